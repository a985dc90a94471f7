import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  keysBehindDialog,
  keysHeldAndHalf,
  keysInReasonBox,
  keysOfInputMethod,
  keysWhenBoxIsGone,
} from '../suites/console-keys.ts'
import { launchBrowser } from './browser.ts'

let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
})

afterAll(() => browser?.close())

test('no shortcut acts behind a dialog, and Escape closes it', async () =>
  expect(await keysBehindDialog(browser)).toEqual([]))

test('the reason box has the focus before a key counts', async () => expect(await keysInReasonBox(browser)).toEqual([]))

test('an input method presses no shortcut', async () => expect(await keysOfInputMethod(browser)).toEqual([]))

test('a held key acts once, and half of two keys not at all', async () =>
  expect(await keysHeldAndHalf(browser)).toEqual([]))

test('what is typed into a box that went away answers nothing', async () =>
  expect(await keysWhenBoxIsGone(browser)).toEqual([]))
