import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')

/** One place that a new thing needs. `{}` stands for its name; without `says` the file itself has to be there. */
export interface NeededPlace {
  readonly file: string
  readonly says?: string
  readonly what: string
  /** Those that do without it, and why. */
  readonly except?: Readonly<Record<string, string>>
}

export interface Kind {
  readonly places: readonly NeededPlace[]
  /** What no test can look up. */
  readonly afterwards: readonly string[]
  /** Those that are there, by the files that make them. */
  readonly all: () => readonly string[]
}

const filesIn = (directory: string): readonly string[] =>
  readdirSync(join(ROOT, directory)).flatMap((name) => /^([\w-]+)\.ts$/.exec(name)?.[1] ?? [])

/** What somebody who never saw the code has to touch to add one of these. */
export const KINDS: Readonly<Record<'program' | 'category' | 'agent' | 'channel', Kind>> = {
  program: {
    places: [{ file: 'src/call/programs/families', what: 'one entry of about ten lines in the file of its family' }],
    afterwards: [
      '`PROGRAMS={} npx vitest run src/call/programs` runs its examples',
      '`npm run oracle -- {}` says what it leaves out',
    ],
    all: () => [],
  },
  category: {
    places: [
      { file: 'src/categories/block/{}.ts', what: 'code, sentence, detector, examples (`allow/` for an exception)' },
      { file: 'src/categories/index.ts', says: "'./block/{}.ts'", what: 'its import, and its name in the list' },
    ],
    afterwards: [
      '`npm run generate` writes the reference',
      'a case in `test/corpus/`',
      'a line under Verdict changes in `CHANGELOG.md`',
    ],
    all: () => filesIn('src/categories/block'),
  },
  agent: {
    places: [
      { file: 'src/agents/{}/adapter.ts', what: 'payload → call, verdict → answer' },
      { file: 'src/agents/{}/host.ts', what: 'the client as it was observed' },
      { file: 'src/agents/index.ts', says: "'./{}/adapter.ts'", what: 'its import, and its name in the list' },
      { file: 'src/agents/hosts.ts', says: "'./{}/host.ts'", what: 'its import, and a row for each shape it speaks' },
      {
        file: 'src/surfaces/install/recipes/{}.ts',
        what: 'how `init` installs it',
        except: {
          generic: 'any other agent is installed by hand',
          vscode: "it reads Claude Code's and Copilot CLI's hooks",
        },
      },
    ],
    afterwards: [
      'a row in `docs/agents.md`',
      '`test/agents/clients.ts`, if the client can be run',
      '`npx vitest run src/agents` is the conformance suite',
    ],
    all: () =>
      readdirSync(join(ROOT, 'src/agents'), { withFileTypes: true }).flatMap((entry) =>
        entry.isDirectory() ? [entry.name] : [],
      ),
  },
  channel: {
    places: [
      { file: 'src/humans/channels/{}.ts', what: 'a `ChatService`' },
      { file: 'src/humans/channels/index.ts', says: "'{}'", what: 'its kind, and how it is made' },
      { file: 'src/policy/channel-settings.ts', says: '{}', what: 'its settings' },
      { file: 'src/policy/layers.ts', says: '{}', what: 'its files are made absolute' },
      {
        file: 'src/humans/channels/peers.ts',
        says: '{}',
        what: 'the packages that it needs',
        except: { webhook: 'it needs none' },
      },
      { file: 'docs/channels.md', says: '{}', what: 'how it is set up' },
      {
        file: 'test/servers/chats/{}.ts',
        what: 'a server that speaks its protocol',
        except: { webhook: 'its protocol is plain HTTP' },
      },
      {
        file: 'test/channels/stage.ts',
        says: '{}',
        what: 'its place in the suite of all channels',
        except: { webhook: 'nobody answers in it' },
      },
    ],
    afterwards: ['`npx vitest run test/channels.test.ts`'],
    all: () => {
      const list = /CHANNEL_KINDS = \[([^\]]+)\]/.exec(textAt('src/humans/channels/index.ts'))![1]!
      return [...list.matchAll(/'(\w+)'/g)].map(([, name]) => name!)
    },
  },
}

export function isKind(name: string): name is keyof typeof KINDS {
  return Object.hasOwn(KINDS, name)
}

/** The places that do not have it yet. */
export function forgotten(kind: keyof typeof KINDS, name: string): readonly NeededPlace[] {
  return KINDS[kind].places.filter(({ file, says, except }) => {
    if (except !== undefined && Object.hasOwn(except, name)) return false
    const path = file.replace('{}', name)
    if (!existsSync(join(ROOT, path))) return true
    return says !== undefined && !textAt(path).includes(says.replace('{}', name))
  })
}

function textAt(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8')
}
