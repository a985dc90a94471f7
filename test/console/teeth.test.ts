import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { loadDaemon } from '../daemon/client.ts'
import { type Failures, SOURCES } from '../product.ts'
import { deceptiveText, hostileText, otherSites, type PageUnderTest, typedAhead } from '../suites/console-page.ts'
import { launchBrowser } from './browser.ts'

// A browser on a busy machine takes its time.
vi.setConfig({ testTimeout: 180_000 })

/** Each row puts one bug back into a copy of the sources; the suite must notice. */
interface Bug {
  readonly bug: string
  readonly changes: readonly (readonly [file: string, find: string, replace: string])[]
  readonly noticedBy: (browser: Browser, under: PageUnderTest) => Promise<Failures>
}

const NO_TRUSTED_TYPES: Bug['changes'][number] = [
  'daemon/page.ts',
  `  "require-trusted-types-for 'script'",\n  "trusted-types 'none'",\n`,
  '',
]

const BUGS: readonly Bug[] = [
  {
    bug: 'text becomes markup',
    changes: [
      NO_TRUSTED_TYPES,
      [
        'console/parts/text.tsx',
        'return <>{asShown(of, lines)}</>',
        'return <span dangerouslySetInnerHTML={{ __html: lines === "one line" ? of : of }} />',
      ],
    ],
    noticedBy: hostileText,
  },
  {
    bug: 'text is shown as it comes',
    changes: [['console/parts/text.tsx', 'piecesOf(text, truthful(text))', 'piecesOf(text, text)']],
    noticedBy: deceptiveText,
  },
  {
    bug: 'a card takes keys at once',
    changes: [['console/pages/approvals.tsx', 'armed === selected.id', 'armed !== undefined']],
    noticedBy: typedAhead,
  },
  {
    bug: 'the CSRF value is not looked at',
    changes: [
      ['daemon/door.ts', '!logins.isCsrf(cookie, csrf)', 'false'],
      ['daemon/door.ts', 'csrf === undefined || ', ''],
    ],
    noticedBy: otherSites,
  },
]

const scratch = join(import.meta.dirname, '..', '..', '.teeth', 'console-page')
let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser('--host-resolver-rules=MAP rebound.example 127.0.0.1')
})

afterAll(async () => {
  await browser?.close()
  rmSync(scratch, { recursive: true, force: true })
})

describe('the suites notice', () => {
  test.each(BUGS)('$bug', async (row) => {
    const under = await withBug(row)
    expect(await row.noticedBy(browser, under)).not.toEqual([])
  })
})

/** A copy of the surfaces with the bug in it, the page built from it, everything else the real thing. */
async function withBug({ bug, changes }: Bug): Promise<PageUnderTest> {
  const place = join(scratch, bug.replaceAll(/\W+/g, '-'))
  const root = join(place, 'src')
  rmSync(place, { recursive: true, force: true })
  mkdirSync(root, { recursive: true })
  for (const name of ['agents', 'call', 'categories', 'checks', 'classifier', 'humans', 'journal', 'policy', 'results'])
    symlinkSync(join(SOURCES, name), join(root, name))
  for (const name of ['gate.ts', 'index.ts', 'session.ts', 'verdict.ts'])
    symlinkSync(join(SOURCES, name), join(root, name))
  cpSync(join(SOURCES, 'surfaces'), join(root, 'surfaces'), { recursive: true })
  for (const name of ['package.json', 'tsconfig.json']) cpSync(join(SOURCES, '..', name), join(place, name))
  for (const [file, find, replace] of changes) {
    const path = join(root, 'surfaces', file)
    const text = readFileSync(path, 'utf8')
    expect(text.split(find), `${file} must hold the text of the row exactly once`).toHaveLength(2)
    writeFileSync(
      path,
      text.replace(find, () => replace),
    )
  }
  const page = join(place, 'page')
  await build({
    root: join(root, 'surfaces', 'console'),
    logLevel: 'error',
    build: { outDir: page, emptyOutDir: true, assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  })
  return { product: await loadDaemon(root), options: { page } }
}
