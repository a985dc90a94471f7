import type { GateIdentity } from '../../../src/call/gate-identity.ts'
import type { Decision, Verdict } from '../../../src/verdict.ts'
import type { Product } from '../../product.ts'
import { judgeCall, PROJECT, REPOSITORY, sessionIn } from '../../project.ts'

/** A call: a shell command, or a tool with its input. */
export type Call = string | { readonly tool: string; readonly input: object }
/** A call among files of the project that it depends on. */
type Placed = { readonly call: Call; readonly files: Readonly<Record<string, string>> }
export interface Group {
  readonly about: string
  readonly calls: readonly (Call | Placed)[]
}

export interface Row {
  readonly name: string
  readonly about: string
  readonly tool: string
  readonly input: object
  readonly files: Readonly<Record<string, string>>
}

export function rowsOf(groups: readonly Group[]): readonly Row[] {
  return groups.flatMap(({ about, calls }) =>
    calls.map((one) => {
      const { call, files } = typeof one === 'object' && 'call' in one ? one : { call: one, files: {} }
      const { tool, input } = typeof call === 'string' ? { tool: 'Bash', input: { command: call } } : call
      return { name: `${tool} ${JSON.stringify(input)}`, about, tool, input, files }
    }),
  )
}

const HOME = '/home/dev'
const NODE = `${HOME}/.nvm/versions/node/v24.1.0`

/** A gate whose state is not in the usual place, run from a checkout with a Node of nvm. */
export const GATE: GateIdentity = {
  secrets: [`${HOME}/gs`, `${HOME}/.portcullis/state`, `${HOME}/.local/state/portcullis`],
  fixed: [
    `${HOME}/.portcullis`,
    '/etc/portcullis',
    ...['bin', 'src', 'node_modules', 'package.json'].map((name) => `${HOME}/portcullis/${name}`),
    `${NODE}/bin/node`,
    `${NODE}/lib/node_modules/portcullis`,
  ],
  hooked: [`${HOME}/.claude/settings.json`, `${HOME}/.codex/hooks.json`, `${HOME}/.gemini/settings.json`],
  processes: [4242],
  commandLines: [`${NODE}/bin/node ${HOME}/portcullis/src/surfaces/cli/main.ts serve --state ${HOME}/gs --port 7433`],
  ports: [7433],
  sockets: [`${HOME}/gs/portcullis.sock`],
  programs: ['sh', 'perl', 'curl', 'node', 'timeout', 'env', 'cat', 'portcullis'],
}

const HOOK = `${HOME}/.portcullis/hooks/claude-code.sh`
const HOOKED = JSON.stringify({
  theme: 'light',
  hooks: { PreToolUse: [{ matcher: '*', hooks: [{ type: 'command', command: HOOK }] }] },
})

const FILES: Readonly<Record<string, string>> = {
  ...REPOSITORY,
  [`${HOME}/gs/operator.token`]: 'a token',
  [`${HOME}/gs/daemon.json`]: '{"pid":4242,"port":7433}',
  [`${HOME}/gs/portcullis.sock`]: '',
  [`${HOME}/gs/journal.db`]: '',
  [`${HOME}/.portcullis/state/operator.token`]: 'a token',
  [`${HOME}/.portcullis/settings.json`]: '{"permissions":{"deny":["Bash(rm *)"]}}',
  [HOOK]: '#!/bin/sh\n',
  [`${HOME}/.claude/settings.json`]: HOOKED,
  [`${HOME}/.gemini/settings.json`]: HOOKED.replace('PreToolUse', 'BeforeTool').replace('claude-code', 'gemini-cli'),
  [`${HOME}/.codex/hooks.json`]: HOOKED.replace('claude-code', 'codex'),
  [`${HOME}/.codex/config.toml`]: '[features]\nhooks = true\n',
  [`${HOME}/portcullis/package.json`]:
    '{"name":"portcullis","bin":{"portcullis":"bin/portcullis.js"},"scripts":{"portcullis":"node src/surfaces/cli/main.ts"}}',
  [`${HOME}/portcullis/bin/portcullis.js`]: "#!/usr/bin/env node\nimport '../src/surfaces/cli/main.ts'\n",
  [`${HOME}/portcullis/src/surfaces/cli/main.ts`]: '',
  [`${HOME}/portcullis/src/verdict.ts`]: '',
  [`${NODE}/bin/node`]: '',
}

/** Rules that allow whatever rules can allow. */
const EVERYTHING = { permissions: { allow: ['Bash', 'Read', 'Write', 'Edit', 'WebFetch', 'PowerShell', 'Grep'] } }

/** The rows in auto, and in the two ways in which a user lets everything pass. */
export const WAYS = {
  auto: { mode: 'auto', settings: {} },
  bypass: { mode: 'bypassPermissions', settings: {} },
  rules: { mode: 'default', settings: EVERYTHING },
} as const

export async function judgeRow(
  product: Product,
  row: Row,
  way: keyof typeof WAYS,
  gate?: GateIdentity,
): Promise<Verdict> {
  const placed = Object.entries(row.files).map(([path, text]) => [`${PROJECT}/${path}`, text])
  const world = product.frozen.frozenWorld({
    files: { ...FILES, ...Object.fromEntries(placed) },
    links: { [`${HOME}/portcullis/node_modules/.bin/portcullis`]: `${HOME}/portcullis/bin/portcullis.js` },
    gate: gate ?? GATE,
  })
  const { mode, settings } = WAYS[way]
  const composed = await product.compose.composeGate({
    world,
    home: HOME,
    managedDirectory: '/nonexistent',
    userSettings: '{}',
    settings: JSON.stringify(settings),
  })
  return judgeCall(product, composed, sessionIn(product, { mode }), row.tool, row.input)
}

export function told(verdict: Verdict): `${Decision} ${string}` {
  return `${verdict.decision} ${verdict.because.map((reason) => reason.code).join(', ')}`
}
