import type { Gate } from '../src/gate.ts'
import type { Mode, Session } from '../src/session.ts'
import type { Verdict } from '../src/verdict.ts'
import type { Product } from './product.ts'

export const PROJECT = '/home/dev/project'

export const REPOSITORY: Readonly<Record<string, string>> = {
  [`${PROJECT}/.git/HEAD`]: 'ref: refs/heads/main\n',
  [`${PROJECT}/.git/config`]: '[remote "origin"]\n\turl = git@github.com:dev/project.git\n',
}

export interface Setting {
  readonly files?: Readonly<Record<string, string>>
  readonly links?: Readonly<Record<string, string>>
  /** Settings as the user's file would hold them. */
  readonly settings?: object
  readonly mode?: Mode
  readonly interactive?: boolean
}

/** A gate over a frozen machine with nothing but a repository on it. */
export async function gateOver(product: Product, setting: Setting = {}): Promise<Gate> {
  const world = product.frozen.frozenWorld({ files: { ...REPOSITORY, ...setting.files }, links: setting.links ?? {} })
  return product.compose.composeGate({
    world,
    home: '/home/dev',
    managedDirectory: '/nonexistent',
    // PowerShell is judged as everything else is; without the flag most of it would only be asked about.
    userSettings: '{"powershellAutoMode":true}',
    settings: JSON.stringify(setting.settings ?? {}),
  })
}

export function sessionIn(product: Product, setting: Setting = {}): Session {
  return product.session.newSession('test', { mode: setting.mode ?? 'auto', interactive: setting.interactive ?? true })
}

export async function judgeCall(
  product: Product,
  gate: Gate,
  session: Session,
  tool: string,
  input: object,
): Promise<Verdict> {
  const read = product.readCall.readCallValue(
    { tool, input },
    { id: 'test', cwd: PROJECT, session: session.id, agent: 'test' },
  )
  if ('unreadable' in read) throw new Error(`the test's own call is unreadable: ${read.unreadable.sentence}`)
  return product.gate.judge(gate, read.ok, session)
}

/** One shell command in a fresh session. */
export async function judgeCommand(product: Product, command: string, setting: Setting = {}): Promise<Verdict> {
  return judgeCall(product, await gateOver(product, setting), sessionIn(product, setting), 'Bash', { command })
}
