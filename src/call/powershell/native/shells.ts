import type { ProgramContext, Program } from '../../shell/programs/program.ts'
import { dynamic, literal, show, textOf, type Word } from '../../word.ts'
import { hostName, isShare, isUrl } from '../hosts.ts'
import { joinWords, readSlashes } from './slashes.ts'
import { MACHINE, system } from './verbs.ts'

/** Programs that start others: the shells themselves, start, call, wmic, at, taskkill, wsl. */
export const shells: readonly Program[] = [
  { names: ['powershell', 'pwsh', 'powershell_ise', 'pwsh-preview'], means: powershell },
  { names: ['cmd', 'command'], means: cmd },
  { names: ['start'], means: start },
  { names: ['call'], means: (context) => context.runs(context.invocation.args, { via: 'call' }) },
  { names: ['wsl'], means: wsl },
  { names: ['wmic'], means: wmic },
  { names: ['at'], means: at },
  { names: ['taskkill', 'tskill', 'pskill'], means: kills },
]

/** Parameters of powershell.exe by their shortest accepted prefix. */
const PARAMETERS: readonly (readonly [string, number, 'flag' | 'value' | 'command' | 'file' | 'encoded'])[] = [
  ['encodedcommand', 1, 'encoded'],
  ['ec', 2, 'encoded'],
  ['command', 1, 'command'],
  ['commandwithargs', 8, 'command'],
  ['cwa', 3, 'command'],
  ['file', 1, 'file'],
  ['executionpolicy', 2, 'value'],
  ['ep', 2, 'value'],
  ['windowstyle', 1, 'value'],
  ['version', 1, 'value'],
  ['psconsolefile', 2, 'value'],
  ['inputformat', 2, 'value'],
  ['outputformat', 1, 'value'],
  ['configurationname', 6, 'value'],
  ['workingdirectory', 2, 'value'],
  ['wd', 2, 'value'],
  ['settingsfile', 2, 'value'],
  ['custompipename', 2, 'value'],
  ['encodedarguments', 8, 'value'],
  ['noprofile', 3, 'flag'],
  ['noninteractive', 4, 'flag'],
  ['nologo', 3, 'flag'],
  ['noexit', 3, 'flag'],
  ['sta', 1, 'flag'],
  ['mta', 1, 'flag'],
  ['login', 1, 'flag'],
  ['interactive', 1, 'flag'],
  ['help', 1, 'flag'],
]

function powershell(context: ProgramContext): void {
  const { args } = context.invocation
  for (let index = 0; index < args.length; index++) {
    const word = args[index]!
    const typed = /^[-/]{1,2}([A-Za-z?]+)(?::(.*))?$/s.exec(textOf(word) ?? '')
    if (!typed) {
      if (textOf(word) === '-') context.stdinAsCode('powershell')
      else if (/\.ps1$/i.test(show(word))) context.file(word, 'powershell', args.slice(index + 1))
      else context.code('powershell', joinWords(args.slice(index)), { via: 'powershell' })
      return
    }
    const name = typed[1]!.toLowerCase()
    const found = PARAMETERS.find(
      ([full, least]) => full.startsWith(name) && name.length >= Math.min(least, full.length),
    )
    switch (found?.[2]) {
      case 'encoded': {
        const text = textOf(args[index + 1])
        const decoded = text === undefined ? undefined : decodeCommand(text)
        context.code('powershell', decoded === undefined ? dynamic(show(args[index + 1] ?? word)) : literal(decoded), {
          via: 'powershell -EncodedCommand',
        })
        return
      }
      case 'command': {
        const code = args.slice(index + 1)
        if (code.length === 1 && textOf(code[0]) === '-') context.stdinAsCode('powershell')
        else if (code.length > 0) context.code('powershell', unwrapped(joinWords(code)), { via: 'powershell -Command' })
        return
      }
      case 'file': {
        const script = args[index + 1]
        if (script && textOf(script) === '-') context.stdinAsCode('powershell')
        else if (script) context.file(script, 'powershell', args.slice(index + 2))
        return
      }
      case 'value':
        // An agent's command has no window; who hides one hides it from a person.
        if (found?.[0] === 'windowstyle' && /^h/i.test(show(args[index + 1] ?? word)))
          context.record(system('hide', 'a window'))
        if (found?.[0].startsWith('version') && /^[12](\.|$)/.test(show(args[index + 1] ?? word)))
          context.record(system('disable-security', 'PowerShell 2 has no script logging or scanning'))
        index++
        break
      case 'flag':
        break
      case undefined:
        context.opaque('unknown-option', `powershell ${show(word)}`)
        return
    }
  }
  context.stdinAsCode('powershell')
}

/** `powershell -Command "& { … }"` and `{ … }` run what is inside. */
function unwrapped(word: Word): Word {
  const text = textOf(word)
  const inner = text === undefined ? undefined : /^\s*"(.*)"\s*$/s.exec(text)?.[1]
  return inner === undefined || inner.includes('"') ? word : literal(inner)
}

/** UTF-16LE in base64. Undefined when it is neither. */
export function decodeCommand(encoded: string): string | undefined {
  const clean = encoded.replace(/\s/g, '')
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(clean)) return undefined
  const bytes = Uint8Array.from(
    atob(clean.slice(0, clean.length - (clean.replace(/=+$/, '').length % 4 === 1 ? 1 : 0))),
    (char) => char.charCodeAt(0),
  )
  const text = new TextDecoder('utf-16le').decode(bytes)
  return text.includes('\ufffd') ? undefined : text
}

function cmd(context: ProgramContext): void {
  const { args } = context.invocation
  const at = args.findIndex((word) => /^\/[ckr]/i.test(show(word)))
  if (at < 0) {
    if (args.some((word) => !show(word).startsWith('/'))) context.opaque('unknown-option')
    else context.stdinAsCode('cmd')
    return
  }
  const attached = show(args[at]!).slice(2)
  const words = attached === '' ? args.slice(at + 1) : [literal(attached), ...args.slice(at + 1)]
  if (words.length === 0) context.opaque('interactive')
  else context.code('cmd', unquotedLine(words), { via: 'cmd /c' })
}

function unquotedLine(words: readonly Word[]): Word {
  if (words.length === 1) return words[0]!
  const line = words.map((word) => {
    const text = textOf(word)
    return text !== undefined && /[\s]/.test(text) && !/[&|<>"]/.test(text) ? literal(`"${text}"`) : word
  })
  return joinWords(line)
}

function start(context: ProgramContext): void {
  const rest = [...context.invocation.args]
  while (rest.length > 0) {
    const text = show(rest[0]!)
    if (/^\/d$/i.test(text)) rest.splice(0, 2)
    else if (/^\/\w/.test(text) || /^\/[a-z]+:/i.test(text)) rest.shift()
    else break
  }
  // The first quoted word is the window's title; quotes are gone by now, so a word that is no program is taken as one.
  const first = rest[0] ? show(rest[0]) : ''
  if (rest.length > 1 && (first === '' || (/\s/.test(first) && !/[\\/]/.test(first)))) rest.shift()
  if (rest.length === 0) return
  if (isUrl(show(rest[0]!))) context.contacts(rest[0]!, 'fetch')
  else context.runs(rest, { via: 'start' })
}

function wsl(context: ProgramContext): void {
  const { args } = context.invocation
  if (args.some((word) => /^(?:--list|-l|--status|--version|--help|-v)$/.test(show(word)))) {
    context.record(MACHINE)
    return
  }
  if (args.some((word) => /^(?:--unregister)$/.test(show(word)))) {
    context.record(system('destroy-disk', 'a Linux distribution'))
    return
  }
  let index = 0
  while (index < args.length && show(args[index]!).startsWith('-')) {
    if (/^(?:-e|--exec|--)$/.test(show(args[index]!))) {
      index++
      break
    }
    index += 2
  }
  const command = args.slice(index)
  const words = command.length > 1 ? command.map((word) => quoted(word)) : command
  if (words.length > 0) context.code('shell', joinWords(words), { via: 'wsl' })
  else context.opaque('interactive')
}

/** A word with spaces as a POSIX shell keeps it together. A single one is a line of its own. */
function quoted(word: Word): Word {
  const text = textOf(word)
  return text !== undefined && /\s/.test(text) ? literal(`'${text.replaceAll("'", String.raw`'\''`)}'`) : word
}

function wmic(context: ProgramContext): void {
  const { args } = context.invocation
  const line = show(joinWords(args))
  const node = /\/node:\s*"?([^"\s]+)/i.exec(line)?.[1]
  const remote = node !== undefined && !/^(?:localhost|127\.|\.)/i.test(node)
  const where = remote ? ({ kind: 'remote', host: node } as const) : undefined
  if (remote) {
    context.contacts(literal(node), 'shell', 'data')
    context.record({ does: 'open-door', what: 'remote-access', address: node })
  }
  const format = /\/format:\s*"?([^"\s]+)/i.exec(line)?.[1]
  if (format !== undefined && (isUrl(format) || isShare(format) || /[\\/.]/.test(format))) {
    const network = isUrl(format) || isShare(format)
    if (network) context.contacts(literal(format), 'fetch')
    context.record({
      does: 'run-code',
      language: 'other',
      origin: network ? 'network' : 'file',
      seenThrough: false,
      ...(network ? { host: hostName(literal(format)) } : {}),
    })
  }
  const created = /process\s+call\s+create\s+(.+)$/is.exec(line)?.[1]
  if (created !== undefined) {
    const command = created.trim().replace(/^["']|["']$/g, '')
    context.code('cmd', literal(command), { via: 'wmic', ...(where ? { where } : {}) })
    context.record({ does: 'run-code', language: 'binary', origin: 'dynamic', seenThrough: false })
    return
  }
  if (/shadowcopy/i.test(line)) {
    if (/delete/i.test(line)) context.record(system('remove-backup', 'shadow copies'))
    else if (/create/i.test(line)) context.record({ does: 'read-secret', store: 'other', target: 'shadow copy' })
    else context.record(MACHINE)
    return
  }
  if (/defender|msft_mppreference/i.test(line)) context.record(system('disable-security', line.slice(0, 200)))
  else if (/product.*(?:uninstall|install)/is.test(line)) context.record(system('remove-package', line.slice(0, 200)))
  else if (/process.*(?:delete|terminate)/is.test(line))
    context.record({ does: 'end-process', whose: 'named', target: line.slice(0, 200) })
  else if (/useraccount.*(?:set|rename|call)|group.*(?:set|call)/is.test(line))
    context.record(system('change-account', line.slice(0, 200)))
  else if (/subscription|eventfilter|eventconsumer/i.test(line)) context.record(system('persist', line.slice(0, 200)))
  else if (/service.*call|startservice|stopservice/is.test(line))
    context.record(system('stop-service', line.slice(0, 200)))
  else if (/\s(?:call|create|delete|set)\s/i.test(` ${line} `))
    context.record(system('change-configuration', line.slice(0, 200)))
  else context.record(/antivirus|securitycenter/i.test(line) ? system('scan', 'what protects this machine') : MACHINE)
}

function at(context: ProgramContext): void {
  const { args } = context.invocation
  if (args.length === 0) {
    context.record({ does: 'read-system', what: 'services' })
    return
  }
  context.record({ does: 'schedule', with: 'at', when: show(args[0]!), task: show(joinWords(args.slice(1))) })
}

function kills(context: ProgramContext): void {
  const read = readSlashes(context.invocation.args, ['im', 'pid', 'fi', 's', 'u', 'p'])
  const name = read.value('im')
  const pid = read.value('pid')
  const all = read.value('fi') !== undefined || (name !== undefined && show(name) === '*')
  context.record({
    does: 'end-process',
    whose: all
      ? 'all'
      : name || (!pid && read.operands.some((word) => !/^\d+$/.test(show(word))))
        ? 'named'
        : pid || read.operands.length > 0
          ? 'pid'
          : 'unknown',
    target: show(name ?? pid ?? read.operands[0] ?? dynamic('?')),
  })
  if (name && /msmpeng|mssense|sysmon|defend|antivir|csfalcon|sentinel|carbon|lsass|winlogon|csrss/i.test(show(name)))
    context.record(system('disable-security', show(name)))
}
