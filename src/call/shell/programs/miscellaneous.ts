import { knownPrefix, literal, show, textOf } from '../../word.ts'
import { readArguments } from '../options.ts'
import { door, onlyAsks, report, service, shown, system, valued } from './facts.ts'
import type { Kit, Program } from './program.ts'
import { INTERACTIVE, rows } from './table.ts'

/** runs what its bindings and previews say. */
function meansFinder(kit: Kit): void {
  const { args, program } = kit.invocation
  if (onlyAsks(args)) return
  const read = readArguments(args, {
    arity: valued(
      '-q -f -n -d --query --filter --nth --with-nth --delimiter --preview --bind --preview-window --header --prompt --height --color --history --expect --tiebreak --with-shell --listen --cmd -c -i-x -m-x --layout --border --margin --marker --pointer',
    ),
    style: 'gnu',
  })
  for (const order of read.values('--preview', '--cmd', ...(program === 'sk' ? ['-c'] : [])))
    kit.code('shell', order, { via: `${program} --preview`, moreArguments: true })
  for (const binding of read.values('--bind'))
    if (/(execute|become|reload|transform|preview|change-preview|jump.*exec)/.test(show(binding)))
      kit.opaque('unreadable-code', `${program} --bind ${show(binding)}`)
  for (const file of read.values('--history')) kit.writes(file, 'append')
  if (read.has('--listen')) kit.tell(door('listener', 'fzf'))
  if (read.has('--with-shell')) kit.opaque('unknown-option', `${program} --with-shell`)
  kit.puts(kit.invocation.stdin.kind === 'text' ? { kind: 'unknown' } : kit.invocation.stdin)
}

/** Watchers start a command when a file changes; inotifywait only reports. */
function meansWatcher(kit: Kit): void {
  const { args, program } = kit.invocation
  if (onlyAsks(args)) return
  const read = readArguments(args, {
    arity: valued(
      '-e -t -o -f -r -l -w --event --timeout --outfile --format --exclude --include --fromfile --latency --filter --ext',
    ),
    style: 'gnu',
  })
  for (const file of read.values('-o', '--outfile')) kit.writes(file, 'append')
  for (const file of read.operands) kit.reads(file, 'names', { recursive: true })
  if (program === 'incrontab' && !read.has('-l')) kit.tell(system('persist', 'incrontab'))
}

/** Sending a file to somebody by a code: what goes out is the file, to whoever has the code. */
function meansShare(kit: Kit): void {
  const { args, program } = kit.invocation
  if (onlyAsks(args)) return
  const read = readArguments(args, {
    arity: valued(
      '--code --relay --port -p -i --text -o --output --out --relay-url --code-length -c --appid --pass --output-file --name --hostname --bind',
    ),
    style: 'gnu',
  })
  const verb = textOf(read.operands[0])
  const receives = /^(receive|recv|get|relay|rx)$/.test(verb ?? '') || (program === 'croc' && verb !== 'send')
  const relay = read.value('--relay', '--relay-url')
  if (receives) {
    kit.contacts(
      relay ?? {
        kind: 'dynamic',
        source: `${program} relay`,
        pieces: [{ unknown: `${program} relay`, from: 'other' }],
      },
      'fetch',
    )
    kit.writes({ kind: 'literal', text: '.' }, 'directory', { kind: 'network', host: '' })
    return
  }
  for (const file of read.operands.slice(/^(send|tx)$/.test(verb ?? '') ? 1 : 0)) {
    kit.reads(file, 'content', { recursive: true })
    kit.contacts(
      { kind: 'dynamic', source: `${program} relay`, pieces: [{ unknown: `${program} relay`, from: 'other' }] },
      'upload',
      'data',
      { from: 'file', place: kit.place(file) },
    )
  }
}

/** BitTorrent clients: a torrent or magnet is fetched; scripts on completion are code. */
function meansTorrent(kit: Kit): void {
  const { args, program } = kit.invocation
  if (onlyAsks(args)) return
  const read = readArguments(args, {
    arity: valued(
      '-w -p -n -t -a -o -s -f -g --download-dir --auth --torrent --add --finish --script --torrent-done-script -d -D -u',
    ),
    style: 'gnu',
  })
  if (read.has('-f', '--finish', '--torrent-done-script') || program === 'rtorrent')
    kit.opaque('unreadable-code', `${program} runs a script`)
  for (const word of [...read.operands, ...read.values('-a', '--add')]) {
    if (/^(magnet|https?):/.test(knownPrefix(word))) kit.contacts(word, 'fetch')
    else if (show(word).endsWith('.torrent')) kit.reads(word)
  }
  if (read.has('--remove-and-delete', '-rad'))
    kit.tell(service('torrent', 'delete', read.values('-t', '--torrent'), false))
  kit.writes(read.value('-w', '--download-dir') ?? { kind: 'literal', text: '.' }, 'directory', { kind: 'unknown' })
}

/** Dotfile managers write the shell's and every other program's settings. */
function meansDotfiles(kit: Kit): void {
  const { args, program } = kit.invocation
  if (onlyAsks(args)) return
  const verb = textOf(args.find((word) => !show(word).startsWith('-')))
  if (
    program !== 'stow' &&
    verb !== undefined &&
    /^(status|diff|managed|unmanaged|doctor|data|dump|cat|verify|source-path|target-path|list|state|git|log|execute-template|completion)$/.test(
      verb,
    )
  )
    kit.tell(report('environment'))
  else if (program === 'stow' && args.some((word) => /^(-n|--no|--simulate)/.test(show(word))))
    kit.tell(report('environment'))
  else {
    if (/^(init|update|clone|bootstrap)$/.test(verb ?? '') && /--apply|bootstrap/.test(shown(args)))
      kit.opaque('unreadable-code', `${program} ${shown(args)}`)
    kit.tell({ does: 'change-settings', of: 'shell', key: `${program} ${shown(args)}`, value: '' })
    if (program === 'stow') linksPackages(kit)
  }
}

/** stow: links to everything in its packages; `--adopt` moves what is in the way into them first. */
function linksPackages(kit: Kit): void {
  const read = readArguments(kit.invocation.args, {
    arity: new Map(['-d', '--dir', '-t', '--target'].map((name) => [name, 'value'] as const)),
    style: 'gnu',
  })
  const directory = show(read.value('-d', '--dir') ?? literal('.'))
  const target = read.value('-t', '--target') ?? literal(`${directory}/..`)
  for (const name of read.operands)
    kit.writes(target, read.has('--adopt') ? 'overwrite' : 'link', {
      kind: 'copy',
      of: kit.place(literal(`${directory}/${show(name)}`)),
    })
}

const TOYS =
  'sl cmatrix asciiquarium cbonsai pipes.sh aafire nms hollywood genact rig ponysay ddate bcal remind wego ansiweather weather oneko xeyes xclock xcowsay nyancat boxes lsix ascii-image-converter unipicker emoji-fzf gti cointop tty-clock clockywock peaclock termdown countdown sunwait when pom arithmetic wtf wump worms rain robots tetris bastet ninvaders moon-buggy nsnake nethack 2048-cli 2048 vitetris chess gnuchess stockfish sudoku hangman quiz mille snake greed crawl angband rogue dopewars typespeed gtypist tt'
const NOTES =
  'timew todo todo.sh khal khard calcurse taskwarrior-tui watson hledger ledger bean-check bean-report beancount jrnl nb zk dnote joplin taskell topydo ultralist tock timetrap doing buku pubs papis jabref zotero-cli frogmouth newsboat newsraft rsstail wiki-tui ddgr googler surfraw wikipedia2text translate trans dict sdcv wn qalc insect numbat kalker calc genius fend eva concalc orpie'

export const miscellaneous: readonly Program[] = [
  { names: ['sk', 'peco', 'percol', 'fzy', 'fzf-tmux', 'skim', 'television', 'tv', 'gof'], means: meansFinder },
  {
    names: ['inotifywait', 'inotifywatch', 'fswatch', 'incrontab', 'fatrace', 'fanotify', 'fsmon', 'watchman-wait'],
    means: meansWatcher,
  },
  {
    names: [
      'croc',
      'wormhole',
      'magic-wormhole',
      'qrcp',
      'portal',
      'ffsend',
      'transfer',
      'sendme',
      'wormhole-william',
      'onionshare-cli',
      'woof',
      'filebin',
      'bashupload',
      'pastebinit',
      'termbin',
      'wgetpaste',
      '0x0',
      'pbin',
      'sprunge',
      'ix',
      'hastebin',
      'dpaste',
    ],
    means: meansShare,
  },
  {
    names: [
      'transmission-cli',
      'transmission-remote',
      'transmission-daemon',
      'rtorrent',
      'deluge',
      'deluge-console',
      'deluged',
      'qbittorrent',
      'qbittorrent-nox',
      'webtorrent',
      'ctorrent',
      'peerflix',
      'btcli',
    ],
    means: meansTorrent,
  },
  {
    names: ['stow', 'chezmoi', 'dotbot', 'rcup', 'rcdn', 'mkrc', 'homesick', 'vcsh', 'dotdrop', 'mackup'],
    means: meansDotfiles,
  },
  ...rows({
    [TOYS]: { options: { '-f, -C': 'text' } },
    [NOTES]: {
      options: { '-f, --file': 'read', '-o, --output': 'write', '--script, -e, --exec, execute, shell': 'opaque' },
      operands: 'text',
    },
    'cowsay cowthink': { options: { '-f': 'script', '-e, -T, -W': 'text' } },
    tasksh: { does: [INTERACTIVE] },
    'transmission-create transmission-edit transmission-show mktorrent torrenttools imdl': {
      options: { '-o, --outfile, --output': 'write', '-t, -c, -s, -a, --tracker, --comment, -l, -n': 'text' },
      operands: 'read-tree',
    },
    'zoxide autojump z.lua fasd bookmarks': { operands: 'text' },
    direnv: {
      subcommands: {
        allow: { does: [system('persist', '.envrc is loaded from now on')] },
        permit: { does: [system('persist', '.envrc is loaded from now on')] },
        deny: {},
        status: {},
        version: {},
        hook: {},
        export: {},
        reload: {},
        prune: {},
        edit: { does: [INTERACTIVE] },
        exec: { operands: ['names', 'command'], stopAtOperand: true },
        help: {},
        stdlib: {},
      },
    },
    'scriptreplay ttyplay agg gifski': {
      options: {
        '-o, --output, --out': 'write',
        '--theme, --font-size, -t, --cols, --rows, --speed': 'text',
        '-c, --command': 'shell',
      },
      operands: ['read', 'write'],
    },
    'irssi weechat weechat-headless profanity hexchat senpai tiny catgirl bitlbee toot tut signal-cli telegram-cli telegram-send matrix-commander slack-term discordo gomuks iamb wechat slackcat discord.sh apprise':
      {
        does: [{ does: 'send-message', to: 'chat', text: '', through: 'chat' }],
        options: { '-r, -a, --run-command, -p': 'opaque', '-f, --file': 'read' },
      },
    'ntfy apprise-cli pushover gotify': {
      does: [{ does: 'send-message', to: 'notification service', text: '', through: 'other' }],
    },
    'mbsync isync offlineimap getmail getmail6 fetchmail notmuch mu vdirsyncer himalaya aerc mblaze mpop rss2email r2e':
      {
        does: [service('mail', 'read', [])],
        options: { '-c, --config, -f, --fetchmailrc, -m, --mda, --postconnect, --preconnect': 'opaque' },
      },
    'procmail maildrop formail': {
      does: [{ does: 'something-opaque', text: 'runs the recipes of a mail filter', because: 'unreadable-code' }],
    },
    'syncthing resilio-sync nextcloudcmd dropbox onedrive insync maestral megacmd mega-put mega-get drive gdrive seaf-cli':
      { does: [service('file-sync', 'copy-in', [])] },
    'ipfs keybase arweave w3 storacha': {
      subcommands: {
        cat: { does: [service('ipfs', 'read', [])] },
        get: { does: [service('ipfs', 'read', [])] },
        ls: { does: [service('ipfs', 'read', [])] },
        id: {},
        version: {},
        status: {},
        refs: {},
        pin: { does: [service('ipfs', 'update', [])] },
        init: {},
        daemon: { does: [door('listener')] },
        add: { operands: 'read-tree', does: [service('ipfs', 'publish', [])] },
        swarm: { does: [report('network')] },
        stats: {},
        repo: {},
        config: {},
      },
    },
    'ranger nnn lf vifm yazi xplr joshuto superfile spf dolphin nautilus thunar pcmanfm nemo clifm fff cfiles hunter': {
      operands: 'names',
      options: { '--cmd, --command, -command, -c, --outcmd, --conf, -p': 'opaque' },
      does: [INTERACTIVE],
    },
    'gnome-terminal xterm konsole alacritty kitty wezterm foot tilix terminator xfce4-terminal urxvt rxvt st lxterminal mate-terminal terminology cool-retro-term x-terminal-emulator guake ghostty':
      {
        options: {
          '-t, -T, --title, --geometry, --working-directory, --profile, --config, --class': 'text',
          '-e, -x, --command': 'command',
        },
        does: [INTERACTIVE],
        stopAtOperand: true,
      },
    'startx xinit cage gamescope': {
      operands: 'command',
      stopAtOperand: true,
      does: [system('start-service', 'display server')],
    },
    'Xvfb xvfb Xorg Xephyr Xwayland weston sway i3 bspwm openbox dwm awesome gnome-shell kwin_x11 kwin_wayland': {
      options: { '-c, --config, -s': 'opaque' },
      does: [system('start-service', 'display server')],
    },
    'i3-msg swaymsg hyprctl bspc herbstclient qtile awesome-client yabai skhd': { operands: 'opaque' },
    'gap mathematica wolframscript scilab': { options: { '-e, -c, -code, --eval, -f': 'code' }, operands: 'script' },
    'obs kdenlive audacity darktable cura prusa-slicer lmms ardour gnome-calculator kcalc galculator thunderbird evolution discord zoom teams skype signal-desktop telegram-desktop':
      {
        operands: 'read',
        does: [{ does: 'something-opaque', text: 'a graphical program for a person', because: 'interactive' }],
      },
    'spack easybuild lmod ml': {
      options: { '-c, --config': 'opaque' },
      does: [{ does: 'install-package', ecosystem: 'spack', packages: [], origin: 'registry', scope: 'user' }],
    },
  }),
  {
    names: ['module'],
    means: (kit) => {
      const verb = textOf(kit.invocation.args[0])
      if (
        verb !== undefined &&
        /^(load|add|unload|rm|swap|switch|purge|use|unuse|avail|av|list|spider|show|whatis|keyword|save|restore|help|display)$/.test(
          verb,
        )
      )
        kit.tell(report('environment'))
      else kit.opaque('unknown-subcommand', `module ${verb ?? ''}`)
    },
  },
  {
    names: [
      'gio',
      'trash-list',
      'trash-empty',
      'trash-restore',
      'trash-rm',
      'rmtrash',
      'gvfs-trash',
      'kioclient',
      'kioclient5',
    ],
    means: (kit) => {
      const { args, program } = kit.invocation
      const operands = args.filter((word) => !knownPrefix(word).startsWith('-'))
      const verb = textOf(operands[0])
      if (/^(trash-list|trash-restore)$/.test(program) || onlyAsks(args)) kit.tell(report('machine'))
      else if (program === 'trash-empty' || program === 'trash-rm')
        kit.deletes({ kind: 'literal', text: '~/.local/share/Trash' }, { recursive: true })
      else if (/^(gio|kioclient5?)$/.test(program)) {
        const words = operands.slice(1)
        if (verb === 'trash' || verb === 'remove')
          for (const word of words)
            kit.deletes(
              word,
              verb === 'trash'
                ? { recursive: true, movedTo: kit.place({ kind: 'literal', text: '~/.local/share/Trash' }) }
                : { recursive: false },
            )
        else if (verb !== undefined && /^(info|list|tree|cat|mime|monitor|version|help)$/.test(verb))
          for (const word of words) kit.reads(word)
        else if (verb === 'open')
          for (const word of words) kit.runs([{ kind: 'literal', text: 'xdg-open' }, word], { via: program })
        else if (verb !== undefined && /^(copy|move|save|mkdir|rename|set)$/.test(verb)) {
          for (const word of words.slice(0, -1)) kit.reads(word)
          if (words.length > 0) kit.writes(words.at(-1)!, 'overwrite')
        } else if (verb === 'mount') kit.tell(system('mount', shown(words)))
        else kit.opaque('unknown-subcommand', `${program} ${verb ?? ''}`)
      } else
        for (const word of operands)
          kit.deletes(word, { recursive: true, movedTo: kit.place({ kind: 'literal', text: '~/.local/share/Trash' }) })
    },
  },
]
