import type { ActionOf, RepositoryDeed, ServiceDeed, SystemDeed } from '../action.ts'

type Words<Union extends string> = Readonly<Record<Union, true>>

/** The words that may stand in an effect. Records, so that a new kind of action that is forgotten here does not compile. */
const LOOK: Words<ActionOf<'read-system'>['what']> = {
  machine: true,
  processes: true,
  network: true,
  users: true,
  packages: true,
  logs: true,
  hardware: true,
  services: true,
  environment: true,
  security: true,
  clipboard: true,
  screen: true,
}

const SECRET: Words<ActionOf<'read-secret'>['store']> = {
  keychain: true,
  environment: true,
  metadata: true,
  'password-manager': true,
  vault: true,
  cloud: true,
  cluster: true,
  memory: true,
  browser: true,
  agent: true,
  token: true,
  other: true,
}

const GIT: Words<RepositoryDeed> = {
  inspect: true,
  fetch: true,
  clone: true,
  stage: true,
  commit: true,
  amend: true,
  branch: true,
  switch: true,
  merge: true,
  stash: true,
  tag: true,
  push: true,
  'force-push': true,
  'force-push-lease': true,
  'delete-remote-ref': true,
  'delete-local-ref': true,
  'discard-work': true,
  'rewrite-history': true,
  'add-remote': true,
  configure: true,
  'skip-hooks': true,
  'apply-patch': true,
  impersonate: true,
}

const SERVICE: Words<ServiceDeed> = {
  read: true,
  create: true,
  update: true,
  delete: true,
  'mass-delete': true,
  grant: true,
  deploy: true,
  publish: true,
  send: true,
  purchase: true,
  execute: true,
  merge: true,
  review: true,
  'write-secret': true,
  'disable-protection': true,
  'copy-out': true,
  'copy-in': true,
  'log-in': true,
  'local-only': true,
}

const DATABASE: Words<ActionOf<'change-database'>['deed']> = {
  read: true,
  write: true,
  'write-all': true,
  drop: true,
  'delete-all': true,
  grant: true,
  schema: true,
  execute: true,
  dump: true,
  restore: true,
}

const SYSTEM: Words<SystemDeed> = {
  'start-service': true,
  'stop-service': true,
  persist: true,
  'add-account': true,
  'add-locked-account': true,
  'change-account': true,
  'become-administrator': true,
  'grant-privilege': true,
  'change-firewall': true,
  'disable-security': true,
  'weaken-tls': true,
  'trust-certificate': true,
  'erase-log': true,
  'erase-history': true,
  'stop-logging': true,
  'change-kernel': true,
  'tune-kernel': true,
  'change-network': true,
  'destroy-disk': true,
  mount: true,
  power: true,
  exhaust: true,
  'change-clock': true,
  'change-configuration': true,
  'dump-memory': true,
  'capture-traffic': true,
  'capture-input': true,
  'inject-process': true,
  hide: true,
  'change-registry': true,
  'remove-backup': true,
  'remove-package': true,
  mine: true,
  scan: true,
  crack: true,
}

const OPEN: Words<ActionOf<'open-door'>['what']> = {
  'reverse-shell': true,
  'bind-shell': true,
  listener: true,
  tunnel: true,
  'web-shell': true,
  'port-forward': true,
  'remote-access': true,
}

/** `named`: the operands say it. None is what the project declares; a URL, a file or a name is what it is. */
const ORIGIN: Words<ActionOf<'install-package'>['origin'] | 'named'> = {
  named: true,
  declared: true,
  registry: true,
  url: true,
  file: true,
  repository: true,
  'other-registry': true,
}

const SCOPE: Words<ActionOf<'install-package'>['scope']> = { project: true, user: true, system: true }

const END: Words<ActionOf<'end-process'>['whose']> = { own: true, pid: true, named: true, all: true, unknown: true }

const SCHEDULE: Words<ActionOf<'schedule'>['with']> = {
  cron: true,
  at: true,
  timer: true,
  agent: true,
  'task-scheduler': true,
}

const SETTINGS: Words<ActionOf<'change-settings'>['of']> = {
  agent: true,
  gate: true,
  git: true,
  'package-manager': true,
  shell: true,
  editor: true,
  ssh: true,
  other: true,
}

const MESSAGE: Words<ActionOf<'send-message'>['through']> = { agent: true, mail: true, chat: true, other: true }

const OPAQUE: Words<ActionOf<'something-opaque'>['because']> = {
  'unknown-program': true,
  'unknown-subcommand': true,
  'unknown-call': true,
  'unknown-tool': true,
  'dynamic-program': true,
  'dynamic-code': true,
  'unreadable-code': true,
  'not-parsed': true,
  'too-deep': true,
  'too-long': true,
  interactive: true,
  'unknown-option': true,
  other: true,
}

/** A word of a closed list; `any` is any word; one that may be missing stands last. */
type Slot = Words<string> | 'any'

interface Shape {
  readonly needs: readonly Slot[]
  readonly may?: readonly Slot[]
}

/** What follows the first word of an effect. */
export const EFFECT_SHAPES: Readonly<Record<string, Shape>> = {
  look: { needs: [LOOK] },
  secret: { needs: [SECRET] },
  git: { needs: [GIT] },
  service: { needs: ['any', SERVICE] },
  database: { needs: [DATABASE] },
  system: { needs: [SYSTEM] },
  open: { needs: [OPEN], may: ['any'] },
  install: { needs: ['any'], may: [ORIGIN, SCOPE] },
  end: { needs: [END] },
  schedule: { needs: [SCHEDULE] },
  settings: { needs: [SETTINGS], may: ['any'] },
  message: { needs: [MESSAGE] },
  opaque: { needs: [OPAQUE] },
}

/** Why these words are no effect; undefined: they are one. */
export function shapeProblem(kind: string, words: readonly string[]): string | undefined {
  const shape = Object.hasOwn(EFFECT_SHAPES, kind) ? EFFECT_SHAPES[kind] : undefined
  if (shape === undefined) return undefined
  const slots = [...shape.needs, ...(shape.may ?? [])]
  if (words.length < shape.needs.length || words.length > slots.length)
    return `\`${kind}\` takes ${shape.needs.length === slots.length ? '' : 'at least '}${shape.needs.length} word${shape.needs.length === 1 ? '' : 's'}`
  for (const [index, word] of words.entries()) {
    const slot = slots[index]!
    if (slot !== 'any' && !Object.hasOwn(slot, word)) return `\`${word}\` is none of ${Object.keys(slot).join(', ')}`
  }
  return undefined
}
