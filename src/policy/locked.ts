import type { Problem } from './policy.ts'
import { LOCKABLE, type Lockable } from './lockable.ts'
import { showKey, type ReadSettings } from './read-settings.ts'
import type { Settings } from './settings.ts'
import { isRemoval } from './trust.ts'
import { TRUST_KINDS } from '../call/trust.ts'

export function everyLock(said: readonly ('*' | Lockable)[]): readonly Lockable[] {
  return said.includes('*') ? LOCKABLE : LOCKABLE.filter((key) => said.includes(key))
}

type Path = readonly (string | number)[]

/** What of a locked key others still have a say in: only what cannot loosen. Returns the rest, and what was left out. */
type Lock = (settings: Settings) => { readonly left: Settings; readonly out: readonly Path[] }

const LOCKS: Readonly<Record<Lockable, Lock>> = {
  'permissions.allow': permission('allow'),
  'permissions.defaultMode': permission('defaultMode'),
  'permissions.additionalDirectories': permission('additionalDirectories'),
  autoMode: (settings) => {
    const { autoMode } = settings
    if (autoMode === undefined) return { left: settings, out: [] }
    const { classifyAllShell, ...prose } = autoMode
    const stricter = classifyAllShell === true ? { autoMode: { classifyAllShell } } : {}
    const { autoMode: _gone, ...left } = settings
    return { left: { ...left, ...stricter }, out: Object.keys(prose).map((key) => ['autoMode', key]) }
  },
  classifier: whole('classifier'),
  guardian: whole('guardian'),
  admission: whole('admission'),
  approvals: whole('approvals'),
  results: whole('results'),
  containment: whole('containment', 'containmentOrder', 'containmentNetwork'),
  flags: whole('flags'),
  channels: whole('channels'),
  notify: whole('notify'),
  firewall: (settings) => {
    const { firewall } = settings
    if (firewall === undefined) return { left: settings, out: [] }
    const clears = (['readWrite', 'writeOnly'] as const).filter((list) => firewall[list]?.some(isRemoval))
    const closing = Object.fromEntries(
      Object.entries(firewall).map(([list, entries]) => [list, entries?.filter((entry) => !isRemoval(entry))]),
    )
    return { left: { ...settings, firewall: closing }, out: clears.map((list) => ['firewall', list]) }
  },
  trust: (settings) => {
    const { trustedHosts, trust, ...left } = settings
    const added = TRUST_KINDS.filter((kind) => trust?.[kind]?.every(isRemoval) === false || trust?.[kind]?.length === 0)
    const removals = Object.fromEntries(
      TRUST_KINDS.flatMap((kind) => {
        const kept = trust?.[kind]?.filter(isRemoval) ?? []
        return kept.length === 0 ? [] : [[kind, kept]]
      }),
    )
    return {
      left: trust === undefined ? left : { ...left, trust: removals },
      out: [...(trustedHosts === undefined ? [] : [['trustedHosts']]), ...added.map((kind) => ['trust', kind])],
    }
  },
  tools: whole('tools'),
  programs: whole('programs'),
  powershellAutoMode: whole('powershellAutoMode'),
  trustedWorkspaces: whole('trustedWorkspaces'),
  readClaudeSettings: whole('readClaudeSettings'),
}

function whole(...keys: readonly (keyof Settings)[]): Lock {
  return (settings) => {
    const out = keys.filter((key) => settings[key] !== undefined)
    const left = { ...settings }
    for (const key of out) delete left[key]
    return { left, out: out.map((key) => [key]) }
  }
}

function permission(key: 'allow' | 'defaultMode' | 'additionalDirectories'): Lock {
  return (settings) => {
    if (settings.permissions?.[key] === undefined) return { left: settings, out: [] }
    const permissions = { ...settings.permissions }
    delete permissions[key]
    return { left: { ...settings, permissions }, out: [['permissions', key]] }
  }
}

/** A file without what it may not say: what is locked has no effect, and a notice says so. */
export function withoutLocked(
  read: ReadSettings,
  file: string,
  locked: readonly Lockable[],
): { readonly read: ReadSettings; readonly notices: readonly Problem[] } {
  let { settings } = read
  const notices: Problem[] = []
  for (const key of locked) {
    const { left, out } = LOCKS[key](settings)
    settings = left
    for (const path of out)
      notices.push({
        file,
        line: read.lineOf(path),
        key: showKey(path),
        message: `has no effect: managed settings lock \`${key}\``,
      })
  }
  return { read: { settings, lineOf: read.lineOf }, notices }
}
