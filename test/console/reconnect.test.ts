import { expect, test } from 'vitest'
import { launchBrowser, loginLink, newVisit } from './browser.ts'
import { CuttableLine } from './cuttable-line.ts'
import { openScene } from './scene.ts'

test('a broken line mends by itself, and nothing that happened meanwhile is missing or there twice', async () => {
  const [scene, browser, line] = [await openScene(), await launchBrowser(), new CuttableLine()]
  try {
    const { page } = await newVisit(browser, { proxy: await line.open() })
    await page.goto(await loginLink(scene.running))
    await page.locator('.line-open').waitFor()
    const call = (number: number) => scene.judge({ tool: 'Bash', input: { command: `ls part-${number}` } })
    const row = (number: number) => page.locator('.list [data-key]').filter({ hasText: `ls part-${number}` })
    await call(1)
    await row(1).waitFor()
    line.cut()
    await page.locator('.line-broken').waitFor()
    await call(2)
    await call(3)
    line.mend()
    await page.locator('.line-open').waitFor()
    await call(4)
    await row(4).waitFor()
    for (const number of [1, 2, 3, 4]) await expect.poll(() => row(number).count()).toBe(1)
    expect(line.resumedFrom[0]).toBeUndefined()
    expect(Number(line.resumedFrom.at(-1))).toBeGreaterThan(0)
  } finally {
    await browser.close()
    line.close()
    await scene.end()
  }
})
