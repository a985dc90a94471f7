import { TRUST_KINDS, type TrustKind } from '../../call/trust.ts'
import { visible } from '../../call/visible.ts'
import type { Policy } from '../../policy/policy.ts'
import { TRUST_DEFAULTS } from '../../policy/trust.ts'
import { table } from './table.ts'

/** Who is trusted, in one line per list: how many are built in, and what the settings made of it. */
export function trustText({ trust }: Policy): string {
  const rows = TRUST_KINDS.map((kind) => {
    const { added, missing } = changes(trust, kind)
    const kept = TRUST_DEFAULTS[kind].defaults.length - missing.length
    const { not } = trust[kind]
    return [
      kind,
      kept === 0 ? '' : `${kept} built in`,
      visible([...added.map((entry) => `+${entry}`), ...not.map((entry) => `!${entry}`)].join(' ')),
    ]
  })
  return `\n${table(['trusted', '', 'by settings'], rows)}\`--trust\` shows every entry\n`
}

/** Every entry of every list. */
export function wholeTrustText({ trust }: Policy): string {
  return TRUST_KINDS.map((kind) => {
    const { trusted, not } = trust[kind]
    const entries = [...trusted, ...not.map((entry) => `!${entry}`)]
    const list = entries.length === 0 ? '  nobody\n' : wrapped(entries.map((entry) => visible(entry)))
    return `\ntrust.${kind}: ${TRUST_DEFAULTS[kind].says}\n${list}`
  }).join('')
}

function changes(
  trust: Policy['trust'],
  kind: TrustKind,
): { readonly added: readonly string[]; readonly missing: readonly string[] } {
  const builtIn = new Set(TRUST_DEFAULTS[kind].defaults)
  const trusted = new Set(trust[kind].trusted)
  return {
    added: [...trusted].filter((entry) => !builtIn.has(entry)),
    missing: [...builtIn].filter((entry) => !trusted.has(entry)),
  }
}

const WIDTH = 100

function wrapped(entries: readonly string[]): string {
  const lines: string[] = []
  for (const entry of entries) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + entry.length < WIDTH) lines[lines.length - 1] = `${last} ${entry}`
    else lines.push(`  ${entry}`)
  }
  return `${lines.join('\n')}\n`
}
