import { hostKind, parseTarget } from '../../call/hosts.ts'
import type { Subject } from '../subject.ts'
import { knownText } from '../../call/word.ts'
import { type Finding, here, textsIn } from './finding.ts'

/** A request to the daemon's port, from whatever tool and however the machine's own address is spelled. */
export function contactsGate(subject: Subject): Finding | undefined {
  const { ports } = subject.world.gate
  if (ports.length === 0) return undefined
  for (const { host, url, evidence } of here(subject, 'contact-host')) {
    const target = host.kind === 'named' && host.port === undefined && url !== undefined ? parseTarget(url) : host
    if (target.kind === 'named' && target.port !== undefined) {
      if (ports.includes(target.port) && isThisMachine(target.name)) return finding(evidence, target.port)
    } else {
      // Which of many ports: `for p in $(seq 7000 8000); do curl localhost:$p`.
      const counted = here(subject, 'run-program')
        .filter(({ program }) => program === 'seq')
        .some(({ args }) => portNamedIn(args.map(knownText).join('-'), ports) !== undefined)
      const isHere =
        host.kind === 'unknown'
          ? /localhost|127\.|\[::/.test(host.source)
          : /\$/.test(evidence) && isThisMachine(host.name)
      // Or one out of a list of what listens: `curl localhost:$(ss -ltn | …)`.
      if (isHere && (counted || listsPorts(subject))) return finding(evidence, ports[0]!)
      // The port stands beside the host, or the host is not known: `HTTPConnection('127.0.0.1', 7433)`, `connect(7433)`.
      const port = portNamedIn(evidence, ports)
      if (port !== undefined && (host.kind === 'unknown' || isThisMachine(host.name))) return finding(evidence, port)
    }
  }
  // Forwarding hands the port to somebody else: `ssh -L`, `ssh -R`, `ngrok http PORT`.
  for (const { evidence, what } of here(subject, 'open-door')) {
    const port = what === 'listener' || what === 'bind-shell' ? undefined : portNamedIn(evidence, ports)
    if (port !== undefined) return finding(evidence, port)
  }
  for (const { input, evidence } of here(subject, 'call-mcp-tool')) {
    const port = textsIn(input)
      .map((text) => portOfUrl(text, ports))
      .find((found) => found !== undefined)
    if (port !== undefined) return finding(evidence, port)
  }
  return namedToProgram(subject)
}

function listsPorts(subject: Subject): boolean {
  return here(subject, 'run-program').some(
    ({ program, args }) =>
      /^(?:ss|netstat|lsof|nmap|rustscan|masscan)$/.test(program) &&
      // One that looks for a port by its number prints that one alone.
      !args.some(
        (word, at) => /(?:^|:)\d{2,5}$/.test(knownText(word)) && !/^-\w*p$/.test(knownText(args[at - 1] ?? word)),
      ),
  )
}

/** Programs and code that are not understood, or that were not seen to contact anybody: an address is an address. */
function namedToProgram(subject: Subject): Finding | undefined {
  const { ports } = subject.world.gate
  for (const run of here(subject, 'run-program')) {
    if (TEXT_ONLY.has(run.program)) continue
    const beside = run.args.map(knownText)
    const bare = ports.find((port) => beside.includes(String(port)))
    if (
      bare !== undefined &&
      beside.some((word) => /\d|^localhost$/i.test(word) && !/^\d+$/.test(word) && isThisMachine(word))
    )
      return finding(run.evidence, bare)
    for (const word of run.args) {
      const text = knownText(word)
      const port = ports.find((one) => text.includes(String(one)))
      if (port === undefined) continue
      for (const [, host, named] of text.matchAll(ADDRESSES))
        if (Number(named) === port && isThisMachine(host!)) return finding(run.evidence, port)
    }
  }
  for (const { evidence, origin } of here(subject, 'run-code')) {
    if (origin !== 'inline' && origin !== 'standard-input') continue
    const port = /localhost|127\.|0\.0\.0\.0|::1|connect|fetch|https?\b|socket/i.test(evidence)
      ? portNamedIn(evidence, ports)
      : undefined
    if (port !== undefined && !/\blisten\b/.test(evidence)) return finding(evidence, port)
  }
  return undefined
}

/** Programs that print, search or list text and contact nobody. */
const TEXT_ONLY: ReadonlySet<string> = new Set(
  'echo printf grep egrep fgrep rg ag git lsof ss netstat fuser test [ [[ cat sed awk head tail ls export set true false : jq wc sort uniq tee'.split(
    ' ',
  ),
)
const ADDRESSES = /(\[[0-9a-f:.]+\]|[\w.-]+):(\d{1,5})(?!\d)/gi

/** Also what may be: a name without dots, an address of the local network with the very port of the gate, the host of a container. */
export function isThisMachine(name: string): boolean {
  const kind = hostKind(name)
  return (
    kind === 'loopback' ||
    kind === 'link-local' ||
    kind === 'private' ||
    name.endsWith('.local') ||
    /^(?:host|gateway)\.(?:docker|containers|lima|orb|rancher-desktop|minikube|k3d)\.internal$/i.test(name)
  )
}

function portNamedIn(text: string, ports: readonly number[]): number | undefined {
  const numbers = numbersIn(text)
  return ports.find((port) => numbers.some(([from, to]) => port >= from && port <= to))
}

/** Numbers that stand in a text, ranges (`7000-8000`), and what two literal numbers make (`7400+33`). */
function numbersIn(text: string): readonly (readonly [from: number, to: number])[] {
  const found: [number, number][] = []
  for (const [, number] of text.matchAll(/(?<![\w.])(0x[\da-f]+|\d[\d_]*)(?![\w.])/gi))
    found.push([read(number!), read(number!)])
  for (const [, one, sign, other] of text.matchAll(
    /(?<![\w.])(0x[\da-f]+|\d+)\s*([-+*|^]|\.\.|,)\s*(0x[\da-f]+|\d+)(?![\w.])/gi,
  )) {
    const [a, b] = [read(one!), read(other!)]
    const value = sign === '+' ? a + b : sign === '*' ? a * b : sign === '|' ? a | b : sign === '^' ? a ^ b : a - b
    found.push(sign === '..' ? [a, b] : [value, value])
    if (sign === '-') found.push([a, b])
  }
  return found
}

function read(number: string): number {
  return Number(number.replaceAll('_', ''))
}

/** The gate's port, where a text holds an address of this machine with it. */
export function portOfUrl(text: string, ports: readonly number[]): number | undefined {
  if (!ports.some((port) => text.includes(String(port)))) return undefined
  for (const piece of text.split(/[\s"'`<>(),;{}]+/)) {
    const target = parseTarget(piece)
    if (
      target.kind === 'named' &&
      target.port !== undefined &&
      ports.includes(target.port) &&
      isThisMachine(target.name)
    )
      return target.port
  }
  return undefined
}

function finding(evidence: string, port: number): Finding {
  return { code: 'itself.port', what: `\`${evidence}\` speaks to the gate's own port ${port}` }
}
