import type { Browser, Page } from 'playwright-core'
import { go, newVisit, loginLink } from '../console/browser.ts'
import { openScene, type Scene, SETTINGS } from '../console/scene.ts'
import type { Failures } from '../product.ts'
import { unhurried, until } from '../until.ts'
import type { PageUnderTest } from './console-page.ts'

/** Words that hold every answering key. */
const WORDS = 'use the staging cluster, do so or wait'

interface Desk {
  readonly scene: Scene
  readonly page: Page
  /** A call that waits for a person, on the page. */
  ask(tag: string): Promise<Awaited<ReturnType<Scene['judge']>>>
  /** The answers that the page has sent since this was last looked at. */
  sent(): Promise<readonly string[]>
  /** Key presses with nothing between them: not even what a page puts off until its script is over. */
  burst(...keys: readonly string[]): Promise<void>
  /** The card in front takes keys. */
  armed(): Promise<void>
  /** Nothing was sent since. */
  quiet(after: string): Promise<void>
}

/** The Approvals page of a real daemon in a real browser. What it sends is written down before it leaves. */
async function atDesk(browser: Browser, under: PageUnderTest, play: (desk: Desk) => Promise<void>): Promise<Failures> {
  const scene = await openScene(SETTINGS, under.options, under.product)
  const { page, context } = await newVisit(browser)
  try {
    await page.addInitScript(`
      globalThis.sent = []
      const real = globalThis.fetch
      globalThis.fetch = (where, init) => {
        if (String(where).endsWith('/answer')) sent.push(String(init?.body))
        return real(where, init)
      }
      globalThis.press = (key, more = {}) => (document.activeElement ?? document.body).dispatchEvent(
        new KeyboardEvent('keydown', { key, code: key, bubbles: true, cancelable: true, ...more }))`)
    await page.goto(await loginLink(scene.running))
    await page.locator('.line-open').waitFor()
    await go(page, '#/approvals')
    const sent = (): Promise<readonly string[]> => page.evaluate<string[]>('sent.splice(0)')
    await play({
      scene,
      page,
      sent,
      ask: (tag) => {
        const verdict = scene.judge({ tool: 'Bash', input: { command: `npm publish --tag ${tag}` }, session: tag })
        // Whoever fails before it is answered ends the daemon.
        verdict.catch(() => undefined)
        return verdict
      },
      burst: (...keys) => page.evaluate(`for (const key of ${JSON.stringify(keys)}) press(key)`),
      armed: () => page.locator('article.card-selected[data-armed="true"]').waitFor(),
      quiet: async (after) => {
        const answers = await sent()
        if (answers.length > 0) fail(`${after}: the page answered ${answers.join()}`)
      },
    })
    return []
  } catch (error) {
    if (error instanceof Found) return [error.message]
    throw error
  } finally {
    await context.close()
    await scene.end()
  }
}

class Found extends Error {}

/** The page is not as it must be: what would come after that shows nothing any more. */
function fail(failure: string): never {
  throw new Found(failure)
}

const field = (page: Page) => page.locator('form.more input')
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Keys' })

/** While a dialog is open no shortcut acts behind it, and Escape closes it: the topmost, one at a time. */
export function keysBehindDialog(browser: Browser, under: PageUnderTest = {}): Promise<Failures> {
  return atDesk(browser, under, async ({ page, ask, armed, quiet, burst, sent }) => {
    const verdict = ask('dialog')
    await armed()
    await page.keyboard.press('?')
    await dialog(page).waitFor()
    for (const key of ['o', 's', 'd', 'r', 'w', 'j', 'k', 't', '?', '1', 'x', 'g', 'l', 'g', 's'])
      await page.keyboard.press(key)
    await quiet('with the dialog open')
    if ((await page.locator('.more').count()) > 0) fail('with the dialog open: `d` or `r` opened a box behind it')
    if (!page.url().endsWith('#/approvals')) fail('with the dialog open: `g` changed the page')
    if ((await page.evaluate('document.documentElement.dataset.theme')) !== undefined)
      fail('with the dialog open: `t` changed the theme')
    if (!(await dialog(page).isVisible())) fail('the dialog did not stay open')
    // In the page itself, so that no slow machine lies between the two.
    await page.evaluate(`{
      const closed = new MutationObserver(() => {
        if (document.querySelector('dialog[open]') !== null) return
        closed.disconnect()
        // A key is a task of its own.
        setTimeout(() => {
          press('o')
          globalThis.pressedAtOnce = true
        })
      })
      closed.observe(document.documentElement, { childList: true, subtree: true, attributes: true })
    }`)
    await page.keyboard.press('Escape')
    await dialog(page)
      .waitFor({ state: 'detached', timeout: unhurried(10_000) })
      .catch(() => fail('Escape does not close the dialog'))
    await page.waitForFunction(() => 'pressedAtOnce' in globalThis, undefined, { polling: 50 })
    await quiet('right after the dialog closed')
    // What was typed ahead of the dialog is not an answer.
    await armed()
    await burst('?', 'o', 's', 'd', 'o')
    await quiet('typed ahead of the dialog')
    await dialog(page).waitFor()
    if ((await page.locator('.more').count()) > 0) fail('typed ahead of the dialog: a box opened behind it')
    // A dialog over the dialog.
    await page.evaluate(`{
      const second = document.body.appendChild(document.createElement('dialog'))
      second.id = 'second'
      second.append(document.createElement('button'))
      second.showModal()
    }`)
    await page.keyboard.press('o')
    await quiet('with two dialogs open')
    await page.keyboard.press('Escape')
    if (await page.locator('#second').isVisible()) fail('Escape does not close the dialog on top')
    if (!(await dialog(page).isVisible())) fail('one Escape closed two dialogs')
    await page.keyboard.press('o')
    await quiet('with one of two dialogs open')
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
    await armed()
    await page.keyboard.press('o')
    if ((await verdict).decision !== 'allow') fail('after the dialog the key does not answer any more')
    if ((await sent()).length !== 1) fail('the key answered more than once')
  })
}

/** `d` opens the reason box with the focus in it: what is typed there, or while it is there, answers nothing. */
export function keysInReasonBox(browser: Browser, under: PageUnderTest = {}): Promise<Failures> {
  return atDesk(browser, under, async ({ page, ask, armed, quiet, burst, sent }) => {
    const verdict = ask('reason')
    await armed()
    await page.keyboard.press('d')
    await page.keyboard.type(WORDS)
    await quiet('typing the reason')
    if ((await field(page).inputValue()) !== WORDS) fail(`the box holds ${await field(page).inputValue()}`)
    await page.keyboard.press('Escape')
    if ((await field(page).count()) > 0) fail('Escape does not close the box')
    await burst('o')
    await quiet('right after the box closed')
    await armed()
    // The focus is there before the next key is looked at.
    await burst('d', 's', 'o', 'r')
    await quiet('typed ahead of the box')
    await field(page).waitFor()
    if (!(await page.evaluate('document.activeElement?.matches("form.more input")'))) fail('the box has no focus')
    // The focus goes, the box stays: what is typed belongs to it.
    for (const lose of [
      'document.activeElement.blur()',
      'document.querySelector("article.card .answer-allow").focus()',
    ]) {
      await field(page).fill('')
      await page.evaluate(lose)
      await page.keyboard.type('so')
      await quiet(`after ${lose}`)
      if ((await field(page).inputValue()) !== 'so')
        fail(`after ${lose}: the box holds ${await field(page).inputValue()}`)
    }
    // The dialog over the box: Escape closes one of them.
    await page.getByRole('button', { name: 'Keys' }).click()
    await dialog(page).waitFor()
    await page.keyboard.type('os')
    await quiet('with the dialog over the box')
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
    if ((await field(page).count()) === 0) fail('one Escape closed the dialog and the box')
    await field(page).fill(WORDS)
    await field(page).focus()
    await page.keyboard.press('Enter')
    const { decision } = await verdict
    if (decision !== 'deny') fail(`the reason was sent, and the call was decided: ${decision}`)
    const [answer, ...more] = await sent()
    if (more.length > 0 || answer?.includes(JSON.stringify(WORDS)) !== true) fail(`sent: ${answer} ${more.join()}`)
  })
}

/** An input method composes: none of its keys is a shortcut, takes the box away or sends it. */
export function keysOfInputMethod(browser: Browser, under: PageUnderTest = {}): Promise<Failures> {
  return atDesk(browser, under, async ({ scene, page, ask, armed, quiet }) => {
    const verdict = ask('method')
    await armed()
    for (const more of ['{ isComposing: true }', '{ keyCode: 229 }'])
      await page.evaluate(`for (const key of ['o', 's', 'd', '?']) press(key, ${more})`)
    await quiet('composing on the page')
    if ((await page.locator('.more, dialog').count()) > 0) fail('composing on the page opened something')
    await page.keyboard.press('d')
    const method = await page.context().newCDPSession(page)
    for (const key of ['Enter', 'Escape'] as const) {
      await method.send('Input.imeSetComposition', { text: 'すてーじ', selectionStart: 4, selectionEnd: 4 })
      await page.keyboard.press(key)
      await quiet(`${key} while composing`)
      if ((await field(page).count()) === 0) fail(`${key} while composing took the box away`)
    }
    await settle(scene, verdict)
  })
}

/** A key that is held down acts once, and is not typed into what it opened. Half of two keys is no key. */
export function keysHeldAndHalf(browser: Browser, under: PageUnderTest = {}): Promise<Failures> {
  return atDesk(browser, under, async ({ scene, page, ask, armed, quiet, sent }) => {
    const first = ask('one')
    await armed()
    const second = ask('two')
    await page.locator('article.card').nth(1).waitFor()
    await page.keyboard.down('o')
    if ((await first).decision !== 'allow') fail('the key does not answer')
    await oneLeft(page)
    await armed()
    if ((await sent()).length !== 1) fail('the key answered more than once')
    for (let times = 0; times < 3; times++) await page.keyboard.down('o')
    await quiet('a key held down')
    await page.keyboard.up('o')
    for (const half of ['o', 's']) {
      await page.keyboard.press('g')
      // `g s` is a page: the half of it that comes first must not leave the other half an answer.
      if (half === 's') await page.evaluate('performance.now = () => Date.now() + 60_000')
      await page.keyboard.press(half)
      await quiet(`g ${half}`)
    }
    await page.getByRole('heading', { name: 'Sessions', level: 1 }).waitFor()
    await go(page, '#/approvals')
    await armed()
    for (let times = 0; times < 4; times++) await page.keyboard.down('d')
    await page.keyboard.up('d')
    await field(page).waitFor()
    if ((await field(page).inputValue()) !== '') fail(`the held key was typed: ${await field(page).inputValue()}`)
    await page.keyboard.press('Escape')
    // Enter, held on the button that opens the box, would send it.
    await page.locator('article.card .answer-deny').focus()
    for (let times = 0; times < 4; times++) await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    await quiet('Enter held on the button')
    await settle(scene, second)
  })
}

/** The question goes while somebody types into its box: what they go on typing is no answer to the next one. */
export function keysWhenBoxIsGone(browser: Browser, under: PageUnderTest = {}): Promise<Failures> {
  return atDesk(browser, under, async ({ scene, page, ask, armed, quiet, burst }) => {
    const first = ask('one')
    await armed()
    const second = ask('two')
    await page.locator('article.card').nth(1).waitFor()
    await page.keyboard.press('d')
    await page.keyboard.type('use the ')
    await settle(scene, first)
    await oneLeft(page)
    await armed()
    for (const key of 'staging cluster, so') await page.keyboard.press(key === ' ' ? 'Space' : key)
    await quiet('the box went while it was typed into')
    await page.getByText('What you were typing into is gone.').waitFor()
    await page.keyboard.press('Escape')
    await burst('o')
    await quiet('right after Escape')
    await armed()
    // Back from another window: what was typed there is still coming.
    await page.evaluate(`dispatchEvent(new Event('blur')); dispatchEvent(new Event('focus')); press('s')`)
    await quiet('right after the window got the focus back')
    await armed()
    await page.keyboard.press('o')
    if ((await second).decision !== 'allow') fail('afterwards the key does not answer any more')
  })
}

/** The card that was in front is gone, and the other one in its place. */
async function oneLeft(page: Page): Promise<void> {
  await until('one card is left', async () => (await page.locator('article.card').count()) === 1, 30_000)
}

/** Answers from elsewhere, so that nothing is left waiting. */
async function settle(scene: Scene, verdict: ReturnType<Scene['judge']>): Promise<void> {
  const { pending } = JSON.parse((await scene.running.get('/v1/approvals')).body) as { pending: { id: string }[] }
  await scene.running.post(`/v1/approvals/${pending[0]?.id}/answer`, { choice: { says: 'deny' } })
  await verdict
}
