import { textOf, type Word } from '../../word.ts'

/** One subcommand of `portcullis` that neither changes the gate nor discloses what it keeps. */
interface Looking {
  readonly flags?: readonly string[]
  /** Options with a value. */
  readonly values?: readonly string[]
  /** `any`: words of its own, and after `--` a command that is only judged. */
  readonly operands: 'none' | 'any'
}

const JUDGING = { flags: ['--json'], values: ['--cwd', '--mode', '--user'], operands: 'any' } as const
const SHOWING = { flags: ['--json'], values: ['--cwd', '--mode'], operands: 'none' } as const

/**
 * Closed: a subcommand or option that is not written here changes or discloses something. Left out on purpose:
 * `--settings` and `--jsonl`, which read files and streams; `--review`, which spends money; `--state`, which names
 * another state; `--live`, which starts agents; `programs learn`, which starts what it is given; `log`, which shows every session, but for whether it is sound; `--html`, which writes files.
 */
const LOOKING: ReadonlyMap<string, Looking> = new Map<string, Looking>([
  ['check', JUDGING],
  ['explain', { ...JUDGING, flags: ['--json', '--prompt'] }],
  ['rules', SHOWING],
  ['rules list', SHOWING],
  ['rules strip-preview', SHOWING],
  ['rules test', { ...SHOWING, operands: 'any' }],
  ['programs list', { flags: ['--json', '--own'], values: ['--cwd'], operands: 'none' }],
  ['programs show', { flags: ['--json'], values: ['--cwd'], operands: 'any' }],
  ['programs test', { flags: ['--json'], values: ['--cwd'], operands: 'any' }],
  ['auto-mode', { operands: 'none' }],
  ['auto-mode defaults', { operands: 'none' }],
  ['auto-mode config', { values: ['--cwd'], operands: 'none' }],
  ['policy', { flags: ['--json'], operands: 'none' }],
  ['policy status', { flags: ['--json'], operands: 'none' }],
  ['log verify', { flags: ['--json'], operands: 'none' }],
  ['doctor', { flags: ['--json'], operands: 'any' }],
  ['tour', { operands: 'none' }],
  ['demo', { operands: 'none' }],
  ['help', { operands: 'any' }],
])

const ASKING: ReadonlySet<string> = new Set(['--version', '-V', '--help', '-h'])

/** True when these words after `portcullis` only look. A word that is not known counts as the worst it could be. */
export function onlyLooks(words: readonly Word[]): boolean {
  const texts = words.map(textOf)
  const dashes = texts.indexOf('--')
  const own = dashes < 0 ? texts : texts.slice(0, dashes)
  if (own.some((text) => text === undefined)) return false
  const known = own as readonly string[]
  if (known.length === 0) return dashes < 0
  if (known.length === 1 && ASKING.has(known[0]!)) return dashes < 0
  const [verb, second] = known
  const pair = LOOKING.get(`${verb} ${second}`)
  const looking = pair ?? LOOKING.get(verb!)
  if (looking === undefined) return false
  if (dashes >= 0 && looking.operands !== 'any') return false
  return areOf(looking, known.slice(pair === undefined ? 1 : 2))
}

function areOf(looking: Looking, words: readonly string[]): boolean {
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!
    if (!word.startsWith('-')) {
      if (looking.operands === 'none') return false
      continue
    }
    const [name = '', value] = word.split(/=(.*)/s)
    if (looking.values?.includes(name)) {
      if (value === undefined) at++
    } else if (word !== '--help' && word !== '-h' && !looking.flags?.includes(word)) return false
  }
  return true
}
