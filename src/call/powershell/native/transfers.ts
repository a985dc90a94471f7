import type { ProgramContext, Program } from '../../shell/programs/program.ts'
import { dynamic, literal, show, type Word } from '../../word.ts'
import { hostName, isShare, isUrl } from '../hosts.ts'
import { readSlashes } from './slashes.ts'
import { MACHINE, system } from './verbs.ts'

/** Windows' own programs that can move content to or from the network, or hide it on the way. */
export const transfers: readonly Program[] = [
  { names: ['certutil'], means: certutil },
  { names: ['bitsadmin'], means: bitsadmin },
  { names: ['certreq'], means: certreq },
  { names: ['esentutl'], means: esentutl },
  { names: ['expand', 'extrac32', 'makecab', 'diantz', 'print', 'replace', 'compact'], means: copies },
  { names: ['tftp', 'ftp'], means: ftp },
  { names: ['finger', 'rpcping', 'nslookup', 'ping', 'tracert', 'telnet'], means: reaches },
]

function download(context: ProgramContext, from: Word, to: Word | undefined): void {
  context.contacts(from, 'fetch')
  if (to) context.writes(to, 'overwrite', { kind: 'network', host: hostName(from) })
}

function certutil(context: ProgramContext): void {
  const read = readSlashes(context.invocation.args, ['p', 'f'].slice(0, 1))
  const urls = context.invocation.args.filter((word) => isUrl(show(word)))
  const [first, second] = read.operands
  if (urls.length > 0) {
    const after = context.invocation.args.slice(context.invocation.args.indexOf(urls[0]!) + 1)
    // It manages certificates: fetching with it only serves to be overlooked.
    context.record(system('hide', 'a download by certutil'))
    download(context, urls[0]!, after.find((word) => !/^[-/]/.test(show(word))) ?? dynamic('the download cache'))
    return
  }
  if (read.has('decode', 'decodehex', 'encode', 'encodehex')) {
    if (first) context.reads(first)
    if (second) context.writes(second, 'overwrite')
    if (read.has('decode', 'decodehex')) context.record(system('hide', 'decodes a file'))
    else if (first && !/\.(?:cer|crt|der|pem|p7b|csr|crl|key|bin)$/i.test(show(first)))
      context.record(system('hide', 'encodes a file that is no certificate'))
    return
  }
  if (read.has('addstore', 'importpfx', 'installcert', 'viewstore') || (read.has('user') && read.has('addstore'))) {
    context.record(system('trust-certificate', show(first ?? literal('store'))))
    return
  }
  if (read.has('exportpfx', 'recoverkey', 'getkey', 'dumppfx', 'mergepfx')) {
    context.record({ does: 'read-secret', store: 'other', target: 'private keys of the certificate store' })
    if (second) context.writes(read.operands.at(-1)!, 'overwrite')
    return
  }
  if (read.has('delstore', 'delkey', 'repairstore', 'setreg')) {
    context.record(system('change-configuration', 'certificate store'))
    return
  }
  if (
    read.has(
      'hashfile',
      'dump',
      'verify',
      'asn',
      'store',
      'ping',
      'getconfig',
      'template',
      'cainfo',
      'urlcache',
      'error',
      'v',
      'user',
      '?',
      'csplist',
      'tpminfo',
    )
  ) {
    for (const word of read.has('hashfile', 'dump', 'verify', 'asn') ? read.operands.slice(0, 1) : [])
      context.reads(word)
    context.record(MACHINE)
    return
  }
  context.opaque('unknown-option')
}

function bitsadmin(context: ProgramContext): void {
  const { args } = context.invocation
  const read = readSlashes(args)
  if (read.has('setnotifycmdline')) {
    context.record(system('persist', 'a transfer job that starts a program'))
    const at = args.findIndex((word) => /setnotifycmdline/i.test(show(word)))
    if (args[at + 2]) context.runs(args.slice(at + 2), { via: 'bitsadmin' })
  }
  for (const [index, word] of args.entries())
    if (isUrl(show(word)) || isShare(show(word))) {
      context.record(system('hide', 'a download in a background job'))
      download(context, word, args[index + 1])
      return
    }
  if (read.has('list', 'info', 'getstate', 'monitor', 'listfiles', 'getbytestransferred', '?')) context.record(MACHINE)
  else context.record(system('change-configuration', 'transfer jobs'))
}

function certreq(context: ProgramContext): void {
  const read = readSlashes(context.invocation.args, ['config'])
  const target = read.value('config')
  if (target && isUrl(show(target))) {
    const file = read.operands[0]
    context.contacts(
      target,
      'upload',
      'data',
      file ? { from: 'file', place: context.place(file) } : { from: 'unknown' },
    )
    for (const word of read.operands.slice(0, 1)) context.reads(word)
    for (const word of read.operands.slice(1))
      context.writes(word, 'overwrite', { kind: 'network', host: hostName(target) })
    return
  }
  context.opaque('unknown-option')
}

function esentutl(context: ProgramContext): void {
  const read = readSlashes(context.invocation.args, ['y', 'd', 'p', 'r', 'g', 'm', 'k'])
  const source = read.value('y') ?? (read.has('y') ? read.operands[0] : undefined)
  if (!source) {
    context.record(MACHINE)
    for (const word of read.operands) context.reads(word)
    return
  }
  context.reads(source)
  // It mends databases: whoever copies with it wants to be overlooked.
  context.record(system('hide', 'a copy by esentutl'))
  if (read.has('vss'))
    context.record({ does: 'read-secret', store: 'other', target: 'a locked file through a shadow copy' })
  const to = read.value('d')
  if (to) context.writes(to, 'overwrite', { kind: 'copy', of: context.place(source) })
}

function copies(context: ProgramContext): void {
  const { program } = context.invocation
  const read = readSlashes(context.invocation.args, program === 'print' ? [] : [])
  const out = read.value('d')
  const operands = read.operands
  const sources = out ? operands : operands.slice(0, -1)
  const target = out ?? (operands.length > 1 ? operands.at(-1) : undefined)
  for (const word of sources.length > 0 ? sources : operands) context.reads(word)
  if (target && program !== 'compact') {
    context.writes(
      target,
      'overwrite',
      sources[0] ? { kind: 'copy', of: context.place(sources[0]) } : { kind: 'unknown' },
    )
  }
  if (program === 'compact') context.record(system('change-configuration', 'compression'))
}

/** `file.txt:stream` keeps content where a listing does not show it. */
export function isHiddenStream(path: string): boolean {
  return /[^\\/:]\.\w+:[^\\/:]+$/.test(path) || /^[A-Za-z]:[^:]*[^\\/:]:[^\\/:]+$/.test(path)
}

function ftp(context: ProgramContext): void {
  const { args, program } = context.invocation
  if (program === 'ftp') {
    const script = args.find((word) => /^-s:/i.test(show(word)))
    if (script) {
      context.record({ does: 'run-code', language: 'other', origin: 'file', seenThrough: false })
      return
    }
    const host = args.find((word) => !show(word).startsWith('-'))
    if (host) context.contacts(host, 'copy', 'unknown')
    else context.opaque('interactive')
    return
  }
  const read = readSlashes(args)
  const [host, verb, file] = read.operands
  context.record(system('hide', 'a transfer by tftp'))
  if (host) context.contacts(host, 'copy', /put/i.test(show(verb ?? literal(''))) ? 'data' : 'nothing')
  if (file && !/put/i.test(show(verb ?? literal(''))))
    context.writes(file, 'overwrite', { kind: 'network', host: show(host ?? literal('?')) })
}

function reaches(context: ProgramContext): void {
  const { program, args } = context.invocation
  const read = readSlashes(
    args,
    program === 'rpcping' ? ['s', 'e', 'a', 'u', 't'] : ['n', 'l', 'w', 'i', 'h', 'v', 'r', 's'],
  )
  const target = read.value('s') ?? read.operands.at(program === 'nslookup' ? 0 : -1)
  if (program === 'rpcping' && read.has('u', 'a'))
    context.record({ does: 'read-secret', store: 'token', target: 'network credentials of the user' })
  if (program === 'finger' && target) {
    context.record(system('hide', 'a transfer by finger'))
    context.contacts(literal(show(target).split('@').at(-1) ?? ''), 'fetch')
    context.puts({ kind: 'network', host: show(target) })
    return
  }
  if (target)
    context.contacts(
      target,
      program === 'nslookup' ? 'lookup' : program === 'telnet' ? 'shell' : 'probe',
      program === 'telnet' ? 'unknown' : 'nothing',
    )
  else context.record({ does: 'read-system', what: 'network' })
}
