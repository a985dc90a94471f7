import { trusts } from '../../trust.ts'
import { knownPrefix, literal, show, textOf, type Word } from '../../word.ts'
import { rest } from '../options.ts'
import { readOptions } from './read-options.ts'
import { door, onlyAsks, plain, settings, shown, valued } from './facts.ts'
import type { ProgramContext, Program } from './program.ts'
import { standsIn } from './stand-ins.ts'
import { tabled, recordRole } from './table.ts'

/** Orders of vi that only move, search, set how things look, or leave. */
const CALM =
  /^\s*:*\s*(q|q!|qa|qa!|qall!?|quit!?|set?\s+(no)?(nu|number|ro|readonly|paste|wrap|list|hlsearch|ignorecase|ic|spell|cursorline|rnu|relativenumber|expandtab|et|ts=\d+|sw=\d+|tabstop=\d+|shiftwidth=\d+|ff=\w+|fileformat=\w+|ft=\w+|filetype=\w+|syntax=\w+|nobackup|noswapfile|encoding=[\w-]+|fileencoding=[\w-]+|mouse=\w*|bg=\w+|background=\w+)|syn(tax)?\s+\w+|noh(lsearch)?|\d+|\$|\/.*|\?.*|norm(al)?!?\s+(gg|G|zz|=G|gg=G|\d+G)+|help\b.*|h\s.*|vs(p(lit)?)?|sp(lit)?|tabnew|retab!?|\d*,?\$?d|version|checkhealth|colo(rscheme)?\s+\w+|startinsert)\s*$/
/** Orders that write the file that is open. */
const SAVES = /^\s*:*\s*(w|wq|wq!|w!|x|x!|xa|xa!|wa|wqa|wqa!|wall|exit|up(date)?)\s*$/
/** Substitutions and line edits, without the `e` of `\=` expressions. */
const EDITS =
  /^\s*:*\s*(%|\d+,?(\d+|\$)?|g\/.*\/|v\/.*\/|\.,\$)?\s*(s(.)(?:(?!\\=).)*|d|normal!?\s+[\w^$]+|m\d+|t\d+|j|sort.*|g\/.*\/d)\s*$/

const SHELL_ORDER = /^\s*:*\s*(?:r(?:ead)?\s*|w(?:rite)?\s+|%|sil(?:ent)?!?\s+|\d+,?\d*)?!/

/** A bar ends an order, but not one that a shell gets: the whole rest of the line is the shell's. */
function ordersIn(text: string): readonly string[] {
  const orders: string[] = []
  for (const line of text.split('\n')) {
    let left = line
    while (!SHELL_ORDER.test(left)) {
      const bar = /(?<!\\)\|/.exec(left)
      if (!bar) break
      orders.push(left.slice(0, bar.index))
      left = left.slice(bar.index + 1)
    }
    orders.push(left)
  }
  return orders
}

function recordOrder(context: ProgramContext, word: Word): boolean {
  const text = textOf(word)
  const { program } = context.invocation
  if (text === undefined) {
    context.opaque('dynamic-code', `${program} ${show(word)}`)
    return false
  }
  let saves = false
  for (const order of ordersIn(text)) {
    const shell = /^\s*:*\s*(?:r(?:ead)?\s*|w(?:rite)?\s+|%|sil(?:ent)?!?\s+|\d+,?\d*)?!(.*)$/.exec(order)
    const reads = /^\s*:*\s*(?:r|read|e|edit|sp|vs|tabnew|tabe|vi|find)\s+([^!].*)$/.exec(order)
    const writes = /^\s*:*\s*(?:w|write|sav|saveas|w!)\s+([^!].*)$/.exec(order)
    if (order.trim() === '' || CALM.test(order)) continue
    if (SAVES.test(order)) saves = true
    else if (shell) context.code('shell', literal(shell[1]!), { via: `${program} :!` })
    else if (writes) context.writes(literal(writes[1]!.replace(/^>>\s*/, '').trim()), 'overwrite')
    else if (reads) context.reads(literal(reads[1]!.trim()))
    else if (!EDITS.test(order)) context.opaque('unreadable-code', `${program} ${order.trim()}`)
  }
  return saves
}

const VIM = valued(
  '-c -S -s -u -U -i -T -w -W -t --cmd --remote-expr --remote-send --servername --socketid --listen --startuptime --server -l',
)

function meansVim(context: ProgramContext): void {
  const { args, program, stdin } = context.invocation
  if (onlyAsks(args)) return
  const plus: Word[] = []
  const silent = args.some((word) => /^-[eE]s$/.test(show(word)))
  const others = args.filter((word) => {
    if (/^-[eE]s$/.test(show(word))) return false
    if (!knownPrefix(word).startsWith('+')) return true
    plus.push(rest(word, 1))
    return false
  })
  const read = readOptions(context, others, {
    arity: new Map([...VIM].filter(([name]) => !(name === '-s' && /^ex|^view/.test(program)))),
    style: 'gnu',
  })
  let saves = false
  const orders = [...plus.filter((word) => show(word) !== ''), ...read.values('-c', '--cmd')]
  for (const order of orders) saves = recordOrder(context, order) || saves
  for (const script of read.values('-S', '-l')) context.file(script, 'other')
  for (const script of read.values('-s')) context.opaque('unreadable-code', `${program} -s ${show(script)}`)
  for (const script of read.values('-u', '-U'))
    if (!/^(NONE|NORC|DEFAULTS|\/dev\/null)$/.test(show(script))) context.file(script, 'other')
  for (const file of read.values('-w', '-W', '--startuptime')) context.writes(file, 'overwrite')
  if (read.has('--remote-expr', '--remote-send', '--server')) context.opaque('unreadable-code', `${program} --remote`)
  if (read.has('--listen')) context.record(door('listener', show(read.value('--listen')!)))
  if (stdin.kind === 'text' && (silent || read.has('-e', '-s', '-E') || program.startsWith('ex')))
    saves = recordOrder(context, literal(stdin.text)) || saves
  for (const file of read.operands) {
    if (textOf(file) === '-') continue
    if (saves) context.writes(file, 'edit')
    else context.reads(file)
  }
  const ends = orders.some((word) => /(^|\|)\s*:*\s*(q|qa|wq|wqa|x|xa|cq|quit|qall|exit)\w*!?\s*$/.test(show(word)))
  if (!ends && !silent && !read.has('--version') && !(stdin.kind === 'text' && program.startsWith('ex')))
    context.opaque('interactive', program)
}

/** ed takes its orders from standard input; `!` in them is a shell. */
function meansEd(context: ProgramContext): void {
  const { args, stdin, program } = context.invocation
  const read = readOptions(context, args, { arity: valued('-p'), style: 'gnu' })
  const file = read.operands[0]
  if (file && knownPrefix(file).startsWith('!')) context.code('shell', rest(file, 1), { via: program })
  if (stdin.kind !== 'text') return context.opaque(stdin.kind === 'nothing' ? 'interactive' : 'dynamic-code', program)
  for (const line of stdin.text.split('\n')) {
    const shell = /^\s*(?:\d*,?\$?\s*[rw]\s*|\d*,?\d*)!(.*)$/.exec(line)
    const writes = /^\s*[\d,$%]*[wW]\s+([^!].*)$/.exec(line)
    const reads = /^\s*[\d,.$%]*\s*[reE]\s+([^!].*)$/.exec(line)
    if (shell) context.code('shell', literal(shell[1]!), { via: `${program} !` })
    else if (reads) context.reads(literal(reads[1]!.trim()))
    else if (writes) context.writes(literal(writes[1]!.trim()), 'overwrite')
  }
  if (file && /^[\d,$%]*w(q)?\s*$/m.test(stdin.text)) context.writes(file, 'edit')
  else if (file) context.reads(file)
}

function meansEmacs(context: ProgramContext): void {
  const { args, program } = context.invocation
  if (onlyAsks(args)) return
  const read = readOptions(context, args, {
    arity: valued(
      '-l -f -u -d -g -t -L --load --eval -eval --execute -execute --script -script --funcall -funcall --user --insert -insert --directory --chdir -s -a --alternate-editor --socket-name --server-file',
    ),
    style: 'single-dash',
  })
  const lisp = [
    ...read.values('--eval', '-eval', '--execute', '-execute'),
    ...(program === 'emacsclient' && read.has('-e') ? read.operands : []),
  ]
  for (const code of lisp) recordLisp(context, code)
  for (const script of read.values('-l', '--load', '--script', '-script'))
    // A bare name is a library that comes with it; the project's own files are its tests.
    if (!/^[a-z][\w-]*$/.test(textOf(script) ?? '')) recordRole(context, 'config', script)
  const calls = read.values('-f', '--funcall', '-funcall')
  for (const call of calls)
    if (
      !/^(batch-byte-compile|org-version|emacs-version|kill-emacs|batch-indent|ert-run-tests-batch(-and-exit)?|buttercup-run-discover|package-initialize|checkdoc-batch|package-lint-batch-and-exit)$/.test(
        show(call),
      )
    )
      context.opaque('unreadable-code', `${program} -f ${show(call)}`)
  for (const editor of read.values('-a', '--alternate-editor'))
    if (show(editor) !== '') context.runs([editor], { via: program, moreArguments: true })
  if (program !== 'emacsclient' || lisp.length === 0) for (const file of read.operands) context.reads(file)
  if (!read.has('--batch', '-batch', '--version', '--script', '-script') && lisp.length === 0)
    context.opaque('interactive', program)
}

/** Arithmetic and messages are seen through; any other Lisp is not. */
function recordLisp(context: ProgramContext, code: Word): void {
  const text = textOf(code)
  if (
    text === undefined ||
    !/^\s*\(?\s*(print|princ|message|emacs-version|\+|-|\*|kill-emacs|version|display-graphic-p)[^(`]*\)*\s*$/.test(
      text,
    )
  )
    context.opaque('unreadable-code', `emacs ${show(code)}`)
}

/** A pager prints when its output is not a terminal; what it opens is what it reads. Its own settings can run programs. */
function meansPager(context: ProgramContext): void {
  const { args, environment, program } = context.invocation
  if (onlyAsks(args)) return
  for (const name of ['LESSOPEN', 'LESSCLOSE', 'LESSEDIT', 'VISUAL', 'EDITOR', 'LESSKEYIN', 'LESSKEY'])
    if (environment.has(name)) context.code('shell', environment.get(name)!, { via: `${program} ${name}` })
  const plus = args.filter((word) => knownPrefix(word).startsWith('+'))
  for (const word of plus) if (/!|\|/.test(show(word))) context.opaque('unreadable-code', `${program} ${show(word)}`)
  const read = readOptions(
    context,
    args.filter((word) => !plus.includes(word)),
    {
      arity: valued(
        '-b -h -j -k -o -O -p -P -t -T -x -y -z -D --lesskey-file --lesskey-src --log-file --LOG-FILE --prompt --pattern --tag --tag-file',
      ),
      style: 'gnu',
    },
  )
  if (read.has('-k', '--lesskey-file', '--lesskey-src')) context.opaque('unreadable-code', `${program} key file`)
  for (const file of read.values('-o', '-O', '--log-file', '--LOG-FILE')) context.writes(file, 'overwrite')
  for (const file of read.operands) if (textOf(file) !== '-') context.reads(file)
  context.puts(
    read.operands.length > 0
      ? { kind: 'file', places: read.operands.map((word) => context.place(word)) }
      : context.invocation.stdin,
  )
}

function meansMan(context: ProgramContext): void {
  const { args, program } = context.invocation
  const read = readOptions(context, args, {
    arity: new Map([
      ...valued(
        '-P -M -C -S -s -m -L -E -p -r -R -e --pager --manpath --config-file --sections --extension --prompt --encoding --preprocessor',
      ),
      ['-H', 'optional'],
      ['--html', 'optional'],
      ['-T', 'optional'],
    ]),
    style: 'gnu',
  })
  for (const runner of read.values('-P', '--pager', '-H', '--html')) standsIn(context, runner, `${program} pager`)
  if (read.has('-C', '--config-file')) context.opaque('unreadable-code', `${program} -C`)
  const pager = ['MANPAGER', 'PAGER', 'BROWSER', 'MANOPT']
    .map((name) => context.invocation.environment.get(name))
    .find((word) => word !== undefined)
  if (pager) standsIn(context, pager, `${program} pager`)
  for (const file of read.operands) if (show(file).includes('/')) context.reads(file)
}

/** nano and its like: `-s` names a spell checker to run, otherwise a person types. */
function meansNano(context: ProgramContext): void {
  const { args, program } = context.invocation
  if (onlyAsks(args)) return
  const read = readOptions(context, args, {
    arity: valued(
      '-s -f -o -r -T -Y -C -J -Q -X --speller --rcfile --operatingdir --fill --tabsize --syntax --backupdir',
    ),
    style: 'gnu',
  })
  for (const speller of read.values('-s', '--speller'))
    context.runs([speller], { via: `${program} -s`, moreArguments: true })
  for (const file of read.operands) if (!show(file).startsWith('+')) context.writes(file, 'edit')
  context.opaque('interactive', program)
}

/** `publisher.extension`; a path to a package has none. */
function publisherOf(name: string): string {
  return /^([\w-]+)\.[\w.-]+(?:@[\w.-]+)?$/.exec(name)?.[1] ?? ''
}

/** Graphical editors open files for a person; their command line can also install extensions and open tunnels. */
function meansCode(context: ProgramContext): void {
  const { args, program } = context.invocation
  if (onlyAsks(args)) return
  const read = readOptions(context, args, {
    arity: valued(
      '--install-extension --uninstall-extension --user-data-dir --extensions-dir --goto -g --locale --profile --log --sync --folder-uri --file-uri --remote --add-mcp --command',
    ),
    style: 'gnu',
  })
  const first = textOf(read.operands[0])
  if (first === 'tunnel' || first === 'serve-web')
    return context.record(door('remote-access', `${program} ${shown(args)}`))
  for (const name of read.values('--install-extension'))
    context.record({
      does: 'install-package',
      ecosystem: 'vscode',
      packages: [show(name)],
      // An extension runs whenever the editor does, with all the user's rights: it counts who publishes it.
      origin: trusts(context.surroundings.trust, 'publishers', publisherOf(show(name))) ? 'registry' : 'url',
      scope: 'user',
    })
  for (const name of read.values('--uninstall-extension'))
    context.record(settings('editor', 'extensions', `remove ${show(name)}`))
  for (const server of read.values('--add-mcp')) context.record(settings('agent', 'mcp', show(server)))
  if (read.has('--extensions-dir', '--user-data-dir', '--remote', '--folder-uri', '--command'))
    context.opaque('unknown-option', `${program} ${shown(args)}`)
  for (const file of read.operands) context.reads(file, 'names')
}

export const editors: readonly Program[] = [
  {
    names: [
      'vim',
      'vi',
      'nvim',
      'ex',
      'view',
      'rvim',
      'rview',
      'gvim',
      'vimdiff',
      'nvimdiff',
      'vim.tiny',
      'vim.basic',
      'mvim',
      'evim',
      'neovide',
    ],
    means: meansVim,
  },
  { names: ['ed', 'red'], means: meansEd },
  { names: ['emacs', 'emacsclient', 'emacs-nox', 'xemacs'], means: meansEmacs },
  {
    names: ['less', 'more', 'most', 'zless', 'zmore', 'pg', 'lesspipe', 'bzless', 'xzless', 'moar', 'ov', 'vimpager'],
    means: meansPager,
  },
  {
    names: ['pinfo', 'mandb', 'manpath', 'xman', 'catman', 'lexgrog', 'perldoc', 'makewhatis'],
    means: meansMan,
  },
  {
    names: [
      'nano',
      'pico',
      'micro',
      'helix',
      'hx',
      'kak',
      'joe',
      'jed',
      'mcedit',
      'ne',
      'tilde',
      'zile',
      'mg',
      'jmacs',
      'jpico',
      'rnano',
      'dte',
    ],
    means: meansNano,
  },
  {
    names: [
      'code',
      'code-insiders',
      'codium',
      'vscodium',
      'cursor',
      'windsurf',
      'zed',
      'subl',
      'atom',
      'gedit',
      'kate',
      'mousepad',
      'idea',
      'pycharm',
      'webstorm',
      'goland',
      'clion',
      'phpstorm',
      'rubymine',
      'positron',
      'antigravity',
      'bbedit',
      'mate',
      'textmate',
      'geany',
      'pluma',
      'xed',
      'leafpad',
      'featherpad',
      'notepad',
      'lapce',
      'kwrite',
      'studio',
      'rider',
      'fleet',
      'trae',
    ],
    means: meansCode,
  },
  tabled({
    names: ['sensible-editor', 'editor', 'select-editor', 'sensible-pager', 'pager'],
    operands: 'read',
    does: [{ does: 'something-opaque', text: 'an editor or pager chosen by the environment', because: 'interactive' }],
  }),
  plain('cheat cht.sh navi howdoi eg bropages kb tealdeer', {
    options: { '-c, --config, -s, --source, --path, --cheatsh': 'text', '--exec': 'opaque' },
  }),
]
