import { knownPrefix, show, textOf } from '../../word.ts'
import type { Entry } from '../../programs/entry.ts'
import { closed } from '../../programs/walk.ts'
import { door, onlyAsks, report, shown } from './facts.ts'
import type { ProgramContext, Program } from './program.ts'

const OPEN: Entry = {
  options: { '-a, -b, -s, -u, --env, --stdin, -i, --arch': 'text', '--stdout, --stderr': 'write', '--args': 'opaque?' },
  flags: '-e -t -f -F -W --wait-apps -R --reveal -n --new -j --hide -g --background -h --header --wait',
}

const CLIPBOARD: Entry = {
  style: 'single-dash',
  options: {
    '-selection, -target, -t, -display, -d, -sel, -se, -loops, -l, -type, -seat, -pboard, -Prefer, -logfile, -selectionTimeout':
      'text',
  },
  flags:
    '-i -in -input -o -out -output -paste -f -filter -r -rmlastnl -silent -quiet -verbose -noutf8 -a -append -c -clear -delete -k -keep -x -exchange -p -primary -s -secondary -b -clipboard -v -n -no-newline -w -watch -list-types -foreground -paste-once -trim-newline -ib -bi -ob -bo -bc -h',
}

const SCREENSHOT: Entry = {
  options: {
    '-e, --exec': 'run-command',
    '-o, -f, --file, --output': 'write',
    '-d, --delay, -q, --quality, -g, -w, -t, -T, -R, -l, -D, -r, --region': 'text',
  },
  flags:
    '-a -b --border -c --clipboard -C -i --interactive -m --multidisp -M -n -N -p --pointer --include-pointer -P -s --select --area -S -u --focused --window -U -v -V -W -x -z --silent --full --copy -B -h',
}

/** Options that open a port have a value or none; whatever starts other programs or loads code is not written down. */
const BROWSER: Entry = {
  style: 'single-dash',
  options: {
    '-remote-debugging-port, -remote-debugging-address': 'listen?',
    '-screenshot, -print-to-pdf': 'write?',
    '-window-size, -window-position, -headless, -lang, -virtual-time-budget, -timeout, -force-device-scale-factor, -user-agent, -disable-features, -enable-features, -default-background-color, -run-all-compositor-stages-before-draw, -proxy-bypass-list, -hide-crash-restore-bubble, -log-level, -enable-logging, -app, -use-gl, -disable-blink-features, -force-color-profile, -P':
      'text?',
    '-start-debugger-server': 'listen?',
  },
  flags:
    '-remote-debugging-pipe -disable-gpu -disable-dev-shm-usage -disable-setuid-sandbox -no-sandbox -hide-scrollbars -incognito -inprivate -private -private-window -new-window -new-tab -new-instance -no-remote -dump-dom -mute-audio -no-first-run -no-default-browser-check -disable-extensions -disable-background-networking -disable-sync -disable-translate -disable-infobars -disable-popup-blocking -disable-software-rasterizer -start-maximized -start-fullscreen -kiosk -single-process -no-pdf-header-footer -print-to-pdf-no-header -safe-mode -preferences -browser -guest -h -v',
}

/** Opens something with the program that the desktop has for it: a page is read, a file may be run. */
function meansOpen(context: ProgramContext): void {
  const { args, program } = context.invocation
  if (onlyAsks(args)) return
  const read = closed(context, OPEN, args)
  for (const file of read.values('--stdout', '--stderr')) context.writes(file, 'overwrite')
  const after = args.findIndex((word) => textOf(word) === '--args')
  const application = read.value('-a', '-b')
  if (application && /terminal|iterm|script editor|automator/i.test(show(application)))
    context.opaque('unreadable-code', `${program} -a ${show(application)}`)
  if (after >= 0) context.opaque('unknown-option', `${program} --args`)
  for (const word of read.operands) {
    if (/^https?:/i.test(knownPrefix(word)))
      context.contacts(word, 'fetch', word.kind === 'dynamic' ? 'unknown' : 'nothing')
    else if (/^mailto:/i.test(knownPrefix(word)))
      context.record({ does: 'send-message', to: show(word), text: '', through: 'mail' })
    else if (/^[a-z][a-z0-9+.-]+:/i.test(knownPrefix(word)) && !/^file:/i.test(knownPrefix(word)))
      context.opaque('other', `${program} ${show(word)}`)
    else if (
      /\.(command|app|desktop|sh|jar|pkg|dmg|scpt|workflow|tool|terminal|exe|msi|appimage|run)$/i.test(
        show(word).replace(/\/$/, ''),
      )
    )
      context.file(word)
    else context.reads(word)
  }
}

/** Clipboards: in is a message to the person, out is whatever was copied last. */
function meansClipboard(context: ProgramContext): void {
  const { args, program, stdin } = context.invocation
  const read = closed(context, CLIPBOARD, args)
  const outputs =
    read.has('-o', '-out', '-output', '-paste') ||
    /^(pbpaste|wl-paste)$/.test(program) ||
    (program === 'xsel' && stdin.kind === 'nothing' && !read.has('-i', '-input', '-c', '-clear', '-delete'))
  if (outputs) context.record(report('clipboard'))
  else for (const file of program === 'wl-copy' ? [] : read.operands) context.reads(file)
  if (program === 'wl-paste' && read.has('-w', '-watch'))
    context.runs(args.slice(args.findIndex((word) => /^(-w|--watch)$/.test(show(word))) + 1), {
      via: 'wl-paste --watch',
    })
}

function meansScreenshot(context: ProgramContext): void {
  const { args, program } = context.invocation
  if (onlyAsks(args)) return
  const read = closed(context, SCREENSHOT, args)
  for (const order of program === 'scrot' || program === 'maim' ? read.values('-e', '--exec') : [])
    context.code('shell', order, { via: `${program} -e` })
  context.record(report('screen'))
  for (const file of [...read.operands, ...read.values('-o', '-f', '--file', '--output')])
    context.writes(file, 'create')
}

/** A browser started from a command line: pages are fetched; its debugging port and extensions are doors. */
function meansBrowser(context: ProgramContext): void {
  const { args } = context.invocation
  if (onlyAsks(args)) return
  const read = closed(context, BROWSER, args)
  if (
    read.has('-remote-debugging-port', '-remote-debugging-address', '-remote-debugging-pipe', '-start-debugger-server')
  )
    context.record(door('listener', shown(args)))
  for (const file of read.values('-screenshot', '-print-to-pdf')) context.writes(file, 'overwrite')
  const given = context.invocation.program.startsWith('firefox') && read.has('-screenshot') ? read.operands : []
  // Firefox takes the file as a word of its own.
  const file = given.length > 1 ? given[0] : undefined
  if (file) context.writes(file, 'overwrite')
  for (const word of read.operands) {
    const text = show(word)
    if (word === file || /^(?:about|data|chrome|view-source):/.test(text)) continue
    if (/^(?:https?|ftp):/i.test(text) || /^[\w-]+(\.[\w-]+)+/.test(text))
      context.contacts(word, 'fetch', word.kind === 'dynamic' ? 'unknown' : 'nothing')
    else context.reads(word)
  }
}

export const desktop: readonly Program[] = [
  {
    names: [
      'open',
      'xdg-open',
      'kde-open',
      'see',
      'wslview',
      'explorer',
      'sensible-browser',
      'x-www-browser',
      'www-browser',
    ],
    means: meansOpen,
  },
  {
    names: ['xclip', 'xsel', 'pbcopy', 'pbpaste', 'wl-copy', 'wl-paste', 'clip', 'clip.exe'],
    means: meansClipboard,
  },
  {
    names: ['screencapture', 'scrot', 'maim', 'gnome-screenshot', 'grim', 'xwd'],
    means: meansScreenshot,
  },
  {
    names: [
      'chromium',
      'chromium-browser',
      'google-chrome',
      'google-chrome-stable',
      'chrome',
      'firefox',
      'firefox-esr',
      'brave',
      'brave-browser',
      'microsoft-edge',
    ],
    means: meansBrowser,
  },
  {
    names: ['xdg-user-dir'],
    // It gives its argument to a shell.
    means: (context) => {
      if (context.invocation.args.every((word) => /^[A-Z]*$/.test(show(word)))) context.record(report('machine'))
      else context.opaque('dynamic-code', shown(context.invocation.args))
    },
  },
]
