import { literal, textOf, type Word } from '../../word.ts'
import type { ProgramContext, Program } from '../../shell/programs/program.ts'
import type { Entry } from '../entry.ts'
import { closed } from '../walk.ts'

/** Whose options take a value; none of them changes where a file goes, but for the relay. */
const SHARING: Entry = {
  options: {
    '--relay, --relay-url': 'send',
    '--code, -c, --code-length, --port, --ports, --transfers, --text, -t, --pass, --appid, --name': 'text',
    '-o, --out, --output, --output-file': 'directory',
  },
  flags:
    '--yes --overwrite --no-compress --no-local --no-multi --local --ask --debug --quiet --hide-progress --accept-file --verify -0 -h -v',
}

/** Sending a file to whoever has the code, or to a paste bin. */
export const fileSharing: readonly Program[] = [
  {
    names: ['croc', 'wormhole', 'magic-wormhole', 'wormhole-william', 'ffsend', 'portal', 'sendme'],
    means: shareByCode,
    examples: {
      'croc --version': [],
      'croc send notes.txt': ['read-tree notes.txt', 'contact ? upload data'],
      'wormhole receive 1-a-b': ['contact ? fetch', 'directory .'],
      'croc --relay 10.0.0.1:9009 send a.txt': [
        'contact 10.0.0.1 upload data',
        'read-tree a.txt',
        'contact ? upload data',
      ],
      'croc send --unheard-of a.txt': [
        'unknown option --unheard-of of croc',
        'read-tree a.txt',
        'contact ? upload data',
      ],
    },
  },
  {
    names: ['pastebinit', 'wgetpaste', 'dpaste', 'termbin', 'transfer', 'onionshare-cli'],
    means: (context) => upload(context, closed(context, SHARING, context.invocation.args).operands),
    examples: {
      'pastebinit --version': [],
      'pastebinit a.txt': ['read-tree a.txt', 'contact ? upload data'],
      'pastebinit --unheard-of a.txt': [
        'unknown option --unheard-of of pastebinit',
        'read-tree a.txt',
        'contact ? upload data',
      ],
    },
  },
]

function shareByCode(context: ProgramContext): void {
  const { program } = context.invocation
  const read = closed(context, SHARING, context.invocation.args)
  const [first, ...files] = read.operands
  const verb = textOf(first)
  const sends = /^(?:send|tx|upload)$/.test(verb ?? '')
  const relay = read.value('--relay', '--relay-url')
  if (relay) context.contacts(relay, 'upload', 'data')
  if (sends) upload(context, files)
  else if (first && (program === 'croc' || /^(?:receive|recv|get|rx|download)$/.test(verb ?? ''))) {
    context.contacts(somewhere(context), 'fetch')
    context.writes(read.value('-o', '--out', '--output', '--output-file') ?? literal('.'), 'directory', {
      kind: 'network',
      host: '',
    })
  } else if (first) context.opaque('unknown-subcommand', `unknown subcommand \`${verb ?? ''}\` of ${program}`)
}

function upload(context: ProgramContext, files: readonly Word[]): void {
  if (files.length === 0 && context.invocation.args.length === 0) context.contacts(somewhere(context), 'upload', 'data')
  for (const file of files) {
    context.reads(file, 'content', { recursive: true })
    context.contacts(somewhere(context), 'upload', 'data', { from: 'file', place: context.place(file) })
  }
}

function somewhere({ invocation }: ProgramContext): Word {
  const source = `${invocation.program} relay`
  return { kind: 'dynamic', source, pieces: [{ unknown: source, from: 'other' }] }
}
