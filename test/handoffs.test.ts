import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { type Failures, SOURCES } from './product.ts'
import {
  DIALECTS,
  type HandoffProduct,
  loadHandoffs,
  OUTCOMES,
  throughDaemon,
  throughLibrary,
  throughStore,
} from './suites/handoffs.ts'

const outcome = (name: string): (typeof OUTCOMES)[number] => OUTCOMES.find(([one]) => one === name)!
const dialect = (name: string): (typeof DIALECTS)[number] => DIALECTS.find(({ agent }) => agent === name)!

describe('when a sub-agent is back, all that it did is reviewed', async () => {
  const product = await loadHandoffs()
  test.each(OUTCOMES)('library: the model %s', async (...outcome) =>
    expect(await throughLibrary(product, outcome)).toEqual([]),
  )
  test.each(OUTCOMES.slice(0, 3))('daemon: the model %s', async (...outcome) =>
    expect(await throughDaemon(product, dialect('claude-code'), outcome)).toEqual([]),
  )
  test.each(DIALECTS.slice(1))('daemon: $agent', async (dialect) =>
    expect(await throughDaemon(product, dialect, outcome('objects'))).toEqual([]),
  )
  test.each(DIALECTS)('without a daemon: $agent', async (dialect) => {
    const said = outcome(dialect.agent === 'claude-code' ? 'is overloaded' : 'objects')
    expect(await throughStore(product, dialect, said)).toEqual([])
  })
})

/** As in teeth.test.ts: each row puts one bug back into a copy of the sources; the suite must notice. */
interface Bug {
  readonly bug: string
  readonly file: string
  readonly find: string
  readonly replace: string
  readonly noticedBy: (product: HandoffProduct) => Promise<Failures>
}

const BUGS: readonly Bug[] = [
  {
    bug: 'a reviewer that cannot be reached is passed over in silence',
    file: 'classifier/handoff.ts',
    find: 'return unreviewed(answer.message)',
    replace: "return { says: 'clean', note: '' }",
    noticedBy: (product) => throughLibrary(product, outcome('is overloaded')),
  },
  {
    bug: 'an objection is kept back',
    file: 'surfaces/hook/answer-hook.ts',
    find: "const lines = [...(note === '' ? [] : [`portcullis: ${note}`]),",
    replace: 'const lines = [',
    noticedBy: (product) => throughDaemon(product, dialect('claude-code'), outcome('objects')),
  },
  {
    bug: 'nobody notes which calls are the sub-agent’s',
    file: 'classifier/turn.ts',
    find: '...(subagent === undefined ? {} : { subagent: subagent.id }),',
    replace: '',
    noticedBy: (product) => throughLibrary(product, outcome('objects')),
  },
  {
    bug: 'whose a call was is not kept',
    file: 'journal/sessions.ts',
    find: 'return { kind: kindOf(turn.subagent), tool:',
    replace: "return { kind: 'call', tool:",
    noticedBy: (product) => throughStore(product, dialect('claude-code'), outcome('objects')),
  },
  {
    bug: 'how the review ended is not recorded',
    file: 'surfaces/daemon/judging.ts',
    find: '{ turnsOf, audit: this.#options.audit }',
    replace: '{ turnsOf }',
    noticedBy: (product) => throughDaemon(product, dialect('claude-code'), outcome('objects')),
  },
  {
    bug: 'only sub-agents in the same session are looked at',
    file: 'classifier/returned.ts',
    find: '  back.push(...elsewhere(turns, delegated, result.to))\n',
    replace: '',
    noticedBy: (product) => throughDaemon(product, dialect('opencode'), outcome('objects')),
  },
]

const scratch = join(SOURCES, '..', '.teeth', 'handoffs')
const COPIED: readonly string[] = ['surfaces', 'classifier', 'journal', 'gate.ts', 'index.ts']

afterAll(() => rmSync(scratch, { recursive: true, force: true }))

describe('with a bug put back, it is noticed', () => {
  test.each(BUGS)('$bug', async ({ bug, file, find, replace, noticedBy }) => {
    const root = join(scratch, bug.replaceAll(/\W+/g, '-'), 'src')
    rmSync(join(root, '..'), { recursive: true, force: true })
    mkdirSync(root, { recursive: true })
    for (const name of readdirSync(SOURCES))
      if (COPIED.includes(name)) cpSync(join(SOURCES, name), join(root, name), { recursive: true })
      else symlinkSync(join(SOURCES, name), join(root, name))
    cpSync(join(SOURCES, '..', 'package.json'), join(root, '..', 'package.json'))
    const text = readFileSync(join(root, file), 'utf8')
    expect(text.split(find), `${file} must hold the text of the row exactly once`).toHaveLength(2)
    writeFileSync(
      join(root, file),
      text.replace(find, () => replace),
    )
    expect(await noticedBy(await loadHandoffs(root))).not.toEqual([])
  })
})
