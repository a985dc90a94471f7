import { knownPrefix, literal, show, textOf } from '../../word.ts'
import { readArguments } from '../options.ts'
import { always, door, onlyAsks, plain, report, reports, shown, system, valued } from './facts.ts'
import type { Kit, Program } from './program.ts'
import { tabled } from './table.ts'

/** Opens something with the program that the desktop has for it: a page is read, a file may be run. */
function meansOpen(kit: Kit): void {
  const { args, program } = kit.invocation
  if (onlyAsks(args)) return
  const read = readArguments(args, {
    arity: valued('-a -b -s --env --stdin --stdout --stderr -u'),
    style: 'gnu',
    stopAtOperand: false,
  })
  for (const file of read.values('--stdout', '--stderr')) kit.writes(file, 'overwrite')
  const after = args.findIndex((word) => textOf(word) === '--args')
  const application = read.value('-a', '-b')
  if (application && /terminal|iterm|script editor|automator/i.test(show(application)))
    kit.opaque('unreadable-code', `${program} -a ${show(application)}`)
  if (after >= 0) kit.opaque('unknown-option', `${program} --args`)
  for (const word of read.operands) {
    if (/^https?:/i.test(knownPrefix(word)))
      kit.contacts(word, 'fetch', word.kind === 'dynamic' ? 'unknown' : 'nothing')
    else if (/^mailto:/i.test(knownPrefix(word)))
      kit.tell({ does: 'send-message', to: show(word), text: '', through: 'mail' })
    else if (/^[a-z][a-z0-9+.-]+:/i.test(knownPrefix(word)) && !/^file:/i.test(knownPrefix(word)))
      kit.opaque('other', `${program} ${show(word)}`)
    else if (
      /\.(command|app|desktop|sh|jar|pkg|dmg|scpt|workflow|tool|terminal|exe|msi|appimage|run)$/i.test(
        show(word).replace(/\/$/, ''),
      )
    )
      kit.file(word)
    else kit.reads(word)
  }
}

/** Clipboards: in is a message to the person, out is whatever was copied last. */
function meansClipboard(kit: Kit): void {
  const { args, program, stdin } = kit.invocation
  const read = readArguments(args, {
    arity: valued('-selection -target -t -display -d -sel -loops -l --type --seat'),
    style: 'single-dash',
  })
  const outputs =
    read.has('-o', '-out', '--output', '--paste') ||
    /^(pbpaste|wl-paste)$/.test(program) ||
    (program === 'xsel' && stdin.kind === 'nothing' && !read.has('-i', '--input', '-c', '--clear', '-d', '--delete'))
  if (outputs) kit.tell(report('clipboard'))
  else for (const file of program === 'wl-copy' ? [] : read.operands) kit.reads(file)
  if (program === 'wl-paste' && read.has('-w', '--watch'))
    kit.runs(args.slice(args.findIndex((word) => /^(-w|--watch)$/.test(show(word))) + 1), { via: 'wl-paste --watch' })
}

function meansScreenshot(kit: Kit): void {
  const { args, program } = kit.invocation
  if (onlyAsks(args)) return
  const read = readArguments(args, {
    arity: valued('-e --exec -d --delay -q --quality -g -w -o -f -t -T -R -l -D --file -r --region --output'),
    style: 'gnu',
  })
  for (const order of program === 'scrot' || program === 'maim' ? read.values('-e', '--exec') : [])
    kit.code('shell', order, { via: `${program} -e` })
  kit.tell(report('screen'))
  for (const file of [...read.operands, ...read.values('-o', '-f', '--file', '--output')]) kit.writes(file, 'create')
}

/** A browser started from a command line: pages are fetched; its debugging port and extensions are doors. */
function meansBrowser(kit: Kit): void {
  const { args, program } = kit.invocation
  if (onlyAsks(args)) return
  for (const word of args) {
    const text = show(word)
    if (text.startsWith('-')) {
      if (/--remote-debugging-(port|address|pipe)/.test(text)) kit.tell(door('listener', text))
      else if (
        /--(load-extension|user-data-dir|renderer-cmd-prefix|utility-cmd-prefix|gpu-launcher|browser-subprocess-path|plugin-launcher|js-flags|ppapi|register-pepper-plugins|crash-dumps)/.test(
          text,
        )
      )
        kit.opaque('unknown-option', `${program} ${text}`)
      const file = /^--(screenshot|print-to-pdf)=(.+)$/.exec(text)?.[2]
      if (file !== undefined) kit.writes(literal(file), 'overwrite')
    } else if (/^(https?|ftp):/i.test(text) || /^[\w-]+(\.[\w-]+)+/.test(text))
      kit.contacts(word, 'fetch', word.kind === 'dynamic' ? 'unknown' : 'nothing')
    else if (/^(about|data|chrome|view-source):/.test(text)) continue
    else kit.reads(word)
  }
}

export const desktop: readonly Program[] = [
  {
    names: [
      'open',
      'xdg-open',
      'gnome-open',
      'kde-open',
      'kde-open5',
      'exo-open',
      'see',
      'handlr',
      'wslview',
      'explorer',
      'sensible-browser',
      'x-www-browser',
      'www-browser',
      'termux-open',
    ],
    means: meansOpen,
  },
  tabled({ names: ['osacompile'], options: { '-o': 'write', '-e, -l, -t, -c': 'text' }, operands: 'read' }),
  {
    names: [
      'xclip',
      'xsel',
      'pbcopy',
      'pbpaste',
      'wl-copy',
      'wl-paste',
      'clip',
      'clip.exe',
      'termux-clipboard-get',
      'termux-clipboard-set',
    ],
    means: meansClipboard,
  },
  {
    names: [
      'screencapture',
      'scrot',
      'maim',
      'gnome-screenshot',
      'spectacle',
      'flameshot',
      'grim',
      'xwd',
      'shotgun',
      'slop',
      'ksnip',
      'wf-recorder',
      'recordmydesktop',
      'peek',
    ],
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
      'safari',
      'opera',
      'vivaldi',
      'qutebrowser',
      'falkon',
      'epiphany',
      'midori',
      'surf',
      'tor-browser',
      'librewolf',
      'browsh',
    ],
    means: meansBrowser,
  },
  plain('notify-send say espeak espeak-ng spd-say terminal-notifier beep dunstify growlnotify wmname', {
    options: {
      '-f, --file': 'read',
      '-w, -o': 'write',
      '-execute': 'shell',
      '-u, -t, -i, -a, -c, -h, -v, -s, -p, -r, -l': 'text',
    },
  }),
  tabled({
    names: [
      'zenity',
      'kdialog',
      'yad',
      'dialog',
      'whiptail',
      'xmessage',
      'gum',
      'rofi',
      'dmenu',
      'wofi',
      'fuzzel',
      'bemenu',
    ],
    options: {
      '--password, --passwordbox, --insecure, --list': 'flag',
      '--textbox, --tailbox, --editbox, --filename': 'read',
      '--button, --listen, -run-command, -run-shell-command, -run-list-command, --command': 'opaque',
    },
    when: { '--password, --passwordbox': [system('capture-input', 'a password dialog')] },
  }),
  tabled({
    names: ['xdotool', 'ydotool', 'wtype', 'cliclick', 'xte', 'robotgo'],
    does: [{ does: 'something-opaque', text: 'types and clicks for the person', because: 'other' }],
  }),
  reports('hardware', 'xrandr xdpyinfo wlr-randr kscreen-doctor autorandr arandr xdriinfo xvinfo xlsfonts xlsatoms', {
    options: { '--output, --mode, --rate, --pos': 'text' },
  }),
  reports('screen', 'xwininfo xprop wmctrl xlsclients xev'),
  always(
    system('change-configuration', 'display'),
    'xset xsetroot xgamma redshift gammastep brightnessctl light xbacklight ddcutil nitrogen swaybg xsettingsd xhost xinput displayplacer',
  ),
  tabled({
    names: [
      'amixer',
      'pactl',
      'pamixer',
      'alsamixer',
      'pulsemixer',
      'wpctl',
      'alsactl',
      'pw-cli',
      'pw-top',
      'pulseaudio',
      'pavucontrol',
      'playerctl',
      'cmus-remote',
      'mpc',
      'mocp',
      'nowplaying-cli',
      'spotify',
      'spt',
      'ncmpcpp',
    ],
    options: { '-f, --file': 'read' },
  }),
  tabled({
    names: ['arecord', 'parec', 'parecord', 'rec', 'pw-record', 'fswebcam', 'imagesnap', 'streamer'],
    operands: 'write',
    options: { '-d, -f, -r, -c, -D, -t, --device, --format, --rate': 'text' },
    does: [report('screen')],
  }),
  tabled({
    names: [
      'mpv',
      'vlc',
      'cvlc',
      'mplayer',
      'ffplay',
      'aplay',
      'paplay',
      'play',
      'mpg123',
      'mpg321',
      'ogg123',
      'afplay',
      'cmus',
      'totem',
      'celluloid',
      'smplayer',
      'omxplayer',
      'pw-play',
      'mpd',
      'moc',
      'feh',
      'sxiv',
      'nsxiv',
      'imv',
      'eog',
      'gthumb',
      'gwenview',
      'qlmanage',
      'viu',
      'chafa',
      'timg',
      'catimg',
      'kitten',
      'jp2a',
      'img2txt',
      'cacaview',
      'evince',
      'zathura',
      'okular',
      'mupdf',
      'xpdf',
      'atril',
      'qpdfview',
    ],
    options: {
      '--script, --scripts, --input-conf, --include, --ytdl-path, --script-opts, -A, --action, --action1, --info, -x, --synctex-editor-command, --config-dir, -c, --input-ipc-server':
        'opaque',
      '-o, --output, --stream-record, --stream-dump': 'write',
      '--sout': 'opaque',
    },
    operands: 'source',
  }),
  tabled({
    names: [
      'xdg-mime',
      'xdg-settings',
      'xdg-desktop-menu',
      'xdg-icon-resource',
      'update-desktop-database',
      'update-mime-database',
      'gtk-update-icon-cache',
      'fc-cache',
      'mimeopen',
      'mimetype',
      'fc-match',
      'fc-query',
      'xdg-user-dirs-update',
      'lsregister',
      'mdutil',
    ],
    does: [report('machine')],
  }),
  {
    names: ['xdg-user-dir'],
    // It gives its argument to a shell.
    means: (kit) => {
      if (kit.invocation.args.every((word) => /^[A-Z]*$/.test(show(word)))) kit.tell(report('machine'))
      else kit.opaque('dynamic-code', shown(kit.invocation.args))
    },
  },
  tabled({ names: ['run-mailcap'], operands: 'opaque' }),
  reports('machine', 'mdls'),
  tabled({
    names: ['shortcuts', 'automator'],
    does: [{ does: 'something-opaque', text: 'runs a workflow', because: 'unreadable-code' }],
  }),
]
