import type { ProgramContext, Program } from '../../shell/programs/program.ts'
import { dynamic, literal, show, textOf, type Word } from '../../word.ts'
import { isShare } from '../hosts.ts'
import { readSlashes } from './slashes.ts'
import { system } from './verbs.ts'

/** File programs and cmd builtins with Windows options. */
export const files: readonly Program[] = [
  { names: ['del', 'erase'], means: (context) => removes(context, readSlashes(context.invocation.args).has('s')) },
  { names: ['rd', 'rmdir'], means: (context) => removes(context, readSlashes(context.invocation.args).has('s')) },
  { names: ['copy', 'xcopy'], means: copy },
  { names: ['robocopy'], means: robocopy },
  { names: ['move'], means: move },
  { names: ['ren', 'rename'], means: rename },
  { names: ['type', 'more'], means: (context) => shows(context, 'content') },
  { names: ['dir', 'tree', 'where'], means: (context) => shows(context, 'names') },
  { names: ['md', 'mkdir'], means: (context) => each(context, (word) => context.writes(word, 'directory')) },
  { names: ['mklink'], means: link },
  { names: ['find', 'findstr'], means: search },
  { names: ['fc', 'comp', 'sort'], means: (context) => shows(context, 'content') },
  { names: ['attrib'], means: attrib },
  { names: ['icacls', 'cacls', 'xcacls'], means: access },
  { names: ['cipher'], means: cipher },
  { names: ['touch'], means: (context) => each(context, (word) => context.writes(word, 'create')) },
  // It computes for a person who presses its keys; in a command it stands for whatever else could be started so.
  { names: ['calc', 'calculator', 'win32calc'], means: (context) => context.opaque('interactive') },
  {
    names: [
      'notepad',
      'write',
      'wordpad',
      'mspaint',
      'code',
      'cls',
      'clear',
      'title',
      'color',
      'pause',
      'prompt',
      'rem',
      'exit',
      'goto',
      'shift',
      'setlocal',
      'endlocal',
      'verify',
      'break',
      'path',
      'timeout',
      'choice',
      'help',
      'popd',
      'doskey',
      'clip',
      'lpr',
      'eventvwr.msc',
      'charmap',
      'snippingtool',
    ],
    means: quiet,
  },
]

function each(context: ProgramContext, deed: (word: Word) => void): void {
  for (const word of readSlashes(context.invocation.args).operands) deed(word)
}

function quiet(context: ProgramContext): void {
  const { program, args } = context.invocation
  if (program === 'code' && args.some((word) => /^(?:tunnel|serve-web)$/i.test(show(word)))) {
    context.record({ does: 'open-door', what: 'remote-access' })
    return
  }
  if (['notepad', 'write', 'wordpad', 'code'].includes(context.invocation.program))
    each(context, (word) => context.reads(word))
}

function removes(context: ProgramContext, recursive: boolean): void {
  const { operands } = readSlashes(context.invocation.args)
  for (const word of operands) context.deletes(word, { recursive })
  if (operands.length === 0) context.opaque('unknown-option')
}

function copy(context: ProgramContext): void {
  const read = readSlashes(context.invocation.args)
  const operands = read.operands.filter((word) => textOf(word) !== '+')
  const target = operands.length > 1 ? operands.at(-1)! : literal('.')
  const sources = operands.length > 1 ? operands.slice(0, -1) : operands
  const recursive = context.invocation.program === 'xcopy' && read.has('s', 'e')
  for (const word of sources) {
    context.reads(word, 'content', { recursive })
    context.writes(landing(context, word, target), 'overwrite', { kind: 'copy', of: context.place(word) })
  }
  reachesShare(context, sources[0], target)
}

/** Sending content to another machine's share is sending it over the network. */
function reachesShare(context: ProgramContext, source: Word | undefined, target: Word): void {
  if (isShare(show(target)))
    context.contacts(
      target,
      'copy',
      'data',
      source ? { from: 'file', place: context.place(source) } : { from: 'unknown' },
    )
  if (source && isShare(show(source))) context.contacts(source, 'copy')
}

/** A copy into a directory lands under its own name. */
function landing(context: ProgramContext, source: Word, target: Word): Word {
  const into = textOf(target)
  const from = textOf(source)
  if (into === undefined || from === undefined || /[*?]/.test(from)) return target
  const place = context.place(target)
  const directory =
    /[\\/]$/.test(into) || into === '.' || (place.kind === 'path' && context.world.look(place.real) === 'directory')
  return directory ? literal(`${into.replace(/[\\/]$/, '')}/${from.replaceAll('\\', '/').split('/').at(-1)!}`) : target
}

function robocopy(context: ProgramContext): void {
  const read = readSlashes(context.invocation.args)
  const [source, target] = read.operands
  if (!source || !target) {
    context.opaque('unknown-option')
    return
  }
  context.reads(source, 'content', { recursive: true })
  context.writes(target, 'directory', { kind: 'copy', of: context.place(source) })
  if (read.has('mir', 'purge')) context.deletes(target, { recursive: true, filtered: true })
  if (read.has('mov', 'move')) context.deletes(source, { recursive: true, movedTo: context.place(target) })
  reachesShare(context, source, target)
}

function move(context: ProgramContext): void {
  const { operands } = readSlashes(context.invocation.args)
  const target = operands.length > 1 ? operands.at(-1)! : literal('.')
  for (const word of operands.length > 1 ? operands.slice(0, -1) : operands) {
    const to = landing(context, word, target)
    context.deletes(word, { recursive: true, movedTo: context.place(to) })
    context.writes(to, 'overwrite', { kind: 'copy', of: context.place(word) })
    reachesShare(context, word, to)
  }
}

function rename(context: ProgramContext): void {
  const [from, to] = readSlashes(context.invocation.args).operands
  if (!from || !to) {
    context.opaque('unknown-option')
    return
  }
  const path = textOf(from)
  const name = textOf(to)
  const target =
    path === undefined || name === undefined || /[\\/]/.test(name) || !/[\\/]/.test(path)
      ? to
      : literal(`${path.replace(/[^\\/]*$/, '')}${name}`)
  context.deletes(from, { movedTo: context.place(target) })
  context.writes(target, 'overwrite', { kind: 'copy', of: context.place(from) })
}

function shows(context: ProgramContext, extent: 'names' | 'content'): void {
  const read = readSlashes(context.invocation.args, context.invocation.program === 'where' ? ['r'] : [])
  const from = read.value('r')
  if (from) context.reads(from, 'names', { recursive: true })
  if (context.invocation.program === 'where') return
  for (const word of read.operands) {
    context.reads(word, extent, { recursive: read.has('s') })
    reachesShare(context, word, literal('.'))
  }
  if (extent === 'names' && read.operands.length === 0)
    context.reads(literal('.'), 'names', { recursive: read.has('s') })
  if (extent === 'content' && read.operands.length > 0)
    context.puts({ kind: 'file', places: read.operands.map((word) => context.place(word)) })
}

function link(context: ProgramContext): void {
  const [from, to] = readSlashes(context.invocation.args).operands
  if (from && to) {
    context.writes(from, 'link', { kind: 'copy', of: context.place(to) })
    if (isShare(show(to))) context.contacts(to, 'copy', 'unknown')
  } else context.opaque('unknown-option')
}

function search(context: ProgramContext): void {
  const read = readSlashes(context.invocation.args)
  const pattern = read.value('c') ?? read.operands[0]
  const where = read.value('c') ? read.operands : read.operands.slice(1)
  for (const word of where) context.reads(word, 'content', { recursive: read.has('s') })
  const text = pattern ? show(pattern) : ''
  if (
    where.length > 0 &&
    /pass(?:word|wd)?|cpassword|secret|credential|api[_-]?key/i.test(text) &&
    where.some((word) => /[*?]/.test(show(word)))
  )
    context.record({ does: 'read-secret', store: 'other', target: `files that mention ${text}` })
  if (where.length > 0) context.puts({ kind: 'file', places: where.map((word) => context.place(word)) })
}

function attrib(context: ProgramContext): void {
  const args = context.invocation.args
  const changes = args.filter((word) => /^[+-][rashoixpu]$/i.test(show(word)))
  const paths = args.filter((word) => !/^(?:[+-][rashoixpu]|\/[sdl])$/i.test(show(word)))
  if (changes.length === 0) {
    for (const word of paths) context.reads(word, 'names')
    return
  }
  const hides = changes.some((word) => /^\+[hs]$/i.test(show(word)))
  for (const word of paths) {
    context.record({
      does: 'change-access',
      place: context.place(word),
      grants: 'other',
      recursive: args.some((arg) => /^\/s$/i.test(show(arg))),
    })
    if (hides) context.record(system('hide', show(word)))
  }
}

function access(context: ProgramContext): void {
  const read = readSlashes(
    context.invocation.args,
    ['grant', 'deny', 'remove', 'save', 'restore', 'setowner', 'g', 'p', 'd', 'e', 'inheritance'].filter(
      (name) => name !== 'e',
    ),
  )
  const target = read.operands[0]
  if (!target) {
    context.opaque('unknown-option')
    return
  }
  const changing = [
    'grant',
    'grant:r',
    'deny',
    'remove',
    'setowner',
    'inheritance',
    'reset',
    'restore',
    'setintegritylevel',
    'substitute',
    'g',
    'p',
  ]
  if (!changing.some((name) => read.has(name))) {
    context.reads(target, 'names')
    return
  }
  const line = context.invocation.args.map((word) => show(word)).join(' ')
  const everyone = /everyone|\*?s-1-1-0|authenticated users|\busers\b|\bguest/i.test(line) && read.has('grant', 'g')
  context.record({
    does: 'change-access',
    place: context.place(target),
    grants: everyone ? 'everyone' : read.has('setowner') ? 'owner' : read.has('deny', 'remove') ? 'less' : 'other',
    recursive: read.has('t'),
  })
}

function cipher(context: ProgramContext): void {
  const read = readSlashes(context.invocation.args)
  const wiped = read.value('w')
  if (wiped) context.record(system('destroy-disk', show(wiped)))
  else if (read.has('e', 'd')) {
    for (const word of read.operands)
      context.record({ does: 'write-file', place: context.place(word), how: 'overwrite', content: { kind: 'unknown' } })
    context.record(system(read.has('e') ? 'hide' : 'change-configuration', 'file encryption'))
    if (read.operands.length === 0) context.writes(dynamic('.'), 'overwrite')
  } else context.record({ does: 'read-system', what: 'security' })
}
