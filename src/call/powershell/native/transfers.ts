import type { Kit, Program } from '../../shell/programs/program.ts'
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

function download(kit: Kit, from: Word, to: Word | undefined): void {
  kit.contacts(from, 'fetch')
  if (to) kit.writes(to, 'overwrite', { kind: 'network', host: hostName(from) })
}

function certutil(kit: Kit): void {
  const read = readSlashes(kit.invocation.args, ['p', 'f'].slice(0, 1))
  const urls = kit.invocation.args.filter((word) => isUrl(show(word)))
  const [first, second] = read.operands
  if (urls.length > 0) {
    const after = kit.invocation.args.slice(kit.invocation.args.indexOf(urls[0]!) + 1)
    // It manages certificates: fetching with it only serves to be overlooked.
    kit.tell(system('hide', 'a download by certutil'))
    download(kit, urls[0]!, after.find((word) => !/^[-/]/.test(show(word))) ?? dynamic('the download cache'))
    return
  }
  if (read.has('decode', 'decodehex', 'encode', 'encodehex')) {
    if (first) kit.reads(first)
    if (second) kit.writes(second, 'overwrite')
    if (read.has('decode', 'decodehex')) kit.tell(system('hide', 'decodes a file'))
    else if (first && !/\.(?:cer|crt|der|pem|p7b|csr|crl|key|bin)$/i.test(show(first)))
      kit.tell(system('hide', 'encodes a file that is no certificate'))
    return
  }
  if (read.has('addstore', 'importpfx', 'installcert', 'viewstore') || (read.has('user') && read.has('addstore'))) {
    kit.tell(system('trust-certificate', show(first ?? literal('store'))))
    return
  }
  if (read.has('exportpfx', 'recoverkey', 'getkey', 'dumppfx', 'mergepfx')) {
    kit.tell({ does: 'read-secret', store: 'other', target: 'private keys of the certificate store' })
    if (second) kit.writes(read.operands.at(-1)!, 'overwrite')
    return
  }
  if (read.has('delstore', 'delkey', 'repairstore', 'setreg')) {
    kit.tell(system('change-configuration', 'certificate store'))
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
    for (const word of read.has('hashfile', 'dump', 'verify', 'asn') ? read.operands.slice(0, 1) : []) kit.reads(word)
    kit.tell(MACHINE)
    return
  }
  kit.opaque('unknown-option')
}

function bitsadmin(kit: Kit): void {
  const { args } = kit.invocation
  const read = readSlashes(args)
  if (read.has('setnotifycmdline')) {
    kit.tell(system('persist', 'a transfer job that starts a program'))
    const at = args.findIndex((word) => /setnotifycmdline/i.test(show(word)))
    if (args[at + 2]) kit.runs(args.slice(at + 2), { via: 'bitsadmin' })
  }
  for (const [index, word] of args.entries())
    if (isUrl(show(word)) || isShare(show(word))) {
      kit.tell(system('hide', 'a download in a background job'))
      download(kit, word, args[index + 1])
      return
    }
  if (read.has('list', 'info', 'getstate', 'monitor', 'listfiles', 'getbytestransferred', '?')) kit.tell(MACHINE)
  else kit.tell(system('change-configuration', 'transfer jobs'))
}

function certreq(kit: Kit): void {
  const read = readSlashes(kit.invocation.args, ['config'])
  const target = read.value('config')
  if (target && isUrl(show(target))) {
    const file = read.operands[0]
    kit.contacts(target, 'upload', 'data', file ? { from: 'file', place: kit.place(file) } : { from: 'unknown' })
    for (const word of read.operands.slice(0, 1)) kit.reads(word)
    for (const word of read.operands.slice(1))
      kit.writes(word, 'overwrite', { kind: 'network', host: hostName(target) })
    return
  }
  kit.opaque('unknown-option')
}

function esentutl(kit: Kit): void {
  const read = readSlashes(kit.invocation.args, ['y', 'd', 'p', 'r', 'g', 'm', 'k'])
  const source = read.value('y') ?? (read.has('y') ? read.operands[0] : undefined)
  if (!source) {
    kit.tell(MACHINE)
    for (const word of read.operands) kit.reads(word)
    return
  }
  kit.reads(source)
  // It mends databases: whoever copies with it wants to be overlooked.
  kit.tell(system('hide', 'a copy by esentutl'))
  if (read.has('vss')) kit.tell({ does: 'read-secret', store: 'other', target: 'a locked file through a shadow copy' })
  const to = read.value('d')
  if (to) kit.writes(to, 'overwrite', { kind: 'copy', of: kit.place(source) })
}

function copies(kit: Kit): void {
  const { program } = kit.invocation
  const read = readSlashes(kit.invocation.args, program === 'print' ? [] : [])
  const out = read.value('d')
  const operands = read.operands
  const sources = out ? operands : operands.slice(0, -1)
  const target = out ?? (operands.length > 1 ? operands.at(-1) : undefined)
  for (const word of sources.length > 0 ? sources : operands) kit.reads(word)
  if (target && program !== 'compact') {
    kit.writes(target, 'overwrite', sources[0] ? { kind: 'copy', of: kit.place(sources[0]) } : { kind: 'unknown' })
  }
  if (program === 'compact') kit.tell(system('change-configuration', 'compression'))
}

/** `file.txt:stream` keeps content where a listing does not show it. */
export function isHiddenStream(path: string): boolean {
  return /[^\\/:]\.\w+:[^\\/:]+$/.test(path) || /^[A-Za-z]:[^:]*[^\\/:]:[^\\/:]+$/.test(path)
}

function ftp(kit: Kit): void {
  const { args, program } = kit.invocation
  if (program === 'ftp') {
    const script = args.find((word) => /^-s:/i.test(show(word)))
    if (script) {
      kit.tell({ does: 'run-code', language: 'other', origin: 'file', seenThrough: false })
      return
    }
    const host = args.find((word) => !show(word).startsWith('-'))
    if (host) kit.contacts(host, 'copy', 'unknown')
    else kit.opaque('interactive')
    return
  }
  const read = readSlashes(args)
  const [host, verb, file] = read.operands
  kit.tell(system('hide', 'a transfer by tftp'))
  if (host) kit.contacts(host, 'copy', /put/i.test(show(verb ?? literal(''))) ? 'data' : 'nothing')
  if (file && !/put/i.test(show(verb ?? literal(''))))
    kit.writes(file, 'overwrite', { kind: 'network', host: show(host ?? literal('?')) })
}

function reaches(kit: Kit): void {
  const { program, args } = kit.invocation
  const read = readSlashes(
    args,
    program === 'rpcping' ? ['s', 'e', 'a', 'u', 't'] : ['n', 'l', 'w', 'i', 'h', 'v', 'r', 's'],
  )
  const target = read.value('s') ?? read.operands.at(program === 'nslookup' ? 0 : -1)
  if (program === 'rpcping' && read.has('u', 'a'))
    kit.tell({ does: 'read-secret', store: 'token', target: 'network credentials of the user' })
  if (program === 'finger' && target) {
    kit.tell(system('hide', 'a transfer by finger'))
    kit.contacts(literal(show(target).split('@').at(-1) ?? ''), 'fetch')
    kit.puts({ kind: 'network', host: show(target) })
    return
  }
  if (target)
    kit.contacts(
      target,
      program === 'nslookup' ? 'lookup' : program === 'telnet' ? 'shell' : 'probe',
      program === 'telnet' ? 'unknown' : 'nothing',
    )
  else kit.tell({ does: 'read-system', what: 'network' })
}
