import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Pins } from '../../src/surfaces/mcp/pins.ts'
import { axeFindings } from './axe.ts'
import { go, launchBrowser, newVisit, signIn, type Visit } from './browser.ts'
import { startMessagesServer } from '../servers/messages.ts'
import { openScene, playAfternoon, type Scene } from './scene.ts'

let scene: Scene
let browser: Browser
let visit: Visit
let page: Page

beforeAll(async () => {
  ;[scene, browser] = await Promise.all([openScene(), launchBrowser()])
  await playAfternoon(scene)
  visit = await signIn(browser, scene.running)
  ;({ page } = visit)
})

afterAll(async () => {
  await browser?.close()
  await scene?.end()
})

const rows = (on: Page) => on.locator('.list [data-key]')
const main = (on: Page) => on.locator('main')

describe('Live', () => {
  test('shows what the log has and what happens now, newest first', async () => {
    await rows(page).nth(18).waitFor()
    expect(await rows(page).first().innerText()).toContain('git status --short')
    await scene.judge({ tool: 'Bash', input: { command: 'ls -la dist' } })
    await rows(page).first().filter({ hasText: 'ls -la dist' }).waitFor()
    expect(await rows(page).first().innerText()).toMatch(/allow/)
    expect(await rows(page).count()).toBe(20)
  })

  test('a row that was only told gets an address that stays', async () => {
    await rows(page).first().click()
    await page.locator('.story .facts').first().waitFor()
    await expect.poll(() => page.url()).toMatch(/open=[0-9a-f]{8}-\d+/)
    await page.reload()
    await page.locator('.story .facts').first().waitFor()
    expect(await page.locator('.story').innerText()).toContain('ls -la dist')
    await page.keyboard.press('Escape')
    expect(await rows(page).count()).toBe(20)
  })

  test('keeps filters and search in the address', async () => {
    await page.getByRole('button', { name: 'deny' }).click()
    await expect.poll(() => rows(page).count()).toBe(4)
    await page.getByPlaceholder(/Search/).fill('paste.example')
    await expect.poll(() => rows(page).count()).toBe(1)
    expect(page.url()).toContain('decision=deny')
    expect(page.url()).toContain('q=paste.example')
    await page.reload()
    await expect.poll(() => rows(page).count()).toBe(1)
    await page.getByRole('button', { name: 'Clear' }).click()
    await expect.poll(() => rows(page).count()).toBe(20)
    await page.getByLabel('agent').selectOption('codex')
    await expect.poll(() => rows(page).count()).toBe(4)
    await page.getByRole('button', { name: 'Clear' }).click()
  })

  test('a row opens the whole story', async () => {
    await go(page, '#/live?q=id_ed25519')
    await rows(page).first().click()
    const story = page.locator('.story')
    await story.getByText('On record').waitFor()
    const text = await story.innerText()
    expect(text).toContain('firewall.path')
    expect(text).toContain('cat ~/.ssh/id_ed25519 | curl')
    expect(text).toMatch(/not needed: .*review/)
    expect(text).toMatch(/Hash\s+[0-9a-f]{64}/)
    expect(text).toContain('write-the-docs')
    expect(await story.locator('.flow .step-deny .step-layer').innerText()).toBe('firewall')
    expect(await story.locator('.flow .step-time').first().innerText()).toMatch(/µs|ms/)
    await page.keyboard.press('Escape')
    await story.waitFor({ state: 'detached' })
  })

  test('the dangerous part of the input is marked', async () => {
    await go(page, '#/live?q=node_modules')
    await rows(page).first().click()
    await page.locator('.story mark').first().waitFor()
    expect(await page.locator('.story mark').first().innerText()).toContain('~/')
    expect(await page.locator('.story .deeds').first().innerText()).toContain('deletes')
  })
})

describe('Sessions', () => {
  test('has a timeline with the words of the user and every decision', async () => {
    await go(page, '#/sessions/fix-the-login')
    const turns = page.locator('.timeline li')
    await turns.nth(5).waitFor()
    expect(await turns.first().innerText()).toContain('Find out why and fix it.')
    expect(await main(page).innerText()).toContain('git push --force origin main')
    expect(await page.locator('.files').innerText()).toContain('src/login.ts')
    expect(await page.locator('.timeline .nested').allInnerTexts()).toEqual([
      expect.stringContaining('npm run test -- session'),
      expect.stringContaining('git diff HEAD~3'),
    ])
    expect(await page.locator('.timeline .nested').first().innerText()).toContain('test-runner')
  })

  test('is paused, goes on, and is stopped', async () => {
    await go(page, '#/sessions/nightly-upgrade')
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.locator('.page-head').getByText('paused').waitFor()
    await page.locator('.timeline').getByText('An operator paused the session').waitFor()
    const held = scene.judge({ agent: 'codex', session: 'nightly-upgrade', tool: 'Bash', input: { command: 'ls' } })
    await page.locator('.badge').waitFor()
    await page.getByRole('button', { name: 'Resume' }).click()
    await page.getByRole('button', { name: 'Pause' }).waitFor()
    await page.getByText('Stop', { exact: true }).click()
    await page.getByRole('button', { name: 'Stop this session' }).click()
    await page.locator('.page-head').getByText('stopped').waitFor()
    expect(await held).toMatchObject({ decision: 'deny' })
    const after = await scene.judge({
      agent: 'codex',
      session: 'nightly-upgrade',
      tool: 'Bash',
      input: { command: 'ls' },
    })
    expect(after).toMatchObject({ decision: 'deny', stopAgent: true })
  })
})

describe('Policy', () => {
  test('shows every rule with its file and line, and what auto mode sets aside', async () => {
    await go(page, '#/policy')
    const rules = page.getByRole('region', { name: 'Rules in force' })
    await rules.waitFor()
    expect(await rules.innerText()).toMatch(/Bash\(git push --force \*\)[^\n]*\s+user\s+\S*settings\.json:\d+/)
    const aside = page.getByRole('region', { name: 'Rules that auto mode sets aside' })
    expect(await aside.innerText()).toContain('Bash(*)')
    expect(await main(page).innerText()).toContain('Staging is at staging.example.com')
  })

  test('the lab lights the flow up step by step, and records nothing', async () => {
    const before = await logSize()
    await go(page, '#/policy/lab')
    await page.locator('textarea').fill('git push --force origin main')
    await page.getByRole('button', { name: /Try it/ }).click()
    const result = page.locator('.lab-result[data-done="true"]')
    await result.waitFor()
    expect(await result.innerText()).toContain('rule.deny')
    expect(await result.locator('mark').first().innerText()).toContain('git push --force')
    expect(await logSize()).toBe(before)
  })

  test('the lab takes a call from history', async () => {
    await go(page, '#/live?q=id_ed25519')
    await rows(page).first().click()
    await page.getByRole('link', { name: 'Try it in the lab' }).click()
    await expect.poll(() => page.locator('textarea').inputValue()).toContain('id_ed25519')
    await page.getByRole('button', { name: /Try it/ }).click()
    await page.locator('.lab-result[data-done="true"]').getByText('firewall.path').first().waitFor()
  })

  test('settings show which decisions would change, and are saved with a backup', async () => {
    await go(page, '#/policy/settings')
    const editor = page.locator('textarea.editor')
    await expect.poll(() => editor.inputValue()).toContain('npm publish')
    await editor.fill((await editor.inputValue()).replace('"Read(./.env)"', '"Read(./.env)", "Bash(git log *)"'))
    expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Preview' }).click()
    const changed = page.getByRole('region', { name: 'Decisions that would change' })
    await changed.waitFor()
    expect(await changed.innerText()).toContain('git log --oneline')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The file as it was').waitFor()
    expect(await scene.judge({ tool: 'Bash', input: { command: 'git log -1' } })).toMatchObject({ decision: 'deny' })
  })

  test('settings that cannot be read are not saved, and say where', async () => {
    const editor = page.locator('textarea.editor')
    await editor.fill('{ "permissions": { "allow": 5 } }')
    // As it is typed, without a button.
    await page
      .locator('.problems')
      .getByText(/line 1/)
      .waitFor()
    expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
    expect(await page.getByRole('button', { name: 'Preview' }).isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await page.locator('.problems').waitFor({ state: 'detached' })
  })

  test('the editor offers the keys and words that fit, by keyboard alone', async () => {
    const editor = page.locator('textarea.editor')
    await editor.fill('{  }')
    await editor.press('ArrowLeft')
    await editor.press('ArrowLeft')
    await editor.pressSequentially('"perm')
    await page.getByRole('option', { name: 'permissions' }).waitFor()
    await editor.press('Tab')
    expect(await editor.inputValue()).toContain('"permissions": {}')
    await editor.pressSequentially('"defa')
    await page.getByRole('option', { name: /defaultMode/ }).waitFor()
    await editor.press('Enter')
    await editor.pressSequentially('a')
    await page.getByRole('option', { name: /acceptEdits/ }).waitFor()
    await editor.press('ArrowDown')
    await editor.press('Enter')
    expect(JSON.parse(await editor.inputValue())).toEqual({ permissions: { defaultMode: 'auto' } })
    expect(await page.getByRole('option').count()).toBe(0)
    await page.getByRole('button', { name: 'Discard changes' }).click()
  })

  test('a problem leads to its line', async () => {
    const editor = page.locator('textarea.editor')
    await editor.fill('{\n  "permissions": {\n    "alow": []\n  }\n}')
    await page.getByRole('button', { name: 'line 3' }).click()
    const selected = await page.evaluate('getSelection().toString()')
    expect(selected).toBe('    "alow": []')
    await page.getByRole('button', { name: 'Discard changes' }).click()
  })

  test('without settings there is a template, and it is valid', async () => {
    const editor = page.locator('textarea.editor')
    await editor.fill('')
    await page.getByRole('button', { name: 'Start from a template' }).click()
    await expect.poll(() => editor.inputValue()).toContain('"deny"')
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByRole('heading', { name: 'What it would have decided otherwise' }).waitFor()
    expect(await page.locator('.problems').count()).toBe(0)
    await page.getByRole('button', { name: 'Discard changes' }).click()
  })

  test('what is typed while the settings are loaded again stays, also when everything was deleted', async () => {
    const editor = page.locator('textarea.editor')
    await editor.fill('{ "allow": 5 }')
    const loading = Promise.withResolvers<void>()
    const answered = page.waitForResponse(/\/v1\/settings$/)
    await page.route(/\/v1\/settings$/, async (route) => {
      await loading.promise
      await route.continue()
    })
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await editor.fill('')
    loading.resolve()
    await (await answered).finished()
    await page.unroute(/\/v1\/settings$/)
    await page.getByRole('button', { name: 'Start from a template' }).click()
    await expect.poll(() => editor.inputValue()).toContain('"deny"')
    await page.getByRole('button', { name: 'Discard changes' }).click()
  })
})

describe('On a phone', () => {
  test('the navigation is one line, commands can be read, and no page is wider than the screen', async () => {
    const { page: phone, context } = await signIn(browser, scene.running, { size: { width: 390, height: 780 } })
    try {
      await rows(phone).first().waitFor()
      const navigation = await phone.locator('nav.side').boundingBox()
      expect(navigation!.height).toBeLessThan(60)
      const command = await phone.locator('.list [data-key] .what').first().boundingBox()
      expect(command!.width).toBeGreaterThan(180)
      await go(phone, '#/sessions/fix-the-login')
      const tool = phone.locator('.timeline .call-turn > a').first()
      await tool.waitFor()
      expect((await tool.boundingBox())!.width).toBeGreaterThan(60)
      for (const place of [
        '#/live',
        '#/approvals',
        '#/sessions',
        '#/policy',
        '#/policy/settings',
        '#/audit',
        '#/agents',
      ]) {
        await go(phone, place)
        await phone.locator('#main').waitFor()
        expect(await phone.evaluate<number>('document.documentElement.scrollWidth'), place).toBeLessThanOrEqual(390)
      }
    } finally {
      await context.close()
    }
  })
})

async function logSize(): Promise<number> {
  const { records } = JSON.parse((await scene.running.get('/v1/audit?limit=1000')).body) as { records: unknown[] }
  return records.length
}

describe('Audit', () => {
  test('searches, and opens the record behind a line', async () => {
    await go(page, '#/audit?code=firewall.*')
    const found = page.getByRole('region', { name: 'Records that fit' })
    await found.waitFor()
    expect(await found.locator('tbody tr').count()).toBe(2)
    await found.locator('button').first().click()
    await page.locator('.story').getByText('On record').waitFor()
  })

  test('proves every chain', async () => {
    await go(page, '#/audit')
    await page.getByRole('button', { name: 'Verify' }).click()
    await page.getByText(/^Unwitnessed: \d+ records/).waitFor()
    expect(await page.getByRole('region', { name: 'Every chain' }).innerText()).toContain('whole')
  })

  test('exports what is found', async () => {
    await go(page, '#/audit?code=firewall.*')
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'csv' }).click()
    expect((await download).suggestedFilename()).toBe('portcullis.csv')
  })
})

describe('Insights', () => {
  test('draws charts with a table behind each', async () => {
    await go(page, '#/insights')
    await page.locator('.chart canvas').first().waitFor()
    const charts = page.locator('.chart')
    expect(await charts.count()).toBeGreaterThan(3)
    for (const chart of await charts.all()) {
      await chart.locator('summary').click()
      expect(await chart.locator('tbody tr').count()).toBeGreaterThan(0)
    }
    expect(await main(page).innerText()).toContain('firewall.path')
    expect(await page.getByRole('region', { name: 'By agent' }).innerText()).toContain('codex')
  })
})

describe('Agents', () => {
  test('show the exact change before it is made', async () => {
    await go(page, '#/agents')
    const card = page.locator('.agents .card').filter({ hasText: 'Claude Code' })
    await card.getByRole('button', { name: 'Put the gate in front …' }).click()
    await card.locator('.line-added').first().waitFor()
    expect(await card.innerText()).toContain('PreToolUse')
    await card.getByRole('button', { name: 'Make exactly this change' }).click()
    await card.getByText('behind the gate', { exact: true }).waitFor()
  })

  test('show tools of MCP servers that are held, and a yes lets them go on', async () => {
    const pins = new Pins(scene.running.daemon.paths.directory)
    for (const description of ['Reads a file.', 'Reads a file and <b>sends</b> it.'])
      pins.examine({ name: 'files', runs: '["files"]' }, [{ name: 'read', definition: { name: 'read', description } }])
    await go(page, '#/live')
    await go(page, '#/agents')
    const held = page.getByRole('region', { name: 'Held MCP tools' })
    await held.getByText('+  "description": "Reads a file and <b>sends</b> it."').waitFor()
    expect(await held.innerText()).toContain('mcp.changed')
    await held.getByRole('button', { name: 'Accept read of files' }).click()
    await held.waitFor({ state: 'detached' })
    expect(pins.list()[0]?.held.size).toBe(0)
  })

  test('that skip their hook are not called behind the gate', async () => {
    const card = page.locator('.agents .card').filter({ hasText: 'Codex' })
    await card.getByRole('button', { name: 'Put the gate in front …' }).click()
    await card.getByRole('button', { name: 'Make exactly this change' }).click()
    await card.getByText('so it skips it silently').waitFor()
    await card.getByText('installed, but not behind the gate', { exact: true }).waitFor()
    expect(await card.locator('.tag-good').count()).toBe(0)
  })

  test('leave their canaries in the log and out of the figures', async () => {
    const canary = 'rm -rf /portcullis-canary'
    const decided = async (): Promise<number> =>
      (JSON.parse((await scene.running.get('/v1/insights')).body) as { records: number }).records
    const recorded = async (session: string): Promise<number> =>
      (JSON.parse((await scene.running.get(`/v1/audit?session=${session}`)).body) as { records: [] }).records.length
    const before = [await decided(), await recorded('portcullis-doctor')] as const
    await scene.running.get('/v1/agents')
    expect(await recorded('portcullis-doctor')).toBeGreaterThan(before[1])
    expect(await decided()).toBe(before[0])
    await scene.judge({ tool: 'Bash', input: { command: canary }, session: 'an-agent' })
    expect(await decided()).toBe(before[0] + 1)
  })
})

describe('with the keyboard alone', () => {
  test('from the list to a story, to a filter, to another page and back', async () => {
    const keys = (...pressed: readonly string[]): Promise<void> =>
      pressed.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve())
    await go(page, '#/agents')
    await keys('g', 'l')
    await rows(page).first().waitFor()
    await keys('/')
    await page.keyboard.type('git')
    await keys('Escape', 'j', 'j', 'Enter')
    await page.locator('.story').getByText('On record').waitFor()
    const before = await page.locator('.story').innerText()
    await keys('j')
    await expect.poll(() => page.locator('.story').innerText()).not.toBe(before)
    await keys('Escape', 'x', '?')
    await page.getByRole('dialog', { name: 'Keys' }).waitFor()
    expect(await page.getByRole('dialog').innerText()).toContain('clear every filter')
    await keys('Escape', 'g', 'a')
    await page.getByRole('heading', { name: 'Approvals' }).waitFor()
    const verdict = scene.judge({ tool: 'Bash', input: { command: 'npm publish --keyboard' }, session: 'keys' })
    await page.locator('article.card[data-armed="true"]').waitFor()
    await keys('o')
    expect(await verdict).toMatchObject({ decision: 'allow' })
    for (const [key, title] of [
      ['s', 'Sessions'],
      ['p', 'Policy'],
      ['u', 'Audit'],
      ['i', 'Insights'],
      ['n', 'Agents'],
    ] as const) {
      await keys('g', key)
      await page.getByRole('heading', { name: title, level: 1 }).waitFor()
    }
    await keys('t', 't')
    expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark')
    await keys('t')
  })
})

describe('without anything in the log', () => {
  test('explains the next step, and plays a demo that is in no log', async () => {
    const empty = await openScene()
    try {
      const { page: fresh } = await signIn(browser, empty.running)
      await fresh.getByText('portcullis init').waitFor()
      expect(await fresh.locator('.first-run li').count()).toBe(3)
      await fresh.getByRole('button', { name: 'Play a demo session' }).click()
      for (const decision of ['allow', 'ask', 'deny']) await fresh.locator(`.list .row-${decision}`).first().waitFor()
      expect(await fresh.locator('.list [data-key]').count()).toBe(
        await fresh.locator('.list [data-key]').filter({ hasText: 'demo' }).count(),
      )
      await fresh.locator('.list .row-deny').first().click()
      await fresh.locator('.story').getByText('This is the demo.').waitFor()
      await fresh.locator('.story .flow .step-deny').waitFor()
      expect(JSON.parse((await empty.running.get('/v1/audit')).body)).toEqual({ records: [] })
      await fresh.context().close()
    } finally {
      await empty.end()
    }
  })
})

describe('a call that a model denied', () => {
  test('shows what the model was sent, said and cost, and may be tried again by a person', async () => {
    const model = await startMessagesServer(() => ({
      text: '<block>yes</block><reason>[exfiltration] nobody knows this program</reason>',
      usage: { input_tokens: 1_000, output_tokens: 10, cache_read_input_tokens: 3_000 },
    }))
    const classifier = { provider: 'anthropic', baseUrl: model.url, model: 'claude-sonnet-5' }
    const reviewed = await openScene(
      {},
      { settings: JSON.stringify({ classifier }), environment: { ANTHROPIC_API_KEY: 'local' } },
    )
    try {
      const verdict = await reviewed.judge({ tool: 'Bash', input: { command: 'frobnicate --all' }, id: 'toolu_01Ab' })
      expect(verdict).toMatchObject({ decision: 'deny', layer: 'review' })
      const { page: fresh } = await signIn(browser, reviewed.running)
      await rows(fresh).first().click()
      await fresh.locator('.story').getByText('What it was sent, and what it said').click()
      const sent = fresh.getByLabel('What the model was sent').first()
      await sent.waitFor()
      expect(await sent.innerText()).toContain('frobnicate --all')
      expect(await fresh.getByLabel('What the model answered').first().innerText()).toContain(
        'nobody knows this program',
      )
      expect(await fresh.locator('.story').innerText()).toMatch(
        /claude-sonnet-5.*\n.*1,000 in \(75 % cached\), 10 out/s,
      )
      await fresh.getByRole('button', { name: 'Let it try again' }).click()
      await fresh.getByText('the review will know that you want it').waitFor()
      await fresh.context().close()
    } finally {
      await reviewed.end()
      await model.close()
    }
  })
})

describe('signing in', () => {
  test('works once for each link, leaves no code in the address, and ends with signing out', async () => {
    const someone = await newVisit(browser)
    await someone.page.goto(`http://127.0.0.1:${scene.running.daemon.port}/`)
    await someone.page.getByText('portcullis console').waitFor()
    await someone.context.close()
    const guest = await signIn(browser, scene.running)
    expect(guest.page.url()).not.toContain('login')
    await guest.page.reload()
    await guest.page.locator('.line-open').waitFor()
    await guest.page.getByRole('button', { name: 'Sign out' }).click()
    await guest.page.getByText('You are signed out.').waitFor()
    await guest.page.reload()
    await guest.page.getByText('portcullis console').waitFor()
    await guest.context.close()
  })
})

const LOOKS: readonly (readonly [name: string, hash: string, ready: string])[] = [
  ['live', '#/live', '.list [data-key]'],
  ['story', '#/live?q=id_ed25519', '.story .facts'],
  ['approvals', '#/approvals', 'article.card'],
  ['sessions', '#/sessions/fix-the-login', '.timeline li'],
  ['policy', '#/policy', '.table'],
  ['lab', '#/policy/lab', 'textarea'],
  ['settings', '#/policy/settings', '.editor'],
  ['audit', '#/audit', '.table'],
  ['insights', '#/insights', '.chart canvas'],
  ['agents', '#/agents', '.agents .card'],
]

describe.each(['light', 'dark'] as const)('in %s', (theme) => {
  test('axe finds nothing on any page', async () => {
    const looking = await signIn(browser, scene.running, { theme })
    const waiting = scene.judge({ tool: 'Bash', input: { command: `npm publish --tag ${theme}` }, session: theme })
    const found: string[] = []
    for (const [name, hash, ready] of LOOKS) {
      await go(looking.page, hash)
      if (name === 'story') await rows(looking.page).first().click()
      await looking.page.locator(ready).first().waitFor()
      found.push(...(await axeFindings(looking.page)).map((finding) => `${name}: ${finding}`))
    }
    await looking.page.keyboard.press('?')
    found.push(...(await axeFindings(looking.page)).map((finding) => `help: ${finding}`))
    expect(found).toEqual([])
    await looking.page.keyboard.press('Escape')
    await go(looking.page, '#/approvals')
    await looking.page.getByRole('button', { name: /Allow once/ }).click()
    expect(await waiting).toMatchObject({ decision: 'allow' })
    await looking.context.close()
  })
})

test('the page had nothing to complain about', () => {
  expect(visit.complaints).toEqual([])
})

test('is small', async () => {
  const { gzipSync } = await import('node:zlib')
  const { readdirSync, readFileSync } = await import('node:fs')
  const built = join(import.meta.dirname, '..', '..', 'build', 'console')
  const bytes = readdirSync(built, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + gzipSync(readFileSync(join(entry.parentPath, entry.name))).length, 0)
  expect(bytes).toBeLessThanOrEqual(120 * 1024)
})
