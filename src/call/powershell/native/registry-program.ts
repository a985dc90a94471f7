import type { ProgramContext, Program } from '../../shell/programs/program.ts'
import { dynamic, show, textOf } from '../../word.ts'
import { registryChange, registryKey, registryRead } from './registry.ts'
import { readSlashes } from './slashes.ts'

/** reg.exe and regedit. */
export const registryPrograms: readonly Program[] = [
  { names: ['reg'], means: reg },
  { names: ['regedit', 'regedt32', 'regini'], means: importsKeys },
]

function reg(context: ProgramContext): void {
  const [verb, ...args] = context.invocation.args
  const read = readSlashes(
    args,
    ['v', 't', 'd', 's', 'f', 'reg', 'c', 'se'].filter((name) => takesValue(verb && textOf(verb), name)),
  )
  const key = read.operands[0]
  const name = read.value('v')
  const path = key ? show(key) : ''
  switch (textOf(verb)?.toLowerCase()) {
    case 'query':
    case 'compare': {
      context.record(registryRead(path))
      const wanted = read.value('f')
      if (wanted && /pass|pwd|cred|secret|token|key/i.test(show(wanted)))
        context.record({ does: 'read-secret', store: 'other', target: `${path} ${show(wanted)}` })
      return
    }
    case 'add':
    case 'delete':
      context.record(registryChange(path, name ? show(name) : ''))
      return
    case 'copy':
      context.record(registryChange(read.operands[1] ? show(read.operands[1]) : '', ''))
      return
    case 'save':
    case 'export': {
      const secret =
        /^hklm\\*(?:sam|security|system)(?:\\|$)/.test(registryKey(path)) &&
        (registryKey(path).split('\\').length < 4 || /control\\lsa(?:\\|$)/.test(registryKey(path)))
      if (secret) context.record({ does: 'read-secret', store: 'other', target: registryKey(path) })
      else context.record(registryRead(path))
      context.writes(read.operands[1] ?? dynamic('reg save'), 'overwrite')
      return
    }
    case 'import':
    case 'restore':
    case 'load':
    case 'unload':
      for (const word of read.operands) if (/[\\/.]/.test(show(word)) && !/^hk/i.test(show(word))) context.reads(word)
      context.record({ does: 'change-system', deed: 'change-registry', target: show(key ?? dynamic('?')) })
      context.opaque('unreadable-code', context.invocation.evidence)
      return
    case 'flags':
      context.record({ does: 'read-system', what: 'machine' })
      return
    case undefined:
      context.opaque('dynamic-code')
      return
    default:
      if (verb && !/^[/-]\?$/.test(show(verb))) context.opaque('unknown-subcommand')
  }
}

function takesValue(verb: string | undefined, name: string): boolean {
  switch (verb?.toLowerCase()) {
    case 'add':
      return ['v', 't', 'd', 's'].includes(name)
    case 'query':
      return ['v', 'f', 't'].includes(name)
    case 'delete':
      return name === 'v'
    default:
      return false
  }
}

function importsKeys(context: ProgramContext): void {
  const read = readSlashes(context.invocation.args)
  for (const word of read.operands) context.reads(word)
  if (read.operands.length === 0) {
    context.opaque('interactive')
    return
  }
  context.record({ does: 'change-system', deed: 'change-registry', target: show(read.operands[0]!) })
  context.opaque('unreadable-code')
}
