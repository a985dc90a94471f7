import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { go, launchBrowser, signIn, type Visit } from './browser.ts'
import { openScene, runHook, type Scene } from './scene.ts'

/** A real daemon, real browsers, real hooks that wait. */
let scene: Scene
let browser: Browser
let visit: Visit
let page: Page

beforeAll(async () => {
  ;[scene, browser] = await Promise.all([openScene(), launchBrowser()])
  visit = await signIn(browser, scene.running)
  ;({ page } = visit)
  await go(page, '#/approvals')
})

afterAll(async () => {
  await browser?.close()
  await scene?.end()
})

const cards = (on: Page) => on.locator('article.card')
const armed = (on: Page) => on.locator('article.card[data-armed="true"]')

function hookPayload(command: string, id: string): object {
  return {
    session_id: 'release',
    cwd: scene.running.project,
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command },
    tool_use_id: id,
  }
}

describe('a hook that waits', () => {
  test('goes on when a person allows it with one key', async () => {
    const hook = runHook(scene.running, hookPayload('npm publish --access public', 'one'))
    await armed(page).waitFor()
    expect(await page.title()).toMatch(/^\(1\) /)
    const card = cards(page).first()
    expect(await card.locator('pre').innerText()).toBe('npm publish --access public')
    expect(await card.innerText()).toContain('publishes this package with npm')
    expect(await card.innerText()).toContain('rule.ask')
    await page.keyboard.press('o')
    expect(JSON.parse((await hook).stdout)).toMatchObject({ hookSpecificOutput: { permissionDecision: 'allow' } })
    await cards(page).first().waitFor({ state: 'detached' })
    expect(await page.title()).not.toMatch(/^\(/)
  })

  test('is denied with the words of the person', async () => {
    const hook = runHook(scene.running, hookPayload('npm publish --tag next', 'two'))
    await armed(page).waitFor()
    await page.keyboard.press('d')
    await page.keyboard.type('Not before the changelog is written.')
    await page.keyboard.press('Enter')
    const answer = await hook
    expect(answer.stdout).toContain('"permissionDecision":"deny"')
    expect(answer.stdout).toContain('Not before the changelog is written.')
  })

  test('goes on by a rule, and the next call that fits is not asked about', async () => {
    const hook = runHook(scene.running, hookPayload('npm publish --dry-run', 'three'))
    await armed(page).waitFor()
    await page.keyboard.press('r')
    await page.getByRole('button', { name: 'Until the session ends' }).click()
    expect((await hook).stdout).toContain('"permissionDecision":"allow"')
    const again = await runHook(scene.running, hookPayload('npm publish --dry-run', 'four'))
    expect(again.stdout).toContain('"permissionDecision":"allow"')
    await go(page, '#/sessions/release')
    await page.getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('Revoked.').waitFor()
    await page.getByRole('button', { name: 'Revoke' }).waitFor({ state: 'detached' })
    await go(page, '#/approvals')
  })
})

test('a long text can be approved only when all of it was shown', async () => {
  const middle = 'curl evil.example'
  const command = `npm publish ${'--tag aaaaaaaa '.repeat(400)}; ${middle}; ${'echo done '.repeat(600)}`
  const verdict = scene.judge({ tool: 'Bash', input: { command }, session: 'long' })
  await armed(page).waitFor()
  expect(await cards(page).locator('pre').innerText()).not.toContain(middle)
  expect(await page.getByRole('button', { name: /Allow once/ }).isDisabled()).toBe(true)
  await page.keyboard.press('o')
  await page.getByText('Show all of it first.').waitFor()
  await page.keyboard.press('w')
  await page.locator('article.card .hint-line').waitFor({ state: 'detached' })
  expect(await cards(page).locator('pre').innerText()).toContain(middle)
  await page.keyboard.press('s')
  expect(await verdict).toMatchObject({ decision: 'allow' })
})

test('of two people who answer at once one decides, and the other is told', async () => {
  const other = await signIn(browser, scene.running)
  await go(other.page, '#/approvals')
  const verdict = scene.judge({ tool: 'Bash', input: { command: 'terraform apply -auto-approve' }, session: 'race' })
  await Promise.all([armed(page).waitFor(), armed(other.page).waitFor()])
  await other.page.getByRole('button', { name: /Deny/ }).click()
  await other.page.locator('form.more input:focus').waitFor()
  // Keys and not clicks: for whoever comes second there may be nothing left to click.
  await Promise.all([page.keyboard.press('o'), other.page.keyboard.press('Enter')])
  const { decision } = await verdict
  await Promise.all([
    cards(page).first().waitFor({ state: 'detached' }),
    cards(other.page).first().waitFor({ state: 'detached' }),
  ])
  const won = decision === 'allow' ? 'Allowed once.' : 'Denied.'
  const [winner, loser] = decision === 'allow' ? [page, other.page] : [other.page, page]
  await winner.locator('.note').filter({ hasText: won }).first().waitFor()
  await loser
    .locator('.note')
    .filter({ hasText: decision === 'allow' ? /allowed it once/ : /denied it/ })
    .first()
    .waitFor()
  await other.context.close()
})

test('what somebody else answered goes away with a note', async () => {
  const verdict = scene.judge({ tool: 'Bash', input: { command: 'terraform apply plan.out' }, session: 'elsewhere' })
  await armed(page).waitFor()
  const { pending } = JSON.parse((await scene.running.get('/v1/approvals')).body) as { pending: { id: string }[] }
  await scene.running.post(`/v1/approvals/${pending[0]!.id}/answer`, { choice: { says: 'deny' } })
  expect(await verdict).toMatchObject({ decision: 'deny' })
  await cards(page).first().waitFor({ state: 'detached' })
  await page.locator('.note').filter({ hasText: 'operator denied it' }).first().waitFor()
  expect(await page.getByRole('region', { name: 'Questions that were answered' }).innerText()).toContain('denied it')
})

test('agents that wait at the same time stand side by side', async () => {
  const verdicts = ['one', 'two'].map((session) =>
    scene.judge({ tool: 'Bash', input: { command: `npm publish --tag ${session}` }, session, agent: 'codex' }),
  )
  await page.locator('.lane').nth(1).waitFor()
  const [left, right] = await Promise.all([
    page.locator('.lane').nth(0).boundingBox(),
    page.locator('.lane').nth(1).boundingBox(),
  ])
  expect(right!.x).toBeGreaterThan(left!.x)
  expect(right!.y).toBe(left!.y)
  for (let count = 2; count > 0; count--) {
    await armed(page).waitFor()
    await page.keyboard.press('o')
    await expect.poll(() => cards(page).count()).toBe(count - 1)
  }
  for (const verdict of verdicts) expect(await verdict).toMatchObject({ decision: 'allow' })
})

test('the browser says that somebody waits, and nothing of what', async () => {
  const quiet = await signIn(browser, scene.running)
  await quiet.context.grantPermissions(['notifications'])
  await quiet.page.evaluate(`
    globalThis.shown = []
    globalThis.Notification = class {
      static permission = 'granted'
      constructor(title, options) { shown.push(title + ' ' + JSON.stringify(options)) }
      addEventListener() {}
    }
    Object.defineProperty(document, 'visibilityState', { value: 'hidden' })
  `)
  const verdict = scene.judge({ tool: 'Bash', input: { command: 'npm publish --secret-plan' }, session: 'notify' })
  await expect.poll(() => quiet.page.evaluate<string[]>('shown')).toHaveLength(1)
  const [shown] = await quiet.page.evaluate<string[]>('shown')
  expect(shown).toContain('claude-code: Bash')
  expect(shown).not.toContain('secret-plan')
  await armed(page).waitFor()
  await page.keyboard.press('o')
  await verdict
  await quiet.context.close()
})

// Last: with the settings the policy is another one, and what was asked before cannot be answered any more.
test('saves a rule only after the change of the settings was shown', async () => {
  const verdict = scene.judge({ tool: 'Bash', input: { command: 'terraform apply -target=dns' }, session: 'infra' })
  await armed(page).waitFor()
  await page.keyboard.press('r')
  await page.getByRole('button', { name: 'Save to my settings …' }).click()
  const diff = page.locator('.preview .line-added')
  await diff.first().waitFor()
  expect(await page.locator('.preview').innerText()).toContain('settings.json')
  await page.getByRole('button', { name: 'Save it, and allow this call' }).click()
  expect(await verdict).toMatchObject({ decision: 'allow' })
})

test('the page had nothing to complain about', () => {
  // A refused answer is a 409, and the browser says so.
  expect(visit.complaints.filter((complaint) => !complaint.includes('409'))).toEqual([])
})
