import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadDaemon } from '../daemon/client.ts'
import { BUILT } from '../../scripts/build-console.ts'
import { type Failures, SOURCES } from '../product.ts'
import { type Change, putBack, scratchFor } from '../put-back.ts'
import { deceptiveText, hostileText, otherSites, type PageUnderTest, typedAhead } from '../suites/console-page.ts'
import {
  keysBehindDialog,
  keysHeldAndHalf,
  keysInReasonBox,
  keysOfInputMethod,
  keysWhenBoxIsGone,
} from '../suites/console-keys.ts'
import { launchBrowser } from './browser.ts'

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

const inKeys = (find: string, replace: string): Change => ({ file: 'surfaces/console/shell/keys.ts', find, replace })

const KEY_BUGS: readonly PageBug[] = [
  {
    bug: 'shortcuts act behind a dialog',
    changes: [inKeys(`document.querySelector(':modal') !== null`, 'false')],
    noticedBy: keysBehindDialog,
  },
  {
    bug: 'the page keeps Escape from a dialog',
    changes: [
      inKeys(
        `document.querySelector(':modal') !== null) {`,
        `document.querySelector(':modal') !== null) {\nevent.preventDefault()`,
      ),
    ],
    noticedBy: keysBehindDialog,
  },
  {
    bug: 'the dialog opens after the next key',
    changes: [inKeys('(render) => render()', '(render) => setTimeout(render)')],
    noticedBy: keysBehindDialog,
  },
  {
    bug: 'the box opens after the next key',
    changes: [inKeys('(render) => render()', '(render) => setTimeout(render)')],
    noticedBy: keysInReasonBox,
  },
  {
    bug: 'shortcuts act beside a box that has lost the focus',
    changes: [inKeys('if (box !== undefined)', 'if (box !== undefined && isField(event.target))')],
    noticedBy: keysInReasonBox,
  },
  {
    bug: 'the keys of an input method are shortcuts',
    changes: [inKeys('event.isComposing || event.keyCode === COMPOSING', 'false')],
    noticedBy: keysOfInputMethod,
  },
  {
    bug: 'a held key goes on answering',
    changes: [inKeys('spent.has(event.code) || ', ''), inKeys(`event.repeat && found.held !== 'acts again'`, 'false')],
    noticedBy: keysHeldAndHalf,
  },
  {
    bug: 'the second of two keys is a key of its own',
    changes: [inKeys('findKey(wanted)\n', 'findKey(wanted) ?? findKey(key)\n')],
    noticedBy: keysHeldAndHalf,
  },
  {
    bug: 'what is typed on after a box went away is taken',
    changes: [inKeys(`lost = 'a box'`, `lost = 'nothing'`)],
    noticedBy: keysWhenBoxIsGone,
  },
  {
    bug: 'a card takes keys at once after a dialog, a box or another window',
    changes: [
      {
        file: 'surfaces/console/pages/approvals.tsx',
        find: 'armed.since === disturbances.value',
        replace: 'armed.since !== undefined',
      },
    ],
    noticedBy: keysWhenBoxIsGone,
  },
]

const BUGS: readonly PageBug[] = [
  ...KEY_BUGS,
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
    changes: [{ file: 'surfaces/console/pages/approvals.tsx', find: 'takesKeys(selected.id)', replace: 'true' }],
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
