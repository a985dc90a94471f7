import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import type { Running } from '../daemon/client.ts'
import { CHROMIUM, placeOf, whatIsMissing } from '../debian-programs.ts'
import { unhurried } from '../until.ts'

/** A browser to test with: the one that is named, or the one that is here. */
function browserPath(): string {
  const path = process.env['PORTCULLIS_CHROMIUM'] ?? placeOf(CHROMIUM)
  if (path === undefined) throw new Error(`${whatIsMissing(CHROMIUM)}, or name one in PORTCULLIS_CHROMIUM`)
  return path
}

/** As root there is no sandbox to be had; the other flags keep the browser from calling home. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export function launchBrowser(...more: readonly string[]): Promise<Browser> {
  return chromium.launch({ executablePath: browserPath(), headless: true, args: [...FLAGS, ...more] })
}

export interface Visit {
  readonly context: BrowserContext
  readonly page: Page
  /** What the page complained about: errors, and everything its content security policy refused. */
  readonly complaints: string[]
}

/** A new link of the daemon. */
export async function loginLink(running: Running): Promise<string> {
  const { body } = await running.post('/v1/console/link', {})
  return (JSON.parse(body) as { url: string }).url
}

export interface VisitOptions {
  readonly theme?: 'light' | 'dark'
  readonly size?: { readonly width: number; readonly height: number }
  readonly scale?: number
  /** Goes through this one, also to the own machine. */
  readonly proxy?: string
}

/** A person of their own: new cookies, new storage. Nobody is signed in yet. */
export async function newVisit(browser: Browser, options: VisitOptions = {}): Promise<Visit> {
  const context = await browser.newContext({
    viewport: options.size ?? { width: 1280, height: 800 },
    colorScheme: options.theme ?? 'light',
    reducedMotion: 'reduce',
    deviceScaleFactor: options.scale ?? 1,
    locale: 'en-GB',
    timezoneId: 'UTC',
    ...(options.proxy === undefined ? {} : { proxy: { server: options.proxy, bypass: '<-loopback>' } }),
  })
  context.setDefaultTimeout(unhurried(30_000))
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  return { context, page, complaints }
}

/** Signs in with a link of the daemon and waits until the stream is open. */
export async function signIn(browser: Browser, running: Running, options: VisitOptions = {}): Promise<Visit> {
  const visit = await newVisit(browser, options)
  await visit.page.goto(await loginLink(running))
  await visit.page.locator('.line-open').waitFor()
  return visit
}

/** Goes to a page of the console without loading it again. */
export async function go(page: Page, hash: string): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(hash)}`)
}
