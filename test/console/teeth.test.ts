import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { loadDaemon } from '../daemon/client.ts'
import { BUILT } from '../../scripts/build-console.ts'
import { type Failures, SOURCES } from '../product.ts'
import { type Change, putBack, scratchFor } from '../put-back.ts'
import { deceptiveText, hostileText, otherSites, type PageUnderTest, typedAhead } from '../suites/console-page.ts'
import { launchBrowser } from './browser.ts'

// A browser on a busy machine takes its time.
vi.setConfig({ testTimeout: 180_000 })

interface PageBug {
  readonly bug: string
  readonly changes: readonly Change[]
  readonly noticedBy: (browser: Browser, under: PageUnderTest) => Promise<Failures>
}

const NO_TRUSTED_TYPES: Change = {
  file: 'surfaces/daemon/page.ts',
  find: `  "require-trusted-types-for 'script'",\n  "trusted-types 'none'",\n`,
  replace: '',
}

const BUGS: readonly PageBug[] = [
  {
    bug: 'text becomes markup',
    changes: [
      NO_TRUSTED_TYPES,
      {
        file: 'surfaces/console/parts/text.tsx',
        find: 'return <>{asShown(of, lines)}</>',
        replace: 'return <span dangerouslySetInnerHTML={{ __html: lines === "one line" ? of : of }} />',
      },
    ],
    noticedBy: hostileText,
  },
  {
    bug: 'text is shown as it comes',
    changes: [
      {
        file: 'surfaces/console/parts/text.tsx',
        find: 'piecesOf(text, truthful(text))',
        replace: 'piecesOf(text, text)',
      },
    ],
    noticedBy: deceptiveText,
  },
  {
    bug: 'a card takes keys at once',
    changes: [
      { file: 'surfaces/console/pages/approvals.tsx', find: 'armed === selected.id', replace: 'armed !== undefined' },
    ],
    noticedBy: typedAhead,
  },
  {
    bug: 'the CSRF value is not looked at',
    changes: [
      { file: 'surfaces/daemon/door.ts', find: '!logins.isCsrf(cookie, csrf)', replace: 'false' },
      { file: 'surfaces/daemon/door.ts', find: 'csrf === undefined || ', replace: '' },
    ],
    noticedBy: otherSites,
  },
]

const scratch = scratchFor('console-page')
let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser('--host-resolver-rules=MAP rebound.example 127.0.0.1')
})

afterAll(() => browser?.close())

describe('the suites notice', () => {
  test.each(BUGS)('$bug', async (row) => {
    const under = await withBug(row)
    expect(await row.noticedBy(browser, under)).not.toEqual([])
  })
})

/** The daemon with the bug in it, and the page: built from sources with the bug where it is the page that has it. */
async function withBug({ bug, changes }: PageBug): Promise<PageUnderTest> {
  const root = putBack(scratch, bug, changes, 'surfaces/console')
  const product = await loadDaemon(root)
  if (!changes.some(({ file }) => file.startsWith('surfaces/console/'))) return { product, options: { page: BUILT } }
  const page = join(root, '..', 'page')
  copyFileSync(join(SOURCES, '..', 'tsconfig.json'), join(root, '..', 'tsconfig.json'))
  await build({
    root: join(root, 'surfaces', 'console'),
    logLevel: 'error',
    build: { outDir: page, emptyOutDir: true, assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  })
  return { product, options: { page } }
}
