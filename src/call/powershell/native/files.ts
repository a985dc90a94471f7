import type { Kit, Program } from '../../shell/programs/program.ts'
import { dynamic, literal, show, textOf, type Word } from '../../word.ts'
import { isShare } from '../hosts.ts'
import { readSlashes } from './slashes.ts'
import { system } from './verbs.ts'

/** File programs and cmd builtins with Windows options. */
export const files: readonly Program[] = [
  { names: ['del', 'erase'], means: (kit) => removes(kit, readSlashes(kit.invocation.args).has('s')) },
  { names: ['rd', 'rmdir'], means: (kit) => removes(kit, readSlashes(kit.invocation.args).has('s')) },
  { names: ['copy', 'xcopy'], means: copy },
  { names: ['robocopy'], means: robocopy },
  { names: ['move'], means: move },
  { names: ['ren', 'rename'], means: rename },
  { names: ['type', 'more'], means: (kit) => shows(kit, 'content') },
  { names: ['dir', 'tree', 'where'], means: (kit) => shows(kit, 'names') },
  { names: ['md', 'mkdir'], means: (kit) => each(kit, (word) => kit.writes(word, 'directory')) },
  { names: ['mklink'], means: link },
  { names: ['find', 'findstr'], means: search },
  { names: ['fc', 'comp', 'sort'], means: (kit) => shows(kit, 'content') },
  { names: ['attrib'], means: attrib },
  { names: ['icacls', 'cacls', 'xcacls'], means: access },
  { names: ['cipher'], means: cipher },
  { names: ['touch'], means: (kit) => each(kit, (word) => kit.writes(word, 'create')) },
  // It computes for a person who presses its keys; in a command it stands for whatever else could be started so.
  { names: ['calc', 'calculator', 'win32calc'], means: (kit) => kit.opaque('interactive') },
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

function each(kit: Kit, deed: (word: Word) => void): void {
  for (const word of readSlashes(kit.invocation.args).operands) deed(word)
}

function quiet(kit: Kit): void {
  const { program, args } = kit.invocation
  if (program === 'code' && args.some((word) => /^(?:tunnel|serve-web)$/i.test(show(word)))) {
    kit.tell({ does: 'open-door', what: 'remote-access' })
    return
  }
  if (['notepad', 'write', 'wordpad', 'code'].includes(kit.invocation.program)) each(kit, (word) => kit.reads(word))
}

function removes(kit: Kit, recursive: boolean): void {
  const { operands } = readSlashes(kit.invocation.args)
  for (const word of operands) kit.deletes(word, { recursive })
  if (operands.length === 0) kit.opaque('unknown-option')
}

function copy(kit: Kit): void {
  const read = readSlashes(kit.invocation.args)
  const operands = read.operands.filter((word) => textOf(word) !== '+')
  const target = operands.length > 1 ? operands.at(-1)! : literal('.')
  const sources = operands.length > 1 ? operands.slice(0, -1) : operands
  const recursive = kit.invocation.program === 'xcopy' && read.has('s', 'e')
  for (const word of sources) {
    kit.reads(word, 'content', { recursive })
    kit.writes(landing(kit, word, target), 'overwrite', { kind: 'copy', of: kit.place(word) })
  }
  reachesShare(kit, sources[0], target)
}

/** Sending content to another machine's share is sending it over the network. */
function reachesShare(kit: Kit, source: Word | undefined, target: Word): void {
  if (isShare(show(target)))
    kit.contacts(target, 'copy', 'data', source ? { from: 'file', place: kit.place(source) } : { from: 'unknown' })
  if (source && isShare(show(source))) kit.contacts(source, 'copy')
}

/** A copy into a directory lands under its own name. */
function landing(kit: Kit, source: Word, target: Word): Word {
  const into = textOf(target)
  const from = textOf(source)
  if (into === undefined || from === undefined || /[*?]/.test(from)) return target
  const place = kit.place(target)
  const directory =
    /[\\/]$/.test(into) || into === '.' || (place.kind === 'path' && kit.world.look(place.real) === 'directory')
  return directory ? literal(`${into.replace(/[\\/]$/, '')}/${from.replaceAll('\\', '/').split('/').at(-1)!}`) : target
}

function robocopy(kit: Kit): void {
  const read = readSlashes(kit.invocation.args)
  const [source, target] = read.operands
  if (!source || !target) {
    kit.opaque('unknown-option')
    return
  }
  kit.reads(source, 'content', { recursive: true })
  kit.writes(target, 'directory', { kind: 'copy', of: kit.place(source) })
  if (read.has('mir', 'purge')) kit.deletes(target, { recursive: true, filtered: true })
  if (read.has('mov', 'move')) kit.deletes(source, { recursive: true, movedTo: kit.place(target) })
  reachesShare(kit, source, target)
}

function move(kit: Kit): void {
  const { operands } = readSlashes(kit.invocation.args)
  const target = operands.length > 1 ? operands.at(-1)! : literal('.')
  for (const word of operands.length > 1 ? operands.slice(0, -1) : operands) {
    const to = landing(kit, word, target)
    kit.deletes(word, { recursive: true, movedTo: kit.place(to) })
    kit.writes(to, 'overwrite', { kind: 'copy', of: kit.place(word) })
    reachesShare(kit, word, to)
  }
}

function rename(kit: Kit): void {
  const [from, to] = readSlashes(kit.invocation.args).operands
  if (!from || !to) {
    kit.opaque('unknown-option')
    return
  }
  const path = textOf(from)
  const name = textOf(to)
  const target =
    path === undefined || name === undefined || /[\\/]/.test(name) || !/[\\/]/.test(path)
      ? to
      : literal(`${path.replace(/[^\\/]*$/, '')}${name}`)
  kit.deletes(from, { movedTo: kit.place(target) })
  kit.writes(target, 'overwrite', { kind: 'copy', of: kit.place(from) })
}

function shows(kit: Kit, extent: 'names' | 'content'): void {
  const read = readSlashes(kit.invocation.args, kit.invocation.program === 'where' ? ['r'] : [])
  const from = read.value('r')
  if (from) kit.reads(from, 'names', { recursive: true })
  if (kit.invocation.program === 'where') return
  for (const word of read.operands) {
    kit.reads(word, extent, { recursive: read.has('s') })
    reachesShare(kit, word, literal('.'))
  }
  if (extent === 'names' && read.operands.length === 0) kit.reads(literal('.'), 'names', { recursive: read.has('s') })
  if (extent === 'content' && read.operands.length > 0)
    kit.puts({ kind: 'file', places: read.operands.map((word) => kit.place(word)) })
}

function link(kit: Kit): void {
  const [from, to] = readSlashes(kit.invocation.args).operands
  if (from && to) {
    kit.writes(from, 'link', { kind: 'copy', of: kit.place(to) })
    if (isShare(show(to))) kit.contacts(to, 'copy', 'unknown')
  } else kit.opaque('unknown-option')
}

function search(kit: Kit): void {
  const read = readSlashes(kit.invocation.args)
  const pattern = read.value('c') ?? read.operands[0]
  const where = read.value('c') ? read.operands : read.operands.slice(1)
  for (const word of where) kit.reads(word, 'content', { recursive: read.has('s') })
  const text = pattern ? show(pattern) : ''
  if (
    where.length > 0 &&
    /pass(?:word|wd)?|cpassword|secret|credential|api[_-]?key/i.test(text) &&
    where.some((word) => /[*?]/.test(show(word)))
  )
    kit.tell({ does: 'read-secret', store: 'other', target: `files that mention ${text}` })
  if (where.length > 0) kit.puts({ kind: 'file', places: where.map((word) => kit.place(word)) })
}

function attrib(kit: Kit): void {
  const args = kit.invocation.args
  const changes = args.filter((word) => /^[+-][rashoixpu]$/i.test(show(word)))
  const paths = args.filter((word) => !/^(?:[+-][rashoixpu]|\/[sdl])$/i.test(show(word)))
  if (changes.length === 0) {
    for (const word of paths) kit.reads(word, 'names')
    return
  }
  const hides = changes.some((word) => /^\+[hs]$/i.test(show(word)))
  for (const word of paths) {
    kit.tell({
      does: 'change-access',
      place: kit.place(word),
      grants: 'other',
      recursive: args.some((arg) => /^\/s$/i.test(show(arg))),
    })
    if (hides) kit.tell(system('hide', show(word)))
  }
}

function access(kit: Kit): void {
  const read = readSlashes(
    kit.invocation.args,
    ['grant', 'deny', 'remove', 'save', 'restore', 'setowner', 'g', 'p', 'd', 'e', 'inheritance'].filter(
      (name) => name !== 'e',
    ),
  )
  const target = read.operands[0]
  if (!target) {
    kit.opaque('unknown-option')
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
    kit.reads(target, 'names')
    return
  }
  const line = kit.invocation.args.map((word) => show(word)).join(' ')
  const everyone = /everyone|\*?s-1-1-0|authenticated users|\busers\b|\bguest/i.test(line) && read.has('grant', 'g')
  kit.tell({
    does: 'change-access',
    place: kit.place(target),
    grants: everyone ? 'everyone' : read.has('setowner') ? 'owner' : read.has('deny', 'remove') ? 'less' : 'other',
    recursive: read.has('t'),
  })
}

function cipher(kit: Kit): void {
  const read = readSlashes(kit.invocation.args)
  const wiped = read.value('w')
  if (wiped) kit.tell(system('destroy-disk', show(wiped)))
  else if (read.has('e', 'd')) {
    for (const word of read.operands)
      kit.tell({ does: 'write-file', place: kit.place(word), how: 'overwrite', content: { kind: 'unknown' } })
    kit.tell(system(read.has('e') ? 'hide' : 'change-configuration', 'file encryption'))
    if (read.operands.length === 0) kit.writes(dynamic('.'), 'overwrite')
  } else kit.tell({ does: 'read-system', what: 'security' })
}
