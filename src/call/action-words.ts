import type { Action, Host, OpaqueBecause, RepositoryDeed, ServiceDeed, SystemDeed } from './action.ts'
import { showPlace } from './place.ts'

/** One plain sentence, without subject and full stop: "deletes /home/dev/project/dist and everything in it". */
export function explainAction(action: Action): string {
  const sentence = record(action)
  const rights = action.elevated ? ' as administrator' : ''
  switch (action.where.kind) {
    case 'here':
      return sentence + rights
    case 'container':
      return `${sentence}${rights} in the container ${action.where.name}`
    case 'remote':
      return `${sentence}${rights} on ${action.where.host}`
  }
}

function record(action: Action): string {
  switch (action.does) {
    case 'run-program':
      return action.program === '' ? 'starts a program whose name is not known' : `starts ${action.program}`
    case 'run-code': {
      const from = {
        inline: '',
        'standard-input': ' from its input',
        network: ` fetched from ${action.host ?? 'the network'}`,
        file: ` from ${action.place ? showPlace(action.place) : 'a file'}`,
        'written-file': ` from ${action.place ? showPlace(action.place) : 'a file'}, written in this session`,
        'missing-file': ` from ${action.place ? showPlace(action.place) : 'a file'}, which does not exist`,
        dynamic: ' generated at run time',
      }[action.origin]
      return `runs ${action.language === 'other' ? '' : `${action.language} `}code${from}${action.seenThrough ? '' : ` that could not be analyzed${action.unread === undefined ? '' : ` at ${action.unread}`}`}`
    }
    case 'read-file':
      return action.extent === 'names'
        ? `looks at ${showPlace(action.place)}`
        : `reads ${showPlace(action.place)}${action.recursive ? ' and everything in it' : ''}`
    case 'write-file':
      return WRITES[action.how](showPlace(action.place))
    case 'delete-file': {
      const what = `${showPlace(action.place)}${action.recursive ? ' and everything in it' : ''}`
      if (action.movedTo) return `moves ${showPlace(action.place)} to ${showPlace(action.movedTo)}`
      return action.filtered ? `deletes what a filter picks in ${showPlace(action.place)}` : `deletes ${what}`
    }
    case 'change-access':
      return `${ACCESS[action.grants]} ${showPlace(action.place)}${action.recursive ? ' and everything in it' : ''}`
    case 'contact-host': {
      const host = showHost(action.host)
      if (action.sends === 'nothing') return `${CONTACT[action.purpose] ?? 'contacts'} ${host}`
      const what = action.payload?.place
        ? showPlace(action.payload.place)
        : action.sends === 'data'
          ? 'data'
          : 'something unknown'
      return `sends ${what} to ${host}`
    }
    case 'open-door':
      return `opens a ${action.what.replaceAll('-', ' ')}${action.address === undefined ? '' : ` at ${action.address}`}`
    case 'read-secret':
      return `reads a secret from the ${action.store.replaceAll('-', ' ')}: ${action.target}`
    case 'read-system':
      return `reads about this machine: ${action.what}`
    case 'change-repository':
      return `${REPOSITORY[action.deed]}${action.branch === undefined ? '' : ` ${action.branch}`}${action.remote === undefined ? '' : ` at ${action.remote}`}`
    case 'change-service':
      return recordService(action) + (action.production ? ' (production)' : '')
    case 'change-database':
      return `${DATABASE[action.deed]} ${action.target}`.trimEnd() + (action.host ? ` on ${showHost(action.host)}` : '')
    case 'change-system':
      return `${SYSTEM[action.deed]}${action.target === '' ? '' : `: ${action.target}`}`
    case 'install-package':
      return `installs ${action.packages.length === 0 ? 'what the project declares' : action.packages.join(', ')} with ${action.ecosystem}`
    case 'end-process':
      return action.whose === 'all'
        ? 'ends every process'
        : `ends ${action.whose === 'own' ? 'its own process' : 'the process'} ${action.target}`.trimEnd()
    case 'schedule':
      return `schedules ${action.task} (${action.when})`
    case 'change-settings':
      return `sets ${action.key} of ${SETTINGS[action.of]} to ${action.value === '' ? 'nothing' : action.value}`
    case 'spawn-agent':
      return `starts ${action.permissions === 'broad' ? 'an agent without permission checks' : 'an agent'}: ${action.task}`
    case 'send-message':
      return `sends a message to ${action.to}`
    case 'call-mcp-tool':
      return `calls ${action.tool} of ${action.server}`
    case 'something-opaque':
      // What is not written down names itself: unknown option `--clang` of cppcheck.
      if (/^unknown [a-z]+ /.test(action.text)) return `does something that is not understood: ${action.text}`
      return `does something that is not understood (${OPAQUE[action.because]}): ${action.text}`
  }
}

function recordService({ deed, service, target }: Extract<Action, { does: 'change-service' }>): string {
  if (deed === 'publish')
    return `publishes ${target === '.' || target === '' ? 'this package' : target} with ${service}`
  if (deed === 'mass-delete' && target.endsWith('compose down'))
    return `deletes the containers and volumes of the compose project (${target})`
  return target === service || target === '' ? `${SERVICE[deed]} ${service}` : `${SERVICE[deed]} ${service} (${target})`
}

function showHost(host: Host): string {
  return host.kind === 'named' ? host.name : `an unknown host (${host.source})`
}

const WRITES: Readonly<Record<Extract<Action, { does: 'write-file' }>['how'], (place: string) => string>> = {
  create: (place) => `creates ${place}`,
  overwrite: (place) => `writes ${place}`,
  append: (place) => `adds to ${place}`,
  edit: (place) => `changes ${place}`,
  link: (place) => `makes the link ${place}`,
  directory: (place) => `makes the directory ${place}`,
}

const ACCESS: Readonly<Record<Extract<Action, { does: 'change-access' }>['grants'], string>> = {
  execute: 'makes executable',
  everyone: 'opens to everyone',
  setuid: 'gives its owner’s rights to whoever runs',
  capability: 'gives special rights to',
  owner: 'changes the owner of',
  less: 'restricts access to',
  other: 'changes access to',
}

const CONTACT: Readonly<Record<string, string>> = {
  fetch: 'fetches from',
  lookup: 'looks up',
  probe: 'probes',
  registry: 'asks the package registry',
  repository: 'talks to the repository host',
  shell: 'opens a shell on',
  copy: 'copies from',
}

const REPOSITORY: Readonly<Record<RepositoryDeed, string>> = {
  inspect: 'looks at the repository',
  fetch: 'fetches',
  clone: 'clones a repository',
  stage: 'stages changes',
  commit: 'commits',
  amend: 'rewrites the last commit',
  branch: 'makes or lists branches',
  switch: 'switches to',
  merge: 'merges',
  stash: 'stashes changes',
  tag: 'tags',
  push: 'pushes',
  'force-push': 'force-pushes',
  'force-push-lease': 'force-pushes with a lease',
  'delete-remote-ref': 'deletes from the remote',
  'delete-local-ref': 'deletes the local branch or tag',
  'discard-work': 'discards uncommitted work',
  'rewrite-history': 'rewrites commits',
  'add-remote': 'adds or changes a remote',
  configure: 'configures git',
  'skip-hooks': 'skips the repository’s hooks',
  'apply-patch': 'applies a patch',
  impersonate: 'commits as someone else',
}

const SERVICE: Readonly<Record<ServiceDeed, string>> = {
  read: 'reads from',
  create: 'creates something in',
  update: 'changes something in',
  delete: 'deletes something in',
  'mass-delete': 'deletes everything in',
  grant: 'grants rights in',
  deploy: 'deploys with',
  publish: 'publishes with',
  send: 'sends with',
  purchase: 'buys with',
  execute: 'runs something in',
  merge: 'merges something in',
  review: 'reviews something in',
  'write-secret': 'writes a secret in',
  'disable-protection': 'switches off a protection in',
  'copy-out': 'copies out with',
  'copy-in': 'copies in with',
  'log-in': 'logs in to',
  'local-only': 'works locally with',
}

const DATABASE: Readonly<Record<Extract<Action, { does: 'change-database' }>['deed'], string>> = {
  read: 'reads the database',
  write: 'writes to the database',
  'write-all': 'changes every row of',
  drop: 'drops the database object',
  'delete-all': 'deletes every row of',
  grant: 'grants rights in the database',
  schema: 'changes the schema of',
  execute: 'runs code in the database',
  dump: 'dumps the database',
  restore: 'restores the database',
}

const SYSTEM: Readonly<Record<SystemDeed, string>> = {
  'start-service': 'starts a service',
  'stop-service': 'stops a service',
  persist: 'makes something run automatically',
  'add-account': 'adds an account',
  'add-locked-account': 'adds an account that nobody can log in with',
  'change-account': 'changes an account',
  'become-administrator': 'becomes administrator',
  'grant-privilege': 'grants a privilege',
  'change-firewall': 'changes the firewall',
  'disable-security': 'switches off a protection',
  'weaken-tls': 'weakens transport security',
  'trust-certificate': 'trusts a certificate',
  'erase-log': 'erases a log',
  'erase-history': 'erases the command history',
  'stop-logging': 'stops logging',
  'tune-kernel': 'sets a limit of the kernel',
  'change-kernel': 'changes the kernel',
  'change-network': 'changes the network',
  'destroy-disk': 'overwrites a disk',
  mount: 'mounts a file system',
  power: 'shuts down or restarts',
  exhaust: 'exhausts the machine',
  'change-clock': 'changes the clock',
  'change-configuration': 'changes the configuration',
  'dump-memory': 'dumps memory',
  'capture-traffic': 'records network traffic',
  'capture-input': 'records what is typed or shown',
  'inject-process': 'enters another process',
  hide: 'hides something',
  'change-registry': 'changes the registry',
  'remove-backup': 'removes backups',
  'remove-package': 'removes a package',
  mine: 'mines',
  scan: 'scans a network',
  crack: 'guesses passwords',
}

const SETTINGS: Readonly<Record<Extract<Action, { does: 'change-settings' }>['of'], string>> = {
  agent: 'the agent',
  gate: 'this gate',
  git: 'git',
  'package-manager': 'the package manager',
  shell: 'the shell',
  editor: 'the editor',
  ssh: 'ssh',
  other: 'a program',
}

const OPAQUE: Readonly<Record<OpaqueBecause, string>> = {
  'unknown-program': 'an unknown program',
  'unknown-subcommand': 'an unknown subcommand',
  'unknown-call': 'a call that is not described',
  'unknown-tool': 'an unknown tool',
  'dynamic-program': 'the program is chosen at run time',
  'dynamic-code': 'the code is generated at run time',
  'unreadable-code': 'code that cannot be read',
  'not-parsed': 'it cannot be parsed',
  'too-deep': 'too deeply nested',
  'too-long': 'too long',
  interactive: 'it waits for a person',
  'unknown-option': 'an option with unknown meaning',
  other: 'no further reason',
}
