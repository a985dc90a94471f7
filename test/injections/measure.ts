import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PromptGuardian } from '../../src/results/prompt-guardian.ts'
import { EIGHTH_INJECTED } from './eighth-injected.ts'
import { EIGHTH_ORDINARY } from './eighth-ordinary.ts'
import { eleventhSet } from './eleventh-set.ts'
import { FIFTH_INJECTED } from './fifth-injected.ts'
import { FIFTH_ORDINARY } from './fifth-ordinary.ts'
import { FOURTH_INJECTED, FOURTH_ORDINARY } from './fourth-look.ts'
import { injectedSet } from './injected-set.ts'
import { machineTexts } from './machine-texts.ts'
import { NINTH_INJECTED, NINTH_ORDINARY } from './ninth-look.ts'
import { ordinarySet } from './ordinary-set.ts'
import { SECOND_INJECTED, SECOND_ORDINARY } from './second-look.ts'
import { SEVENTH_INJECTED } from './seventh-injected.ts'
import { SEVENTH_LANGUAGES } from './seventh-languages.ts'
import { SEVENTH_ORDINARY, SEVENTH_ORDINARY_PEOPLE } from './seventh-ordinary.ts'
import { SEVENTH_ORDINARY_LANGUAGES } from './seventh-ordinary-languages.ts'
import { SIXTH_INJECTED, SIXTH_ORDINARY } from './sixth-look.ts'
import { TENTH_INJECTED, TENTH_ORDINARY } from './tenth-look.ts'
import { THIRD_INJECTED } from './third-injected.ts'
import { THIRD_ORDINARY } from './third-ordinary.ts'

/**
 * `node test/injections/measure.ts [--misses] [--set=first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|eleventh-learnt] [file.jsonl …]`: what the scanner finds in our own
 * sets (the first with texts on this machine), and in labelled files of `{id, input: {text}, label}`.
 */
interface Row {
  readonly id: string
  readonly group: string
  readonly injected: boolean
  readonly text: string
}

const argv = process.argv.slice(2)
const misses = argv.includes('--misses')
const chosen = argv.find((argument) => argument.startsWith('--set='))?.slice('--set='.length)
const files = argv.filter((argument) => !argument.startsWith('--'))
const project = join(import.meta.dirname, '../..')

function labelled(path: string): Row[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const row = JSON.parse(line) as { id: string; input: { text: string }; label: string; source?: string }
      return { id: row.id, group: `${row.source ?? path}`, injected: row.label === 'harmful', text: row.input.text }
    })
}

function looked(
  name: string,
  injected: Readonly<Record<string, readonly string[]>>,
  ordinary: Readonly<Record<string, readonly string[]>>,
): Row[] {
  const rowsOf = (set: Readonly<Record<string, readonly string[]>>, isInjected: boolean): Row[] =>
    Object.entries(set).flatMap(([group, texts]) =>
      texts.map((text, index) => ({
        id: `${name}-${group}-${index}`,
        group: `${name}: ${group}`,
        injected: isInjected,
        text,
      })),
    )
  return [...rowsOf(injected, true), ...rowsOf(ordinary, false)]
}

function eleventh(part: 'learnt' | 'kept'): Row[] {
  return eleventhSet(part).map(({ injected, technique, text }, index) => ({
    id: `eleventh-${index}`,
    group: `eleventh, ${part}: ${technique}`,
    injected,
    text,
  }))
}

const firstSet = (): readonly Row[] => [
  ...injectedSet().map(({ id, technique, language, text }) => ({
    id,
    group: language === 'english' || technique.includes(':') ? technique : `in ${language}`,
    injected: true,
    text,
  })),
  ...ordinarySet().map(({ id, kind, text }) => ({ id, group: kind, injected: false, text })),
  ...machineTexts(project).map(({ id, kind, text }) => ({ id, group: `${kind} (read here)`, injected: false, text })),
]
const SETS: Readonly<Record<string, () => readonly Row[]>> = {
  first: firstSet,
  second: () => looked('second', { all: SECOND_INJECTED }, { all: SECOND_ORDINARY }),
  third: () => looked('third', THIRD_INJECTED, THIRD_ORDINARY),
  fourth: () => looked('fourth', FOURTH_INJECTED, { all: FOURTH_ORDINARY }),
  fifth: () => looked('fifth', FIFTH_INJECTED, FIFTH_ORDINARY),
  sixth: () => looked('sixth', SIXTH_INJECTED, SIXTH_ORDINARY),
  seventh: () =>
    looked(
      'seventh',
      { ...SEVENTH_INJECTED, ...SEVENTH_LANGUAGES },
      { ...SEVENTH_ORDINARY, ...SEVENTH_ORDINARY_PEOPLE, ...SEVENTH_ORDINARY_LANGUAGES },
    ),
  eighth: () => looked('eighth', EIGHTH_INJECTED, EIGHTH_ORDINARY),
  ninth: () => looked('ninth', NINTH_INJECTED, NINTH_ORDINARY),
  tenth: () => looked('tenth', TENTH_INJECTED, TENTH_ORDINARY),
  eleventh: () => eleventh('kept'),
  'eleventh-learnt': () => eleventh('learnt'),
}
const rows: readonly Row[] = [
  ...Object.entries(SETS).flatMap(([name, read]) => (chosen === undefined || chosen === name ? read() : [])),
  ...files.flatMap(labelled),
]

const guardian = new PromptGuardian()
const groups = new Map<string, { injected: boolean; rows: number; right: number; doubt: number }>()
for (const row of rows) {
  const found = guardian.check(row.text)
  const key = `${row.injected ? 'injected' : 'ordinary'}\t${row.group}`
  const group = groups.get(key) ?? { injected: row.injected, rows: 0, right: 0, doubt: 0 }
  groups.set(key, group)
  group.rows++
  if (found.doubts.length > 0) group.doubt++
  if (found.injected === row.injected) group.right++
  else if (misses)
    console.log(
      `MISS ${key} ${row.id} ${found.score} ${found.evidence.join('; ')}\n     ${JSON.stringify(row.text.slice(0, 300))}`,
    )
}

const total = { injected: { rows: 0, right: 0, doubt: 0 }, ordinary: { rows: 0, right: 0, doubt: 0 } }
for (const [key, { injected, rows: count, right, doubt }] of [...groups].sort(([one], [other]) =>
  one < other ? -1 : 1,
)) {
  const [kind, name] = key.split('\t')
  const sum = injected ? total.injected : total.ordinary
  sum.rows += count
  sum.right += right
  sum.doubt += doubt
  console.log(
    `${kind}  ${name!.padEnd(46)} ${String(count).padStart(5)}  ${((100 * right) / count).toFixed(1).padStart(5)} % ${injected ? 'found' : 'clean'}, ${doubt} in doubt`,
  )
}
console.log(
  `injected  all ${total.injected.rows}: ${((100 * total.injected.right) / total.injected.rows).toFixed(1)} % found, ${total.injected.doubt} in doubt`,
)
console.log(
  `ordinary  all ${total.ordinary.rows}: ${((100 * (total.ordinary.rows - total.ordinary.right)) / total.ordinary.rows).toFixed(2)} % false alarms, ${total.ordinary.doubt} in doubt`,
)
