import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * What axe finds wrong with the page as it is now, one line each. It is evaluated as a debugger would: the page's own
 * policy would not let it in.
 */
export async function axeFindings(page: Page): Promise<readonly string[]> {
  await page.evaluate(`${AXE}; undefined`)
  return page.evaluate<string[]>(`axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
    violations.flatMap(({ id, help, nodes }) => nodes.slice(0, 3).map((node) => id + ': ' + help + ': ' + node.html.slice(0, 160) +
      ' ' + (node.any[0]?.message ?? ''))))`)
}
