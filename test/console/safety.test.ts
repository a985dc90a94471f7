import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deceptiveText, hostileText, otherSites, typedAhead } from '../suites/console-page.ts'
import { launchBrowser } from './browser.ts'
import { PAYLOADS } from './payloads.ts'

let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser('--host-resolver-rules=MAP rebound.example 127.0.0.1')
})

afterAll(() => browser?.close())

test('there are two hundred payloads', () => expect(new Set(PAYLOADS).size).toBe(200))

test('hostile text in every field stays text', async () => expect(await hostileText(browser)).toEqual([]))

test('other sites and rebound names get nothing', async () => expect(await otherSites(browser)).toEqual([]))

test('deceptive text is shown as what it is', async () => expect(await deceptiveText(browser)).toEqual([]))

test('what is typed ahead answers nothing', async () => expect(await typedAhead(browser)).toEqual([]))
