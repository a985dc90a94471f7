import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loopbackServer, type LoopbackServer } from '../oidc/loopback-server.ts'
import { serveProvider } from '../oidc/real-provider.ts'
import { sitWithSso, type SsoSitting } from '../oidc/sitting.ts'
import { loadDaemon } from '../daemon/client.ts'
import { axeFindings } from './axe.ts'
import { launchBrowser, newVisit } from './browser.ts'

let server: LoopbackServer
let browser: Browser
let sitting: SsoSitting

beforeAll(async () => {
  ;[server, browser] = await Promise.all([loopbackServer(), launchBrowser()])
  sitting = await sitWithSso(await loadDaemon(), { issuer: server.origin })
  serveProvider(server, [sitting.callback])
  await sitting.change({ does: 'add', user: 'boss', role: 'owner' })
  await sitting.change({ does: 'add', user: 'ann', role: 'auditor', identities: [`oidc:${server.origin}#ann`] })
})

afterAll(async () => {
  await browser?.close()
  await sitting?.running.end()
  await server?.close()
})

/** From our page to the provider's, through its login and its question, and back. */
async function signInAs(account: string) {
  const visit = await newVisit(browser)
  const { page } = visit
  await page.goto(sitting.origin)
  await page.getByRole('button', { name: `Sign in with ${new URL(server.origin).host}` }).click()
  await page.locator('input[name=login]').fill(account)
  await page.locator('input[name=password]').fill('any')
  await page.locator('button[type=submit]').click()
  await page.locator('input[name=prompt][value=consent]').waitFor({ state: 'attached' })
  await page.locator('button[type=submit]').click()
  return visit
}

describe('single sign-on in a browser', () => {
  test('leads through the provider into the console, and the code does not stay', async () => {
    const { page, context, complaints } = await signInAs('ann')
    await page.locator('.line-open').waitFor()
    expect(await page.locator('body').innerText()).toContain('ann (auditor)')
    expect(page.url()).not.toContain('login=')
    const cookies = await context.cookies(sitting.origin)
    const own = cookies.find(({ name }) => name === 'portcullis')
    expect(own).toMatchObject({ httpOnly: true, sameSite: 'Strict' })
    expect(cookies.some(({ name }) => name === 'portcullis-sso')).toBe(false)
    expect(complaints.filter((each) => /policy|csp/i.test(each))).toEqual([])
    await sitting.change({ does: 'disable', user: 'ann' })
    await page.reload()
    await page.getByRole('button', { name: 'Sign in with' }).waitFor()
    expect(await axeFindings(page)).toEqual([])
    await context.close()
  })

  test('tells somebody whom nobody joined to a user what to do', async () => {
    const { page, context } = await signInAs('bob')
    await page.getByRole('heading', { name: 'You are not logged in' }).waitFor()
    expect(await page.locator('body').innerText()).toContain(`users join <name> 'oidc:${server.origin}#bob'`)
    await page.getByRole('link', { name: 'To the console' }).click()
    await page.getByRole('button', { name: 'Sign in with' }).waitFor()
    await context.close()
  })
})
