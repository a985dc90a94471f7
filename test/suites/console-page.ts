import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import type { DaemonOptions } from '../../src/surfaces/daemon/daemon.ts'
import { go, loginLink, newVisit, signIn } from '../console/browser.ts'
import { PAYLOADS } from '../console/payloads.ts'
import { type Call, openScene, type Scene, SETTINGS } from '../console/scene.ts'
import type { DaemonProduct } from '../daemon/client.ts'
import { DECEPTIVE_STRINGS, HONEST_STRINGS } from '../deceptive-strings.ts'
import type { Failures } from '../product.ts'
import { until } from '../until.ts'

export interface PageUnderTest {
  readonly product?: DaemonProduct
  readonly options?: Partial<DaemonOptions>
}

/** Hostile text in every field of every page: nothing of it runs, nothing of it becomes an element. */
export async function hostileText(browser: Browser, under: PageUnderTest = {}): Promise<Failures> {
  const failures: string[] = []
  const hostile = PAYLOADS[2]!
  const settings = {
    ...SETTINGS,
    permissions: { ...SETTINGS.permissions, deny: [`Bash(${hostile} *)`] },
    autoMode: { environment: [hostile] },
  }
  // At first the agents would ask in their own prompts: two hundred calls are not to wait for a person.
  const scene = await openScene({ ...settings, approvals: { prefer: 'agent' } }, under.options, under.product)
  try {
    const { page, context } = await signIn(browser, scene.running)
    await page.evaluate('globalThis.ran = () => { globalThis.hasRun = (globalThis.hasRun ?? 0) + 1 }')
    page.on('dialog', (dialog) => void dialog.dismiss().then(() => failures.push('a dialog was opened')))
    const look = async (where: string): Promise<void> => {
      const found = await page.evaluate<string[]>(INTRUDERS)
      if (found.length > 0) failures.push(`${where}: ${found.slice(0, 3).join(', ')}`)
    }
    // Those that only make an element come first: in a page that takes text for markup, others would break what waits.
    await sendEverywhere(scene, 2, 6)
    await page.locator('.list [data-key]').nth(3).waitFor({ state: 'attached' })
    await look('live')
    if (failures.length > 0) return failures
    await sendEverywhere(scene, 0, 2)
    await sendEverywhere(scene, 6, PAYLOADS.length)
    scene.write(settings)
    await inForce(scene, 'portcullis')
    const waiting = scene.judge({ ...hostileCall(hostile, 1), session: hostile })
    // All of them, before anything is scrolled: what comes on top moves what is in sight.
    await page.locator('.live-foot').getByText(`${PAYLOADS.length} loaded`).waitFor()
    const shown = new Set<string>()
    for (let row = 0; row < PAYLOADS.length; row += 25) {
      await page.evaluate(`document.querySelector('.list').scrollTop = ${row} * 30`)
      // The last of the rows that are in sight from here, counted with the head of the list.
      await page.locator(`.list [aria-rowindex="${Math.min(row + 25, PAYLOADS.length) + 1}"]`).waitFor()
      for (const text of await page.locator('.list .what code').allInnerTexts()) shown.add(text)
      await look(`live from row ${row}`)
    }
    if (shown.size < PAYLOADS.length) failures.push(`only ${shown.size} of ${PAYLOADS.length} rows were shown`)
    const pages: readonly (readonly [hash: string, ready: string])[] = [
      ['#/approvals', 'article.card'],
      ['#/sessions', '.split-list li'],
      ['#/policy?cwd=/', '.table'],
      ['#/policy/settings', '.editor'],
      ['#/audit', '.table td'],
      ['#/insights', '.chart'],
    ]
    for (const [hash, ready] of pages) {
      await go(page, hash)
      await page.locator(ready).first().waitFor()
      await look(hash)
    }
    for (const index of [0, 5, 79]) {
      await go(page, `#/live?q=${encodeURIComponent(PAYLOADS[index]!.slice(0, 12))}`)
      await page.locator('.list [data-key]').first().click()
      await page.locator('.story .facts').first().waitFor()
      await look(`the story of ${PAYLOADS[index]}`)
    }
    await go(page, '#/policy/lab')
    await page.locator('textarea').fill(hostile)
    await page.getByRole('button', { name: /Try it/ }).click()
    await page.locator('.lab-result[data-done="true"]').waitFor()
    await look('lab')
    await go(page, '#/approvals')
    await page.getByRole('button', { name: /Deny/ }).click()
    await denyWithoutWords(page)
    await waiting
    await context.close()
  } finally {
    await scene.end()
  }
  return failures
}

/** Elements and attributes that only markup taken from text could have made, and whether anything ran. */
const INTRUDERS = `[...document.querySelectorAll(
    'img, iframe, object, embed, base, video, audio, marquee, template, math, style, x, animate, script:not([src^="/assets/"])'
  ), ...[...document.querySelectorAll('link')].filter(({ href }) => !href.startsWith(location.origin + '/assets/'))].map((found) => found.outerHTML.slice(0, 80))
  .concat([...document.querySelectorAll('*')].filter((node) => [...node.attributes].some(({ name, value }) =>
    name.startsWith('on') || (['href', 'src', 'action'].includes(name) && /^\\s*(?:javascript|data):/i.test(value)))).map((node) => node.outerHTML.slice(0, 80)))
  .concat(globalThis.hasRun ? ['something ran'] : [])`

async function sendEverywhere(scene: Scene, from: number, to: number): Promise<void> {
  for (let index = from; index < to; index++) await scene.judge(hostileCall(PAYLOADS[index]!, index))
}

function hostileCall(payload: string, index: number): Call {
  return {
    tool: index % 3 === 0 ? 'Bash' : `mcp__${payload}__${payload}`,
    input: index % 3 === 0 ? { command: payload } : { [payload]: payload, path: payload },
    session: `${index} ${payload}`,
    agent: payload,
    id: `${index} ${payload}`,
    cwd: `/home/dev/${payload}`,
  }
}

/** Waits until the daemon has read settings that prefer this. */
async function inForce(scene: Scene, prefer: string): Promise<void> {
  const isRead = async (): Promise<boolean> =>
    (await scene.running.get('/v1/policy?cwd=/home/dev')).body.includes(`"prefer":"${prefer}"`)
  await until(`the daemon has read settings that prefer ${prefer}`, isRead, 30_000)
  // Each directory's settings are looked at again when a quarter of a second has passed.
  await new Promise((resolve) => setTimeout(resolve, 600))
}

/** Pages of other sites in the same browser, where somebody is signed in: none gets in. */
export async function otherSites(browser: Browser, under: PageUnderTest = {}): Promise<Failures> {
  const failures: string[] = []
  const scene = await openScene(SETTINGS, under.options, under.product)
  const site = await serveNothing()
  try {
    const port = scene.running.daemon.port!
    const console = `http://127.0.0.1:${port}`
    const waiting = scene.judge({ tool: 'Bash', input: { command: 'npm publish --evil' }, session: 'evil' })
    const { page: signed, context } = await signIn(browser, scene.running)
    await go(signed, '#/approvals')
    await signed.locator('article.card').waitFor()
    const id = await signed.locator('article.card').getAttribute('data-question')
    const answer = `${console}/v1/approvals/${id}/answer`
    const evil = await context.newPage()
    // On another port of the same host the browser sends the cookie along: same site, other origin.
    for (const origin of [`http://127.0.0.1:${site.port}`, `http://localhost:${site.port}`]) {
      await evil.goto(`${origin}/`)
      const tried = await evil.evaluate<string[]>(
        `(${TRY_EVERYTHING})(${JSON.stringify(console)}, ${JSON.stringify(answer)})`,
      )
      failures.push(...tried.map((got) => `${origin}: ${got}`))
      await evil.setContent(
        `<form method=post enctype="text/plain" action="${answer}"><input name='{"choice":{"says":"once"},"x":"' value='"}'></form><script>document.forms[0].submit()</script>`,
      )
      await evil.waitForLoadState()
      if (/settlement/.test(await evil.content())) failures.push(`${origin}: a form answered`)
      await evil.goto(`${origin}/`)
      await evil.setContent(`<iframe src="${console}/"></iframe>`)
      await evil.waitForLoadState()
      const framed = evil.frames().find((frame) => frame.url().startsWith(console))
      if (framed !== undefined && (await framed.locator('main').count()) > 0) failures.push(`${origin}: it was framed`)
    }
    // A name of somebody else that leads to this machine: the page would be of the same origin as its requests.
    const rebound = await context.newPage()
    const answered = await rebound.goto(`http://rebound.example:${port}/`).catch(() => undefined)
    if (answered === null || answered === undefined || answered.status() < 400)
      failures.push(`a rebound name got ${answered?.status()}`)
    const pending = JSON.parse((await scene.running.get('/v1/approvals')).body) as { pending: { id: string }[] }
    if (pending.pending.length !== 1) failures.push('somebody else answered the question')
    // The page itself, without the value that goes with every change.
    failures.push(...(await withoutCsrf(signed, answer)))
    await scene.running.post(`/v1/approvals/${id}/answer`, { choice: { says: 'deny' } })
    await waiting
    await context.close()
    failures.push(...(await usedLink(browser, scene)))
  } finally {
    site.server.close()
    await scene.end()
  }
  return failures
}

const TRY_EVERYTHING = `async (console, answer) => {
  const got = []
  const attempt = async (name, path, init) => {
    try {
      const answered = await fetch(path, { credentials: 'include', ...init })
      if (answered.type !== 'opaque') got.push(name + ' was answered ' + answered.status)
    } catch {}
  }
  await attempt('reading the log', console + '/v1/audit')
  await attempt('reading the page', console + '/')
  await attempt('listening', console + '/v1/events')
  await attempt('answering', answer, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"choice":{"says":"once"}}' })
  await attempt('answering without asking first', answer, { method: 'POST', mode: 'no-cors', headers: { 'content-type': 'text/plain' }, body: '{"choice":{"says":"once"}}' })
  return got
}`

async function withoutCsrf(page: Page, answer: string): Promise<Failures> {
  const status = await page.evaluate<number>(
    `fetch(${JSON.stringify(answer)}, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"choice":{"says":"deny"}}' }).then(({ status }) => status)`,
  )
  return status === 403 ? [] : [`a change without the CSRF value was answered ${status}`]
}

async function usedLink(browser: Browser, scene: Scene): Promise<Failures> {
  const link = await loginLink(scene.running)
  const first = await newVisit(browser)
  await first.page.goto(link)
  await first.page.locator('.line-open').waitFor()
  const second = await newVisit(browser)
  await second.page.goto(link)
  await second.page.getByText('portcullis console').waitFor()
  const inside = await second.page.locator('.shell').count()
  await first.context.close()
  await second.context.close()
  return inside === 0 ? [] : ['a link worked twice']
}

async function serveNothing(): Promise<{ readonly server: Server; readonly port: number }> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end('<!doctype html><title>another site</title>')
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  return { server, port: (server.address() as AddressInfo).port }
}

/** Text that would show something else than what runs: every character of it is told. Honest text stays as it is. */
export async function deceptiveText(browser: Browser, under: PageUnderTest = {}): Promise<Failures> {
  const failures: string[] = []
  const scene = await openScene(SETTINGS, under.options, under.product)
  try {
    // A null does not get past the door.
    const deceptive = DECEPTIVE_STRINGS.filter(({ text }) => !text.includes('\0'))
    for (const text of [...deceptive.map((one) => one.text), ...HONEST_STRINGS])
      await scene.running.post('/v1/session/said', { id: 'deceived', text })
    const { page, context } = await signIn(browser, scene.running)
    await go(page, '#/sessions/deceived')
    const turns = page.locator('.timeline li p')
    await turns.first().waitFor()
    const shown = await turns.allTextContents()
    for (const [index, { name, mustShow }] of deceptive.entries())
      for (const piece of mustShow)
        if (!shown[index]?.includes(piece)) failures.push(`${name}: does not show ${JSON.stringify(piece)}`)
    for (const [index, text] of HONEST_STRINGS.entries())
      if (shown[deceptive.length + index] !== text) failures.push(`honest text is not left alone: ${text}`)
    await context.close()
  } finally {
    await scene.end()
  }
  return failures
}

/** What is typed while another question comes in front of a person is no answer to it. */
export async function typedAhead(browser: Browser, under: PageUnderTest = {}): Promise<Failures> {
  const failures: string[] = []
  const scene = await openScene(SETTINGS, under.options, under.product)
  try {
    const { page, context } = await signIn(browser, scene.running)
    await go(page, '#/approvals')
    const cards = page.locator('article.card')
    const armed = page.locator('article.card[data-armed="true"]')
    const ask = (tag: string): ReturnType<Scene['judge']> =>
      scene.judge({ tool: 'Bash', input: { command: `npm publish --tag ${tag}` }, session: 'typing' })
    const first = ask('one')
    await armed.waitFor()
    const second = ask('two')
    await cards.nth(1).waitFor()
    const selected = await page.locator('article.card-selected pre').innerText()
    if (!selected.endsWith('one')) failures.push('the later question took the place of the one that is being read')
    await page.keyboard.press('o')
    await page.evaluate(PRESS_WHEN_UNARMED)
    if ((await first).decision !== 'allow') failures.push('the key did not answer the question in front')
    const early = await Promise.race([second, armed.waitFor().then(() => undefined)])
    if (early !== undefined) failures.push(`the next question was answered unread: ${early.decision}`)
    else {
      await page.keyboard.press('d')
      await denyWithoutWords(page)
      if ((await second).decision !== 'deny') failures.push('the second answer was not taken')
    }
    await context.close()
  } finally {
    await scene.end()
  }
  return failures
}

/** Enter, when the field for words has come up and listens. */
async function denyWithoutWords(page: Page): Promise<void> {
  await page.locator('form.more input:focus').waitFor()
  await page.keyboard.press('Enter')
}

/** Presses the key in the moment in which the next card is in front and does not take keys yet. */
const PRESS_WHEN_UNARMED = `new Promise((done, failed) => {
  const end = performance.now() + 30_000
  const look = () => {
    const cards = document.querySelectorAll('article.card')
    if (performance.now() > end) return failed(new Error('the card that was answered did not go'))
    if (cards.length === 2) return requestAnimationFrame(look)
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'o', bubbles: true }))
    done()
  }
  look()
})`
