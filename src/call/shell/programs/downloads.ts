import type { Content, Payload } from '../../action.ts'
import { dynamic, knownPrefix, literal, show, textOf, type Word } from '../../word.ts'
import { readArguments, type ReadArguments } from '../options.ts'
import { carriesUnknown, lastSegment } from './curl.ts'
import { hostName, networkStream, onlyAsks, pipedPayload, plain, system, unnamedIn, valued } from './facts.ts'
import type { Kit, Program } from './program.ts'
import { type Row, tabled, walk } from './table.ts'

const WGET = valued(
  '-O -P -o -a -i -e -U -t -T -w -Q -A -R -D -I -X -l -B --output-document --directory-prefix --output-file --append-output ' +
    '--input-file --execute --user-agent --tries --timeout --wait --quota --accept --reject --domains --level --base ' +
    '--accept-regex --reject-regex --exclude-domains --include-directories --exclude-directories --cut-dirs --header ' +
    '--post-data --post-file --body-data --body-file --method --use-askpass --config --user --password --http-user ' +
    '--http-password --ftp-user --ftp-password --proxy-user --proxy-password --save-cookies --load-cookies --referer ' +
    '--ca-certificate --ca-directory --certificate --private-key --certificate-type --secure-protocol --limit-rate ' +
    '--bind-address --dns-timeout --connect-timeout --read-timeout --waitretry --random-file --egd-file --hsts-file ' +
    '--warc-file --warc-header --warc-dedup --warc-tempdir --default-page --max-redirect --rejected-log --input-metalink ' +
    '--progress --restrict-file-names --regex-type --local-encoding --remote-encoding --compression --report-speed',
)

function meansWget(kit: Kit): void {
  const { args, program } = kit.invocation
  if (onlyAsks(args)) return
  const read = readArguments(args, { arity: WGET, style: 'gnu' })
  const askpass = read.value('--use-askpass')
  if (askpass) kit.runs([askpass], { via: `${program} --use-askpass` })
  if (read.has('--config')) kit.opaque('unreadable-code', `${program} --config`)
  for (const order of read.values('-e', '--execute'))
    if (!/^\s*(robots|https?_proxy|continue|quiet|tries|timeout|wait)\s*=/i.test(knownPrefix(order)))
      kit.opaque('unknown-option', `${program} -e ${show(order)}`)
  for (const log of read.values(
    '-o',
    '--output-file',
    '--rejected-log',
    '--save-cookies',
    '--warc-file',
    '--hsts-file',
  ))
    kit.writes(log, 'overwrite')
  for (const log of read.values('-a', '--append-output')) kit.writes(log, 'append')
  for (const cookies of read.values('--load-cookies')) kit.reads(cookies)
  const payload = wgetPayload(kit, read)
  for (const list of read.values('-i', '--input-file', '--input-metalink')) {
    if (/^[a-z]+:\/\//i.test(knownPrefix(list))) kit.contacts(list, 'fetch')
    else kit.reads(list)
    kit.contacts(dynamic(`addresses in ${show(list)}`), 'fetch', payload ? 'data' : 'nothing', payload)
    kit.writes(literal(`${textOf(read.value('-P', '--directory-prefix') ?? literal('.')) ?? '.'}`), 'directory', {
      kind: 'unknown',
    })
  }
  for (const url of read.operands) tellWgetUrl(kit, read, url, payload)
  if (textOf(read.value('-O', '--output-document')) === '-') kit.puts(networkStream(read.operands[0]))
}

function wgetPayload(kit: Kit, read: ReadArguments): Payload | undefined {
  const file = read.value('--post-file', '--body-file')
  if (file) {
    kit.reads(file)
    return { from: 'file', place: kit.place(file) }
  }
  const text = read.value('--post-data', '--body-data')
  return text && { from: text.kind === 'dynamic' ? 'unknown' : 'text', text: show(text) }
}

function tellWgetUrl(kit: Kit, read: ReadArguments, url: Word, payload: Payload | undefined): void {
  const method = textOf(read.value('--method') ?? literal('GET'))?.toUpperCase()
  const writes = method === undefined || !['GET', 'HEAD', 'OPTIONS'].includes(method)
  if (payload) kit.contacts(url, read.has('--post-file', '--body-file') ? 'upload' : 'api', 'data', payload)
  else if (writes) kit.contacts(url, 'api', 'data')
  else if ([url, ...read.values('--header', '--referer', '-U', '--user-agent')].some(carriesUnknown))
    kit.contacts(url, 'fetch', 'unknown', { from: 'unknown', text: show(url) })
  else kit.contacts(url, 'fetch', 'nothing')
  if (read.has('--no-check-certificate'))
    kit.tell(system('weaken-tls', `${kit.invocation.program} to ${hostName(url) ?? show(url)}`))
  if (read.has('--spider')) return
  const content: Content = { kind: 'network', host: hostName(url) ?? '' }
  const target = read.value('-O', '--output-document')
  if (target) {
    if (textOf(target) !== '-') kit.writes(target, 'overwrite', content)
    return
  }
  const directory = read.value('-P', '--directory-prefix')
  const tree = read.has('-r', '--recursive', '-m', '--mirror', '-p', '--page-requisites', '-x', '--force-directories')
  const name = tree ? (hostName(url) ?? 'download') : lastSegment(url)
  const base = directory ? textOf(directory) : '.'
  kit.writes(
    base === undefined
      ? dynamic(show(directory ?? url))
      : name === undefined
        ? unnamedIn(base, show(url))
        : literal(`${base}/${name}`),
    tree ? 'directory' : 'create',
    content,
  )
}

const HTTPIE = valued(
  '-o -a -A -s -p -P --output --auth --auth-type --session --session-read-only --style --print --history-print --proxy ' +
    '--verify --cert --cert-key --timeout --max-redirects --boundary --raw --pretty --format-options --response-charset ' +
    '--response-mime --default-scheme --ssl --ciphers --bearer --http-version --resolve --interface --unix-socket',
)

/** `http POST host name=value file@path`: the items after the URL are the request. */
function meansHttpie(kit: Kit): void {
  if (onlyAsks(kit.invocation.args)) return
  const read = readArguments(kit.invocation.args, { arity: HTTPIE, style: 'gnu' })
  const verb = /^[A-Z]+$/.exec(textOf(read.operands[0]) ?? '')?.[0]
  const [address, ...items] = verb ? read.operands.slice(1) : read.operands
  // `http :8000/items` is this machine.
  const own = /^:(\d*)(?=\/|$)/.exec(textOf(address) ?? '')
  const url = own
    ? literal(`http://localhost${own[1] ? `:${own[1]}` : ''}${show(address!).slice(own[0].length)}`)
    : address
  for (const proxy of read.values('--proxy'))
    kit.contacts(literal(show(proxy).replace(/^[a-z]+:(?=[a-z]+:\/\/)/i, '')), 'other', 'unknown')
  if (!url) return
  let payload: Payload | undefined = verb === 'GET' ? undefined : pipedPayload(kit)
  for (const item of items) {
    const text = show(item)
    const file = /^[^:=@]*(?::=@|=@|@)(.+)$/.exec(text)
    if (file) {
      const path = item.kind === 'literal' ? literal(file[1]!) : dynamic(file[1]!)
      kit.reads(path)
      payload = { from: 'file', place: kit.place(path) }
    } else if (/^[^=:]*(:=|=)(?!=)/.test(text)) payload ??= { from: item.kind === 'dynamic' ? 'unknown' : 'text', text }
    else if (item.kind === 'dynamic') payload ??= { from: 'unknown', text }
  }
  const raw = read.value('--raw')
  if (raw) payload ??= { from: raw.kind === 'dynamic' ? 'unknown' : 'text', text: show(raw) }
  const reading = verb === 'GET' || verb === 'HEAD' || verb === 'OPTIONS' || (verb === undefined && !payload)
  if (reading && !payload) kit.contacts(url, 'fetch', url.kind === 'dynamic' ? 'unknown' : 'nothing')
  else kit.contacts(url, payload?.from === 'file' ? 'upload' : 'api', 'data', payload)
  if (/^(no|false)$/i.test(textOf(read.value('--verify')) ?? '')) kit.tell(system('weaken-tls', `http to ${show(url)}`))
  const output = read.value('-o', '--output')
  const content: Content = { kind: 'network', host: hostName(url) ?? '' }
  if (output) kit.writes(output, 'overwrite', content)
  else if (read.has('-d', '--download')) kit.writes(literal(lastSegment(url) ?? 'download'), 'create', content)
  else kit.puts(networkStream(url))
}

const ARIA = valued(
  '-o -d -i -x -s -j -l -k -S -M -T -U --out --dir --input-file --max-connection-per-server --split --log --conf-path ' +
    '--save-session --load-cookies --save-cookies --header --all-proxy --http-proxy --https-proxy --user-agent ' +
    '--max-concurrent-downloads --max-download-limit --max-overall-download-limit --checksum --referer --rpc-secret ' +
    '--rpc-listen-port --on-download-complete --on-download-start --on-download-stop --on-download-error ' +
    '--on-download-pause --on-bt-download-complete --torrent-file --metalink-file --seed-time --http-user --http-passwd',
)

function meansAria(kit: Kit): void {
  if (onlyAsks(kit.invocation.args)) return
  const read = readArguments(kit.invocation.args, { arity: ARIA, style: 'gnu' })
  for (const option of read.given) {
    if (option.name.startsWith('--on-') && option.value) kit.runs([option.value], { via: `aria2c ${option.name}` })
    if (option.name === '--conf-path') kit.opaque('unreadable-code', 'aria2c --conf-path')
    if (option.name === '--enable-rpc') kit.tell({ does: 'open-door', what: 'listener' })
  }
  const list = read.value('-i', '--input-file')
  if (list) {
    kit.reads(list)
    kit.contacts(dynamic(`addresses in ${show(list)}`), 'fetch')
  }
  const directory = textOf(read.value('-d', '--dir') ?? literal('.'))
  for (const url of read.operands) {
    if (!/^[a-z]+:/i.test(knownPrefix(url)) && url.kind === 'literal') kit.reads(url)
    else kit.contacts(url, 'fetch', url.kind === 'dynamic' ? 'unknown' : 'nothing')
    const name = textOf(
      read.value('-o', '--out') ?? literal(knownPrefix(url).startsWith('magnet:') ? '.' : (lastSegment(url) ?? '.')),
    )
    kit.writes(
      directory === undefined || name === undefined ? dynamic('download') : literal(`${directory}/${name}`),
      'create',
      {
        kind: 'network',
        host: hostName(url) ?? '',
      },
    )
  }
}

const VIDEO: Omit<Row, 'names'> = {
  options: {
    '--exec, --exec-before-download, --postprocessor-args': 'shell',
    '--downloader, --external-downloader, --ffmpeg-location': 'program',
    '--config-location, --config-locations, --plugin-dirs, --netrc-cmd, --config, --cookies-from-browser': 'opaque',
    '-o, --output, -P, --paths': 'text',
    '-a, --batch-file, --cookies': 'read',
    '-f, --format, -S, --format-sort, --sub-langs, --audio-format, --audio-quality, -r, --limit-rate, -I': 'text',
    '--playlist-items, --playlist-start, --playlist-end, --match-filter, --merge-output-format, --remux-video': 'text',
    '-u, --username, -p, --password, --user-agent, --referer, --add-header, -R, --retries, --date, --dateafter': 'text',
    '--recode-video, --proxy, --download-archive, --sub-format, --cookies-file, --sleep-interval': 'text',
  },
  operands: 'fetch',
}

export const downloads: readonly Program[] = [
  { names: ['wget', 'wget2'], means: meansWget },
  { names: ['http', 'https', 'httpie', 'xh', 'xhs'], means: meansHttpie },
  { names: ['aria2c'], means: meansAria },
  tabled({
    names: ['axel'],
    options: {
      '-o, --output': 'write',
      '-n, --num-connections': 'text',
      '-H, --header': 'text',
      '-U': 'text',
      '-s': 'text',
    },
    operands: 'fetch',
  }),
  tabled({
    names: ['lynx', 'w3m', 'links', 'elinks', 'links2'],
    options: {
      '-cfg, -lss, -config, -config-file, -eval, -cmd_script': 'opaque',
      '-cmd_log, -tlog': 'write',
      '-T, -cols, -width, -auth, -useragent, -display_charset, -dump-width': 'text',
    },
    operands: 'fetch',
    style: 'single-dash',
  }),
  {
    names: ['yt-dlp', 'youtube-dl', 'gallery-dl', 'you-get', 'lux', 'annie', 'spotdl'],
    means: (kit) => {
      walk(kit, VIDEO, kit.invocation.args)
      if (!onlyAsks(kit.invocation.args)) kit.writes(literal('.'), 'directory', { kind: 'unknown' })
    },
  },
  plain('urlencode urldecode'),
]
