import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askDaemonIn, claudePayload, containScene, runAsClient, toldBy } from '../containment/contain-scene.ts'
import { removeScene, type Scene } from '../containment/scene.ts'
import { loadDaemon, run, type Running } from '../daemon/client.ts'
import { axeFindings } from './axe.ts'
import { go, launchBrowser, signIn } from './browser.ts'

/** A real daemon, a real browser, commands that really run behind walls. */
let scene: Scene
let running: Running
let browser: Browser
let page: Page

beforeAll(async () => {
  scene = containScene()
  const product = await loadDaemon()
  const environment = { PATH: process.env['PATH'] ?? '', HOME: scene.home, SHELL: '/bin/sh' }
  running = await run(product, { stateDirectory: scene.state, home: scene.home, environment })
  browser = await launchBrowser()
  ;({ page } = await signIn(browser, running))
})

afterAll(async () => {
  await browser?.close()
  await running?.end()
  removeScene(scene)
})

const file = (name: string): string => readFileSync(join(scene.workspace, name), 'utf8')
const armed = () => page.locator('article.card[data-armed="true"]')
const row = (text: string) => page.locator('.list [data-key]').filter({ hasText: text }).first()

/** As Claude Code does it: the hook is asked, and what it answers is run. */
async function contained(command: string): Promise<number | null> {
  const payload = claudePayload(scene, command)
  const { value } = await askDaemonIn(scene, 'POST', '/v1/hooks/claude-code', payload, 'agent')
  const told = toldBy((value as { stdout: string }).stdout)
  expect(told.updatedInput, told.permissionDecisionReason).toBeDefined()
  return (await runAsClient(told.updatedInput!.command, scene.workspace, scene.home)).code
}

describe('a contained run', () => {
  test('that is harmless says so on its row, and its story tells what it did', async () => {
    expect(await contained('./tool.bin; echo made > made.txt; exit 3')).toBe(3)
    expect(file('made.txt')).toBe('made\n')
    await row('made.txt').getByText('committed').waitFor()
    expect(await row('made.txt').innerText()).toContain('contain')
    await row('made.txt').click()
    const story = page.locator('.story')
    await story.getByText('its changes are in the workspace').waitFor()
    const text = await story.innerText()
    expect(text).toContain('contain.doubt')
    expect(text).toMatch(/wrote\s+made\.txt/)
    expect(text).toMatch(/Exit code\s+3/)
    expect(await axeFindings(page)).toEqual([])
    await page.keyboard.press('Escape')
  })

  test('that is held is a question with its diff, and one key commits exactly that', async () => {
    // A line of the command is no line of the diff, whatever it looks like.
    expect(await contained('./tool.bin; echo theirs > notes.txt\n+fake.txt\ntrue')).toBe(75)
    await row('theirs').getByText('held').waitFor()
    await go(page, '#/approvals')
    await armed().waitFor()
    const card = page.locator('article.card')
    expect(await card.innerText()).toContain('Nothing is written yet')
    expect(await card.locator('.line-removed').allInnerTexts()).toContainEqual(expect.stringContaining('-mine'))
    expect((await card.locator('.line-added').allInnerTexts()).map((line) => line.trim())).toEqual(['+theirs'])
    expect(await card.getByRole('button').allInnerTexts()).toEqual([
      expect.stringMatching(/^Commit changes/),
      expect.stringMatching(/^Run uncontained once/),
      expect.stringMatching(/^Discard/),
    ])
    expect(await axeFindings(page)).toEqual([])
    // Neither is an answer to this question.
    await page.keyboard.press('s')
    await page.keyboard.press('r')
    expect(file('notes.txt')).toBe('mine\n')
    await page.keyboard.press('o')
    await expect.poll(() => file('notes.txt')).toBe('theirs\n')
    await card.waitFor({ state: 'detached' })
    await go(page, '#/live')
    await row('theirs').getByText('committed').waitFor()
  })

  test('that is discarded changes nothing, and the row says so after a reload', async () => {
    expect(await contained('./tool.bin; echo others > notes.txt')).toBe(75)
    await go(page, '#/approvals')
    await armed().waitFor()
    await page.keyboard.press('d')
    await page.getByLabel('Why its changes are discarded').waitFor()
    await page.keyboard.press('Enter')
    await page.locator('article.card').waitFor({ state: 'detached' })
    await go(page, '#/live')
    await row('others').getByText('discarded').waitFor()
    await page.reload()
    await row('others').getByText('discarded').waitFor()
    await row('theirs').getByText('committed').waitFor()
    expect(file('notes.txt')).toBe('theirs\n')
    await row('others').click()
    await page.locator('.story').getByText('A person discarded its changes').waitFor()
    await page.keyboard.press('Escape')
  })

  test('may be let run without walls, once', async () => {
    const command = './tool.bin; echo again > notes.txt'
    expect(await contained(command)).toBe(75)
    await go(page, '#/approvals')
    await armed().waitFor()
    await page.keyboard.press('u')
    await page.locator('article.card').waitFor({ state: 'detached' })
    expect(file('notes.txt')).toBe('theirs\n')
    const answered = async (): Promise<string | undefined> => {
      const { value } = await askDaemonIn(
        scene,
        'POST',
        '/v1/hooks/claude-code',
        claudePayload(scene, command),
        'agent',
      )
      return toldBy((value as { stdout: string }).stdout).permissionDecisionReason
    }
    await expect.poll(answered).toContain('person.approved')
  })

  test('is counted, with the questions that it saved', async () => {
    await go(page, '#/insights')
    const tile = page.locator('.tile').filter({ hasText: 'questions saved' })
    await tile.waitFor()
    expect(await tile.locator('strong').innerText()).toBe('1')
    const runs = page.getByRole('region', { name: 'Contained runs' })
    expect((await runs.innerText()).replaceAll(/\s+/g, ' ')).toContain('discarded 2')
    expect(await axeFindings(page)).toEqual([])
  })
})
