import { textOf } from '../../word.ts'
import { system } from './facts.ts'
import type { ProgramContext, Program } from './program.ts'
import { are, type Row, rows, walk } from './table.ts'

/** Managers of toolchains share their subcommands. */
const TOOLCHAINS: Omit<Row, 'names'> = {
  operands: 'text',
  subcommands: {
    install: toolchain(),
    use: {},
    list: {},
    ls: {},
    'ls-remote': {},
    'list-remote': {},
    current: {},
    default: { does: [system('change-configuration', 'the Node of every later shell')] },
    alias: { does: [system('change-configuration', 'the Node of every later shell')] },
    pin: toolchain(),
    which: {},
    env: {},
    global: {},
    local: {},
    shell: {},
    versions: {},
    version: {},
    rehash: {},
    reshim: {},
    plugin: toolchain(),
    latest: {},
    lts: toolchain(),
    uninstall: {},
    unalias: {},
    set: {},
    activate: {},
    trust: { operands: 'config' },
    doctor: {},
    outdated: {},
    upgrade: toolchain(),
    exec: { operands: ['text', 'command'], stopAtOperand: true },
    run: { operands: ['text', 'command'], stopAtOperand: true },
    cache: {},
    settings: {},
    where: {},
    deactivate: {},
  },
}

/** Versions of Node and of its package managers; what looks after a manifest. */
export const javascriptToolchains: readonly Program[] = [
  ...rows({
    corepack: {
      subcommands: {
        enable: {},
        disable: {},
        prepare: {
          does: [
            {
              does: 'install-package',
              ecosystem: 'npm',
              packages: ['package manager'],
              origin: 'registry',
              scope: 'user',
            },
          ],
        },
        use: {
          does: [
            {
              does: 'install-package',
              ecosystem: 'npm',
              packages: ['package manager'],
              origin: 'registry',
              scope: 'project',
            },
          ],
        },
        install: {},
        up: {},
        pack: {},
        cache: {},
        npm: { operands: 'text' },
        pnpm: { operands: 'text' },
        yarn: { operands: 'text' },
      },
    },
    'npm-check npm-check-updates ncu npm-name npm-home npm-user updates taze syncpack manypkg publint attw arethetypeswrong sort-package-json size-limit bundlesize':
      {
        options: { ...are('text', '--filter -f --target -t --reject -x'), ...are('config', '--config') },
        inPlace: '-u, --update, --fix',
      },
    'nvm fnm n volta nodenv asdf': TOOLCHAINS,
  }),
  { names: ['mise', 'rtx'], means: mise },
]

function toolchain() {
  return {
    does: [{ does: 'install-package', ecosystem: 'toolchain', packages: [], origin: 'registry', scope: 'user' }],
  } as const
}

/** `mise exec node@22 -- node -v`: what stands behind the dashes is started. */
function mise(context: ProgramContext): void {
  const { args } = context.invocation
  const dashes = args.findIndex((word) => textOf(word) === '--')
  const verb = textOf(args[0]) ?? ''
  if (!/^(?:exec|x)$/.test(verb) || dashes < 0) return walk(context, TOOLCHAINS, args)
  context.runs(args.slice(dashes + 1), { via: 'mise exec' })
}
