import { joinWords, type Limits } from './walls.ts'

/**
 * What the portable runner needs to run one command in a copy of the workspace, where the kernel has no overlay for us:
 * what is copied, what stands in the place of secrets, what may be read, and the command itself.
 */
export interface CopiedPlan {
  readonly events: string
  readonly workspace: string
  /** Where the command starts, in the workspace. */
  readonly cwd: string
  /** Device and inode of the workspace: another directory of its name is not copied. */
  readonly root: readonly [device: string, inode: string]
  readonly limits: Limits
  /** In the workspace, and empty in the copy. */
  readonly masks: readonly { readonly path: string; readonly as: 'file' | 'directory' }[]
  /** In the workspace, and in the copy with this text. */
  readonly stand: readonly { readonly path: string; readonly text: string }[]
  /** By device, inode and type, as in the plan of the other runner. */
  readonly same: readonly (readonly [path: string, device: string, inode: string, type: string])[]
  /** Directories and files that cannot be read. */
  readonly hidden: readonly string[]
  /** Below what is hidden, and read all the same. */
  readonly shown: readonly string[]
  readonly environment: readonly string[]
  readonly client: readonly string[]
  readonly never: readonly string[]
  readonly command: readonly string[]
}

const MARK = 'copied 1'

export function copiedPlanWords(plan: CopiedPlan): string {
  const { limits } = plan
  return joinWords([
    MARK,
    'events',
    plan.events,
    'workspace',
    plan.workspace,
    'cwd',
    plan.cwd,
    'root',
    ...plan.root,
    'limits',
    ...[limits.processes, limits.memory, limits.disk, limits.file, limits.seconds].map((one) =>
      String(Math.floor(one)),
    ),
    ...plan.masks.flatMap(({ path, as }) => ['mask', as, path]),
    ...plan.stand.flatMap(({ path, text }) => ['stand', path, text]),
    ...plan.same.flatMap((mark) => ['same', ...mark]),
    ...plan.hidden.flatMap((path) => ['hide', path]),
    ...plan.shown.flatMap((path) => ['show', path]),
    ...plan.environment.flatMap((variable) => ['env', variable]),
    ...plan.client.flatMap((variable) => ['client', variable]),
    ...plan.never.flatMap((piece) => ['never', piece]),
    ...plan.command.flatMap((word) => ['word', word]),
    'done',
  ])
}

/** How many words follow each. */
const TAKES: Readonly<Record<string, number>> = {
  events: 1,
  workspace: 1,
  cwd: 1,
  root: 2,
  limits: 5,
  mask: 2,
  stand: 2,
  same: 4,
  hide: 1,
  show: 1,
  env: 1,
  client: 1,
  never: 1,
  word: 1,
}

/** Throws when it is not whole, or says anything that is not known: half a plan is no plan. */
export function readCopiedPlan(text: string): CopiedPlan {
  const words = text.split('\u0000')
  if (words.pop() !== '' || words.pop() !== 'done' || words.shift() !== MARK) throw new Error('this is no plan')
  const found = new Map<string, string[][]>(Object.keys(TAKES).map((name) => [name, []]))
  while (words.length > 0) {
    const name = words.shift()!
    const takes = TAKES[name]
    if (takes === undefined || words.length < takes) throw new Error('the plan cannot be read')
    found.get(name)!.push(words.splice(0, takes))
  }
  const all = (name: string): readonly string[][] => found.get(name) ?? []
  const one = (name: string): readonly string[] => {
    const [first, ...more] = all(name)
    if (first === undefined || more.length > 0) throw new Error(`the plan says ${name} not once`)
    return first
  }
  const firsts = (name: string): readonly string[] => all(name).map(([first]) => first!)
  const numbers = one('limits').map(Number)
  if (numbers.some((number) => !Number.isSafeInteger(number) || number < 0)) throw new Error('the plan cannot be read')
  const [processes, memory, disk, file, seconds] = numbers
  const [device, inode] = one('root')
  return {
    events: one('events')[0]!,
    workspace: one('workspace')[0]!,
    cwd: one('cwd')[0]!,
    root: [device!, inode!],
    limits: { processes: processes!, memory: memory!, disk: disk!, file: file!, seconds: seconds! },
    masks: all('mask').map(([as, path]) => ({ path: path!, as: as === 'file' ? 'file' : 'directory' })),
    stand: all('stand').map(([path, stood]) => ({ path: path!, text: stood! })),
    same: all('same').map(([path, dev, ino, type]) => [path!, dev!, ino!, type!] as const),
    hidden: firsts('hide'),
    shown: firsts('show'),
    environment: firsts('env'),
    client: firsts('client'),
    never: firsts('never'),
    command: firsts('word'),
  }
}
