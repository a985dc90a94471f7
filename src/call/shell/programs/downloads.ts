import type { Content, Payload } from '../../action.ts'
import { dynamic, knownPrefix, literal, show, textOf, type Word } from '../../word.ts'
import { type ReadArguments, rest } from '../options.ts'
import { readOptions } from './read-options.ts'
import { carriesUnknown, lastSegment } from './curl.ts'
import { hostName, networkStream, onlyAsks, pipedPayload, plain, system, unnamedIn, valued } from './facts.ts'
import type { ProgramContext, Program } from './program.ts'
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

function meansWget(context: ProgramContext): void {
  const { args, program } = context.invocation
  if (onlyAsks(args)) return
  const read = readOptions(context, args, { arity: WGET, style: 'gnu' })
  const askpass = read.value('--use-askpass')
  if (askpass) context.runs([askpass], { via: `${program} --use-askpass` })
  if (read.has('--config')) context.opaque('unreadable-code', `${program} --config`)
  for (const order of read.values('-e', '--execute'))
    if (!/^\s*(robots|https?_proxy|continue|quiet|tries|timeout|wait)\s*=/i.test(knownPrefix(order)))
      context.opaque('unknown-option', `${program} -e ${show(order)}`)
  for (const log of read.values(
    '-o',
    '--output-file',
    '--rejected-log',
    '--save-cookies',
    '--warc-file',
    '--hsts-file',
  ))
    context.writes(log, 'overwrite')
  for (const log of read.values('-a', '--append-output')) context.writes(log, 'append')
  for (const cookies of read.values('--load-cookies')) context.reads(cookies)
  const payload = wgetPayload(context, read)
  for (const list of read.values('-i', '--input-file', '--input-metalink')) {
    if (/^[a-z]+:\/\//i.test(knownPrefix(list))) context.contacts(list, 'fetch')
    else context.reads(list)
    context.contacts(dynamic(`addresses in ${show(list)}`), 'fetch', payload ? 'data' : 'nothing', payload)
    context.writes(literal(`${textOf(read.value('-P', '--directory-prefix') ?? literal('.')) ?? '.'}`), 'directory', {
      kind: 'unknown',
    })
  }
  for (const url of read.operands) recordWgetUrl(context, read, url, payload)
  if (textOf(read.value('-O', '--output-document')) === '-') context.puts(networkStream(read.operands[0]))
}

function wgetPayload(context: ProgramContext, read: ReadArguments): Payload | undefined {
  const file = read.value('--post-file', '--body-file')
  if (file) {
    context.reads(file)
    return { from: 'file', place: context.place(file) }
  }
  const text = read.value('--post-data', '--body-data')
  return text && { from: text.kind === 'dynamic' ? 'unknown' : 'text', text: show(text) }
}

function recordWgetUrl(context: ProgramContext, read: ReadArguments, url: Word, payload: Payload | undefined): void {
  const method = textOf(read.value('--method') ?? literal('GET'))?.toUpperCase()
  const writes = method === undefined || !['GET', 'HEAD', 'OPTIONS'].includes(method)
  if (payload) context.contacts(url, read.has('--post-file', '--body-file') ? 'upload' : 'api', 'data', payload)
  else if (writes) context.contacts(url, 'api', 'data')
  else if ([url, ...read.values('--header', '--referer', '-U', '--user-agent')].some(carriesUnknown))
    context.contacts(url, 'fetch', 'unknown', { from: 'unknown', text: show(url) })
  else context.contacts(url, 'fetch', 'nothing')
  if (read.has('--no-check-certificate'))
    context.record(system('weaken-tls', `${context.invocation.program} to ${hostName(url) ?? show(url)}`))
  if (read.has('--spider')) return
  const content: Content = { kind: 'network', host: hostName(url) ?? '' }
  const target = read.value('-O', '--output-document')
  if (target) {
    if (textOf(target) !== '-') context.writes(target, 'overwrite', content)
    return
  }
  const directory = read.value('-P', '--directory-prefix')
  const tree = read.has('-r', '--recursive', '-m', '--mirror', '-p', '--page-requisites', '-x', '--force-directories')
  const name = tree ? (hostName(url) ?? 'download') : lastSegment(url)
  const base = directory ? textOf(directory) : '.'
  context.writes(
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
function meansHttpie(context: ProgramContext): void {
  if (onlyAsks(context.invocation.args)) return
  const read = readOptions(context, context.invocation.args, { arity: HTTPIE, style: 'gnu' })
  const verb = /^[A-Z]+$/.exec(textOf(read.operands[0]) ?? '')?.[0]
  const [address, ...items] = verb ? read.operands.slice(1) : read.operands
  // `http :8000/items` is this machine.
  const own = /^:(\d*)(?=\/|$)/.exec(textOf(address) ?? '')
  const url = own
    ? literal(`http://localhost${own[1] ? `:${own[1]}` : ''}${show(address!).slice(own[0].length)}`)
    : address
  for (const proxy of read.values('--proxy'))
    context.contacts(literal(show(proxy).replace(/^[a-z]+:(?=[a-z]+:\/\/)/i, '')), 'other', 'unknown')
  if (!url) return
  let payload: Payload | undefined = verb === 'GET' ? undefined : pipedPayload(context)
  for (const item of items) {
    const text = show(item)
    const file = /^[^:=@]*(?::=@|=@|@)(.+)$/.exec(text)
    if (file) {
      const path = item.kind === 'literal' ? literal(file[1]!) : dynamic(file[1]!)
      context.reads(path)
      payload = { from: 'file', place: context.place(path) }
    } else if (/^[^=:]*(:=|=)(?!=)/.test(text)) payload ??= { from: item.kind === 'dynamic' ? 'unknown' : 'text', text }
    else if (item.kind === 'dynamic') payload ??= { from: 'unknown', text }
  }
  const raw = read.value('--raw')
  if (raw) payload ??= { from: raw.kind === 'dynamic' ? 'unknown' : 'text', text: show(raw) }
  const reading = verb === 'GET' || verb === 'HEAD' || verb === 'OPTIONS' || (verb === undefined && !payload)
  if (reading && !payload) context.contacts(url, 'fetch', url.kind === 'dynamic' ? 'unknown' : 'nothing')
  else context.contacts(url, payload?.from === 'file' ? 'upload' : 'api', 'data', payload)
  if (/^(no|false)$/i.test(textOf(read.value('--verify')) ?? ''))
    context.record(system('weaken-tls', `http to ${show(url)}`))
  const output = read.value('-o', '--output')
  const content: Content = { kind: 'network', host: hostName(url) ?? '' }
  if (output) context.writes(output, 'overwrite', content)
  else if (read.has('-d', '--download')) context.writes(literal(lastSegment(url) ?? 'download'), 'create', content)
  else context.puts(networkStream(url))
}

const ARIA = valued(
  '-o -d -i -x -s -j -l -k -S -M -T -U --out --dir --input-file --max-connection-per-server --split --log --conf-path ' +
    '--save-session --load-cookies --save-cookies --header --all-proxy --http-proxy --https-proxy --user-agent ' +
    '--max-concurrent-downloads --max-download-limit --max-overall-download-limit --checksum --referer --rpc-secret ' +
    '--rpc-listen-port --on-download-complete --on-download-start --on-download-stop --on-download-error ' +
    '--on-download-pause --on-bt-download-complete --torrent-file --metalink-file --seed-time --http-user --http-passwd',
)

function meansAria(context: ProgramContext): void {
  if (onlyAsks(context.invocation.args)) return
  const read = readOptions(context, context.invocation.args, { arity: ARIA, style: 'gnu' })
  for (const option of read.given) {
    if (option.name.startsWith('--on-') && option.value) context.runs([option.value], { via: `aria2c ${option.name}` })
    if (option.name === '--conf-path') context.opaque('unreadable-code', 'aria2c --conf-path')
    if (option.name === '--enable-rpc') context.record({ does: 'open-door', what: 'listener' })
  }
  const list = read.value('-i', '--input-file')
  if (list) {
    context.reads(list)
    context.contacts(dynamic(`addresses in ${show(list)}`), 'fetch')
  }
  const directory = textOf(read.value('-d', '--dir') ?? literal('.'))
  for (const url of read.operands) {
    if (!/^[a-z]+:/i.test(knownPrefix(url)) && url.kind === 'literal') context.reads(url)
    else context.contacts(url, 'fetch', url.kind === 'dynamic' ? 'unknown' : 'nothing')
    const name = textOf(
      read.value('-o', '--out') ?? literal(knownPrefix(url).startsWith('magnet:') ? '.' : (lastSegment(url) ?? '.')),
    )
    context.writes(
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

/** `--exec before_dl:CMD`: when the command runs, before it. */
const MOMENT = /^(?:--exec=)?(?:pre_process|after_filter|video|before_dl|post_process|after_move|after_video|playlist):/

function withoutMoment(word: Word): Word {
  const moment = MOMENT.exec(knownPrefix(word))?.[0]
  if (moment === undefined) return word
  const command = rest(word, moment.length)
  return moment.startsWith('--exec=') ? { ...literal(`--exec=${show(command)}`) } : command
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
    means: (context) => {
      walk(context, VIDEO, context.invocation.args.map(withoutMoment))
      if (!onlyAsks(context.invocation.args)) context.writes(literal('.'), 'directory', { kind: 'unknown' })
    },
  },
  plain('urlencode urldecode'),
]
