import { literal, show } from '../../word.ts'
import type { ProgramContext, Program } from '../../shell/programs/program.ts'
import type { Entries, Entry } from '../entry.ts'
import { closed, family } from '../walk.ts'

const STOW: Entry = {
  options: { '-d, --dir, -t, --target': 'text', '--ignore, --defer, --override': 'text', '--verbose': 'text?' },
  flags: '--adopt -D --delete --dotfiles -n --no --simulate --no-folding -R --restow -S --stow -v -V -h',
}

/** Dotfiles, environments of directories, and what prompts and jumps are made of. */
const entries: Entries = {
  chezmoi: {
    options: {
      // Another source, target or configuration; templates of it run commands.
      '-S, --source, -D, --destination, -c, --config, -W, --working-tree': 'opaque',
      '--cache, --persistent-state': 'opaque',
      '--cpu-profile': 'write',
      '-o, --output': 'write',
      '--color, --config-format, --mode, --progress': 'text',
      '--use-builtin-age, --use-builtin-git': 'text?',
      '-R, --refresh-externals': 'text?',
    },
    flags:
      '--debug -n --dry-run --force --interactive -k --keep-going --no-pager --no-tty --source-path -v --verbose -h',
    subcommands: {
      'status, diff, managed, unmanaged, doctor, data, dump, dump-config, cat, verify, source-path, target-path, state, ignored, completion, license':
        {
          operands: 'names',
          options: { '-i, --include, -x, --exclude, -f, --format, -p, --path-style': 'text' },
          flags: '-r --recursive',
          effects: ['look environment'],
        },
      'apply, add, re-add, forget, destroy, remove, rm, unmanage, chattr, import, merge, merge-all, edit, edit-config, purge':
        {
          operands: 'text',
          flags: '-r --recursive -a --apply --template --encrypt --exact',
          effects: ['settings shell'],
        },
      'init, update': {
        operands: 'text',
        flags: '--apply --one-shot --purge',
        options: { '--branch': 'text' },
        effects: ['settings shell', 'opaque unreadable-code'],
      },
    },
    examples: {
      'chezmoi diff': ['look environment'],
      'chezmoi status ~/.zshrc': ['look environment', 'names ~/.zshrc'],
      'chezmoi apply': ['settings shell apply'],
      'chezmoi init --apply me': ['settings shell me', 'opaque unreadable-code'],
      'chezmoi --source=x --destination=x --config=x apply': [
        'unknown option --source of chezmoi',
        'unknown option --destination of chezmoi',
        'unknown option --config of chezmoi',
        'settings shell --source=x --destination=x --config=x apply',
      ],
      'chezmoi --working-tree=x --cache=x --persistent-state=x apply': [
        'unknown option --working-tree of chezmoi',
        'unknown option --cache of chezmoi',
        'unknown option --persistent-state of chezmoi',
        'settings shell --working-tree=x --cache=x --persistent-state=x apply',
      ],
      'chezmoi unheard-of': ['unknown subcommand unheard-of of chezmoi'],
      'chezmoi --cpu-profile=out.txt --output=out.txt diff': ['write out.txt', 'write out.txt', 'look environment'],
    },
  },
  direnv: {
    subcommands: {
      'allow, permit, grant': { operands: ['names'], effects: ['system persist'] },
      'deny, block, revoke, prune, reload, status, version, stdlib, help': { operands: 'text', flags: '--json' },
      'hook, export': { operands: ['text'] },
      edit: { operands: ['names'], effects: ['opaque interactive'] },
      exec: { operands: ['names'], rest: 'command' },
      fetchurl: { operands: ['fetch', 'text'] },
    },
    examples: {
      'direnv status': [],
      'direnv allow': ['system persist'],
      'direnv allow sub': ['system persist', 'names sub'],
      'direnv edit sub': ['opaque interactive', 'names sub'],
      'direnv exec . rm x': ['names .', 'run rm', 'delete x'],
      'direnv fetchurl https://example.com/a': ['contact example.com fetch'],
      'direnv unheard-of': ['unknown subcommand unheard-of of direnv'],
    },
  },
  zoxide: {
    subcommands: {
      'query, add, remove': {
        operands: 'text',
        options: { '--exclude, --base-dir': 'text' },
        flags: '-a --all -i --interactive -l --list -s --score',
      },
      init: { operands: ['text'], options: { '--cmd, --hook': 'text' }, flags: '--no-cmd' },
    },
    examples: {
      'zoxide query x': [],
      'zoxide init bash': [],
      'zoxide unheard-of': ['unknown subcommand unheard-of of zoxide'],
    },
  },
  starship: {
    subcommands: {
      'explain, timings, print-config, module, prompt, init': {
        operands: 'text',
        options: {
          '-d, --cmd-duration, -j, --jobs, -k, --keymap, -s, --status, -p, --path, -w, --terminal-width, --pipestatus':
            'text',
        },
        flags: '-l --list --default --print-full-init',
      },
      preset: { operands: ['text'], options: { '-o, --output': 'write' }, flags: '-l --list' },
    },
    examples: {
      'starship explain': [],
      'starship preset x -o ~/.config/starship.toml': ['write ~/.config/starship.toml'],
      'starship unheard-of': ['unknown subcommand unheard-of of starship'],
    },
  },
  module: {
    options: { '-t, --terse, -l, --long, -f, --force, -s, --silent, -v, --verbose': 'flag' },
    subcommands: {
      'load, add, unload, rm, swap, switch, purge, avail, av, list, spider, show, display, whatis, keyword, help': {
        operands: 'text',
        effects: ['look environment'],
      },
      // Modules are code of another directory from then on.
      'use, unuse': { operands: 'config' },
    },
    examples: {
      'module load gcc': ['look environment'],
      'module use /tmp/modules': ['code other file /tmp/modules'],
      'module unheard-of': ['unknown subcommand unheard-of of module'],
    },
  },
  cowsay: {
    operands: 'text',
    options: { '-f': 'loads-code', '-e, -T, -W, -C, -r': 'text' },
    language: 'perl',
    flags: '-b -d -g -h -l -n -N -p -s -t -w -y',
    examples: {
      'cowsay hi': [],
      'cowsay -f /tmp/x.cow hi': ['code perl file /tmp/x.cow'],
      'cowsay --unheard-of hi': ['unknown option --unheard-of of cowsay'],
    },
  },
}

export const dotfiles: readonly Program[] = [
  {
    names: ['stow'],
    means: linkPackages,
    examples: {
      'stow -n vim': ['look environment'],
      'stow -t ~ vim': ['settings shell stow -t ~ vim', 'link /home/dev'],
      'stow --adopt vim': ['settings shell stow --adopt vim', 'write /home/dev'],
      'stow --unheard-of vim': [
        'unknown option --unheard-of of stow',
        'settings shell stow --unheard-of vim',
        'link /home/dev',
      ],
    },
  },
  ...family(entries),
]

/** Links to everything in its packages; `--adopt` moves what is in the way into them first. */
function linkPackages(context: ProgramContext): void {
  const read = closed(context, STOW, context.invocation.args)
  if (read.has('-n', '--no', '--simulate')) {
    context.record({ does: 'read-system', what: 'environment' })
    return
  }
  context.record({ does: 'change-settings', of: 'shell', key: context.invocation.evidence, value: '' })
  const directory = show(read.value('-d', '--dir') ?? literal('.'))
  const target = read.value('-t', '--target') ?? literal(`${directory}/..`)
  for (const name of read.operands)
    context.writes(target, read.has('--adopt') ? 'overwrite' : 'link', {
      kind: 'copy',
      of: context.place(literal(`${directory}/${show(name)}`)),
    })
}
