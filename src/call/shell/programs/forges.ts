import type { ServiceDeed } from '../../action.ts'
import { literal, show, textOf, type Word } from '../../word.ts'
import { type Arity, readArguments } from '../options.ts'
import type { Kit, Program } from './program.ts'
import { INTERACTIVE } from './table.ts'

/** GitHub, GitLab and their like through their own command lines. */
export const forges: readonly Program[] = [
  { names: ['gh'], means: (kit) => forge(kit, 'github', 'api.github.com') },
  { names: ['glab'], means: (kit) => forge(kit, 'gitlab', 'gitlab.com') },
  { names: ['hub'], means: (kit) => forge(kit, 'github', 'api.github.com') },
  { names: ['tea', 'berg', 'bb-cli'], means: (kit) => forge(kit, 'gitea', 'gitea.com') },
]

/** group → verb → deed. `*` is every other verb of the group. A group or verb that is not here is not known. */
const DEEDS: Readonly<Record<string, Readonly<Record<string, ServiceDeed>>>> = {
  pr: {
    list: 'read',
    view: 'read',
    status: 'read',
    checks: 'read',
    diff: 'read',
    checkout: 'read',
    create: 'create',
    new: 'create',
    edit: 'update',
    comment: 'send',
    review: 'review',
    merge: 'merge',
    close: 'update',
    reopen: 'update',
    ready: 'update',
    lock: 'update',
    unlock: 'update',
    'update-branch': 'update',
    revert: 'create',
  },
  mr: {
    list: 'read',
    view: 'read',
    show: 'read',
    diff: 'read',
    checkout: 'read',
    issues: 'read',
    approvers: 'read',
    create: 'create',
    new: 'create',
    update: 'update',
    note: 'send',
    approve: 'review',
    revoke: 'review',
    merge: 'merge',
    accept: 'merge',
    close: 'update',
    reopen: 'update',
    rebase: 'update',
    delete: 'delete',
    todo: 'update',
    for: 'create',
    subscribe: 'update',
    unsubscribe: 'update',
  },
  issue: {
    list: 'read',
    view: 'read',
    show: 'read',
    status: 'read',
    create: 'create',
    new: 'create',
    edit: 'update',
    update: 'update',
    comment: 'send',
    note: 'send',
    close: 'update',
    reopen: 'update',
    delete: 'delete',
    transfer: 'update',
    lock: 'update',
    unlock: 'update',
    pin: 'update',
    unpin: 'update',
    develop: 'update',
    board: 'read',
    subscribe: 'update',
  },
  repo: {
    view: 'read',
    list: 'read',
    clone: 'copy-in',
    search: 'read',
    contributors: 'read',
    create: 'create',
    fork: 'create',
    edit: 'update',
    rename: 'update',
    archive: 'update',
    unarchive: 'update',
    delete: 'delete',
    sync: 'update',
    'set-default': 'local-only',
    'deploy-key': 'grant',
    autolink: 'update',
    gitignore: 'read',
    license: 'read',
    transfer: 'update',
    mirror: 'copy-out',
  },
  release: {
    list: 'read',
    view: 'read',
    download: 'copy-in',
    verify: 'read',
    'verify-asset': 'read',
    create: 'publish',
    upload: 'publish',
    edit: 'update',
    delete: 'delete',
    'delete-asset': 'delete',
  },
  run: {
    list: 'read',
    view: 'read',
    watch: 'read',
    download: 'copy-in',
    rerun: 'execute',
    cancel: 'update',
    delete: 'delete',
  },
  ci: {
    list: 'read',
    view: 'read',
    status: 'read',
    trace: 'read',
    get: 'read',
    lint: 'read',
    config: 'read',
    artifact: 'copy-in',
    run: 'execute',
    retry: 'execute',
    trigger: 'execute',
    cancel: 'update',
    delete: 'delete',
  },
  pipeline: { list: 'read', view: 'read', status: 'read', run: 'execute', ci: 'read', delete: 'delete' },
  job: { artifact: 'copy-in' },
  workflow: { list: 'read', view: 'read', run: 'execute', enable: 'update', disable: 'disable-protection' },
  secret: { list: 'read', set: 'write-secret', delete: 'delete', remove: 'delete' },
  variable: { list: 'read', get: 'read', set: 'update', update: 'update', delete: 'delete', export: 'read' },
  gist: {
    list: 'read',
    view: 'read',
    clone: 'copy-in',
    create: 'publish',
    edit: 'publish',
    rename: 'update',
    delete: 'delete',
  },
  snippet: { create: 'publish' },
  auth: {
    status: 'read',
    login: 'log-in',
    logout: 'log-in',
    refresh: 'log-in',
    'setup-git': 'log-in',
    switch: 'log-in',
    token: 'read',
  },
  label: { list: 'read', create: 'create', edit: 'update', delete: 'delete', clone: 'create' },
  milestone: { list: 'read', create: 'create', edit: 'update', delete: 'delete' },
  project: {
    list: 'read',
    view: 'read',
    'item-list': 'read',
    'field-list': 'read',
    create: 'create',
    edit: 'update',
    close: 'update',
    copy: 'create',
    delete: 'delete',
    link: 'update',
    unlink: 'update',
    'item-add': 'create',
    'item-create': 'create',
    'item-edit': 'update',
    'item-archive': 'update',
    'item-delete': 'delete',
    'field-create': 'create',
    'field-delete': 'delete',
    'mark-template': 'update',
  },
  ruleset: { list: 'read', view: 'read', check: 'read' },
  cache: { list: 'read', delete: 'delete' },
  'ssh-key': { list: 'read', add: 'grant', delete: 'delete', get: 'read' },
  'gpg-key': { list: 'read', add: 'grant', delete: 'delete' },
  'deploy-key': { list: 'read', get: 'read', add: 'grant', delete: 'delete' },
  org: { list: 'read' },
  search: { repos: 'read', issues: 'read', prs: 'read', code: 'read', commits: 'read' },
  attestation: { verify: 'read', download: 'copy-in', 'trusted-root': 'read' },
  codespace: {
    list: 'read',
    view: 'read',
    logs: 'read',
    create: 'create',
    delete: 'delete',
    stop: 'update',
    ssh: 'execute',
    cp: 'copy-out',
    code: 'execute',
    jupyter: 'execute',
    ports: 'read',
    edit: 'update',
    rebuild: 'update',
  },
  token: { list: 'read', create: 'grant', revoke: 'delete', rotate: 'grant' },
  schedule: { list: 'read', create: 'create', update: 'update', delete: 'delete', run: 'execute' },
  user: { events: 'read' },
  incident: { list: 'read', view: 'read', close: 'update', note: 'send', reopen: 'update' },
  iteration: { list: 'read' },
  changelog: { generate: 'read' },
  cluster: { agent: 'update' },
  runner: { list: 'read' },
  'pull-request': { '*': 'create' },
}

const ALIASES: Readonly<Record<string, string>> = {
  cs: 'codespace',
  rs: 'ruleset',
  at: 'attestation',
  pipe: 'pipeline',
  pulls: 'pr',
  pull: 'pr',
  issues: 'issue',
  repos: 'repo',
  releases: 'release',
  ls: 'list',
  rm: 'delete',
  remove: 'delete',
}

/** Groups that do nothing outside this machine, and look at nothing secret. */
const LOCAL = new Set(
  'help version completion browse status reference licenses accessibility check-update environment formatting exit-codes mintty preview'.split(
    ' ',
  ),
)

const VALUES =
  '-R --repo -b --body -t --title -F --body-file -B --base -H --head -a --assignee -l --label -m --milestone -p --project -r --reviewer ' +
  '-q --jq --json --template -L --limit -s --state -A --author --hostname --visibility -f --field --raw-field --method -X --header ' +
  '--input -n --notes --notes-file --target -D --dir --pattern -w --workflow --ref -e --env -o --org -u --user -d --description ' +
  '-c --commit --subject --match-head-commit --filename -S --search --repos --app --add-label --remove-label --add-reviewer ' +
  '--archive --output -O --file --source-branch --target-branch --gitignore --license --remote --source --secret'

function forge(kit: Kit, service: string, host: string): void {
  const read = readArguments(kit.invocation.args, {
    arity: new Map<string, Arity>(VALUES.split(' ').map((name) => [name, 'value'])),
    style: 'gnu',
  })
  const [groupWord, verbWord, ...others] = read.operands
  if (!groupWord) return
  const typed = textOf(groupWord)
  const group = typed === undefined ? undefined : (ALIASES[typed] ?? typed)
  if (group === undefined) {
    kit.opaque('unknown-subcommand', kit.invocation.evidence)
    return
  }
  for (const word of read.values('-F', '--body-file', '--notes-file', '--input', '-f', '--env-file', '--file')) {
    // `gh api -F x=@file` sends a file too.
    const text = show(word)
    const file = /=@(.+)$/.exec(text)?.[1]
    if (file !== undefined) kit.reads(literal(file))
    else if (!text.includes('=') && textOf(word) !== '-') kit.reads(word)
  }
  const target = read.value('-R', '--repo')
  if (group === 'api') callApi(kit, service, host, verbWord, read)
  else if (group === 'config') settings(kit, read.operands)
  else if (group === 'alias') alias(kit, read.operands)
  else if (group === 'extension' || group === 'ext') extension(kit, read.operands)
  else if (group === 'copilot' || group === 'models' || group === 'agent-task' || group === 'duo')
    kit.opaque('interactive', kit.invocation.evidence)
  else if (!LOCAL.has(group)) {
    const verb = textOf(verbWord)
    const deed =
      DEEDS[group]?.[verb === undefined ? '' : DEEDS[group]?.[verb] ? verb : (ALIASES[verb] ?? verb)] ??
      DEEDS[group]?.['*']
    if (!verbWord && DEEDS[group]) return
    if (deed === undefined) {
      kit.opaque('unknown-subcommand', `${kit.invocation.program} ${group} ${verb ?? ''}`)
      return
    }
    tellDeed(
      kit,
      service,
      host,
      group,
      verb ?? '',
      deed,
      target ? show(target) : others.map(show).join(' '),
      others,
      read.has('--admin'),
      read.has('--web', '-w'),
    )
  }
}

function tellDeed(
  kit: Kit,
  service: string,
  host: string,
  group: string,
  verb: string,
  deed: ServiceDeed,
  target: string,
  operands: readonly Word[],
  admin: boolean,
  web: boolean,
): void {
  if (group === 'auth' && verb === 'token') {
    kit.tell({ does: 'read-secret', store: 'token', target: `${service} token` })
    return
  }
  if (web && deed !== 'merge' && deed !== 'delete') return
  kit.tell({
    does: 'change-service',
    service,
    deed,
    target: `${group} ${target}`.trim(),
    production: /\b(prod|production|live)\b/.test(target),
  })
  if (admin)
    kit.tell({
      does: 'change-service',
      service,
      deed: 'disable-protection',
      target: `${group} ${target}`.trim(),
      production: false,
    })
  const sends = deed === 'read' || deed === 'copy-in' || deed === 'local-only' ? 'nothing' : 'data'
  const files =
    (group === 'gist' && /^(create|edit)$/.test(verb)) ||
    (group === 'release' && /^(create|upload)$/.test(verb)) ||
    group === 'snippet'
  const named = files
    ? operands.filter((word) => /[./*]/.test(show(word)) && !/^v?\d+(\.\d+)*(-[\w.]+)?$/.test(show(word)))
    : []
  for (const word of named) kit.reads(word)
  const stdin = kit.invocation.stdin.kind === 'file' ? kit.invocation.stdin.places[0] : undefined
  kit.contacts(
    literal(host),
    'api',
    sends,
    named[0]
      ? { from: 'file', place: kit.place(named[0]) }
      : stdin && sends === 'data'
        ? { from: 'file', place: stdin }
        : undefined,
  )
  if (group === 'repo' && verb === 'clone' && operands[0])
    kit.tell({ does: 'change-repository', deed: 'clone', url: show(operands[0]) })
  if (verb === 'checkout') kit.tell({ does: 'change-repository', deed: 'switch' })
  if (deed === 'copy-in' && verb === 'download') kit.writes(literal('.'), 'create', { kind: 'network', host })
}

/** `gh api`: the method decides; fields make it a POST. */
function callApi(
  kit: Kit,
  service: string,
  host: string,
  path: Word | undefined,
  read: ReturnType<typeof readArguments>,
): void {
  const method = show(
    read.value('-X', '--method') ?? literal(read.has('-f', '-F', '--field', '--raw-field', '--input') ? 'POST' : 'GET'),
  ).toUpperCase()
  const target = path ? show(path) : ''
  const query = read.values('-f', '-F', '--field', '--raw-field').map(show).join(' ')
  const reads =
    method === 'GET' || method === 'HEAD' || (/graphql/.test(target) && /query=/.test(query) && !/mutation/.test(query))
  const deed: ServiceDeed = reads
    ? 'read'
    : method === 'DELETE'
      ? /protection|rulesets/.test(target)
        ? 'disable-protection'
        : 'delete'
      : /collaborators|memberships|keys|invitations/.test(target)
        ? 'grant'
        : /secrets/.test(target)
          ? 'write-secret'
          : /protection|rulesets/.test(target)
            ? 'disable-protection'
            : /merge/.test(target)
              ? 'merge'
              : /dispatches/.test(target)
                ? 'execute'
                : method === 'POST'
                  ? 'create'
                  : 'update'
  if (!/^(GET|HEAD|POST|PUT|PATCH|DELETE)$/.test(method)) kit.opaque('unknown-option', kit.invocation.evidence)
  kit.tell({ does: 'change-service', service, deed, target, production: false })
  kit.contacts(literal(show(read.value('--hostname') ?? literal(host))), 'api', reads ? 'nothing' : 'data')
}

function settings(kit: Kit, operands: readonly Word[]): void {
  const [, verb, key, value] = operands.map(show)
  if (verb === 'set') {
    if (/^(editor|browser|pager)$/.test(key ?? '')) kit.code('shell', operands[3] ?? literal(''), { via: 'gh config' })
    kit.tell({ does: 'change-settings', of: 'other', key: `forge ${key ?? ''}`, value: value ?? '' })
  }
}

function alias(kit: Kit, operands: readonly Word[]): void {
  const [, verb] = operands.map(show)
  if (verb === 'set' && operands[3]) {
    const text = show(operands[3])
    if (text.startsWith('!')) kit.code('shell', literal(text.slice(1)), { via: 'gh alias' })
  } else if (verb === 'import') kit.opaque('unreadable-code', kit.invocation.evidence)
}

function extension(kit: Kit, operands: readonly Word[]): void {
  const [, verb, name] = operands.map(show)
  if (/^(install|upgrade)$/.test(verb ?? ''))
    kit.tell({
      does: 'install-package',
      ecosystem: 'gh',
      packages: name ? [name] : [],
      origin: 'repository',
      scope: 'user',
    })
  else if (verb === 'exec') kit.opaque('unreadable-code', kit.invocation.evidence)
  else if (!/^(list|search|browse|remove|create|)$/.test(verb ?? '')) kit.tell(INTERACTIVE)
}
