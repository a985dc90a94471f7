import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import type { Running } from '../daemon/client.ts'

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** A browser to test with: the one that is here, or Debian's, installed now by whoever may. Otherwise says what is missing. */
function browserPath(): string {
  const named = process.env['PORTCULLIS_CHROMIUM']
  if (named !== undefined) return named
  const found = PLACES.find((path) => existsSync(path))
  if (found !== undefined) return found
  const apt = (...args: readonly string[]): string => {
    const { status, stderr } = spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=300', ...args], {
      encoding: 'utf8',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
    return status === 0 ? '' : `\`apt-get ${args.join(' ')}\` failed: ${stderr?.slice(-500) ?? 'there is no apt-get'}`
  }
  const failed =
    process.getuid?.() === 0
      ? apt('update') || apt('install', '-y', '--no-install-recommends', 'chromium')
      : 'only root may install it'
  const installed = PLACES.find((path) => existsSync(path))
  if (installed !== undefined) return installed
  throw new Error(
    `The console's tests need a browser and there is none (${PLACES.join(', ')}): ${failed}. Install it with ` +
      '`apt-get install chromium`, or name one in PORTCULLIS_CHROMIUM.',
  )
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
