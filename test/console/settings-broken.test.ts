import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { go, launchBrowser, signIn } from './browser.ts'
import { openScene, type Scene } from './scene.ts'

// A browser on a busy machine takes its time.
vi.setConfig({ testTimeout: 180_000 })

let scene: Scene
let browser: Browser
let page: Page

beforeAll(async () => {
  ;[scene, browser] = await Promise.all([openScene(), launchBrowser()])
  ;({ page } = await signIn(browser, scene.running))
  await go(page, '#/live')
})

afterAll(async () => {
  await browser?.close()
  await scene?.end()
})

test('every page says that nothing is allowed while the settings cannot be read', async () => {
  const file = join(scene.running.directory, 'home', '.portcullis', 'settings.json')
  const sound = readFileSync(file, 'utf8')
  const banner = page.locator('p[role="alert"]', { hasText: 'Nothing is allowed' })
  expect(await banner.count()).toBe(0)
  writeFileSync(file, '{"permissions":')
  await banner.waitFor()
  expect(await banner.innerText()).toContain('settings.json:1')
  await go(page, '#/sessions')
  await banner.waitFor()
  writeFileSync(file, sound)
  await banner.waitFor({ state: 'detached' })
})
