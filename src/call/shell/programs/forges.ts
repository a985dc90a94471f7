import type { ServiceDeed } from '../../action.ts'
import { literal, show, textOf, type Word } from '../../word.ts'
import { readArguments } from '../options.ts'
import { arity } from './arity.ts'
import { shown } from './facts.ts'
import type { Kit, Program } from './program.ts'
import { ALIASES, DEEDS } from './forges-table.ts'
import { INTERACTIVE } from './table.ts'

/** GitHub, GitLab and their like through their own command lines. */
export const forges: readonly Program[] = [
  { names: ['gh'], means: (kit) => forge(kit, 'github', 'api.github.com') },
  { names: ['glab'], means: (kit) => forge(kit, 'gitlab', 'gitlab.com') },
  { names: ['hub'], means: (kit) => forge(kit, 'github', 'api.github.com') },
  { names: ['tea', 'berg', 'bb-cli'], means: (kit) => forge(kit, 'gitea', 'gitea.com') },
]

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
  '--scopes --archive --output -O --file --source-branch --target-branch --gitignore --license --remote --source --secret'

function forge(kit: Kit, service: string, host: string): void {
  const read = readArguments(kit.invocation.args, {
    arity: arity(VALUES),
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
  // GitLab keeps what pipelines need to log in under this name.
  if (service === 'gitlab' && group === 'variable' && /^(list|ls|get|export|ex)$/.test(textOf(verbWord) ?? ''))
    kit.tell({ does: 'read-secret', store: 'cloud', target: kit.invocation.evidence })
  if (group === 'auth' && /admin|delete|write:|workflow|gist/.test(shown(read.values('-s', '--scopes'))))
    kit.tell({ does: 'change-service', service, deed: 'grant', target: kit.invocation.evidence, production: false })
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
      // For a deploy key `-w` allows writing.
      read.has('--web') || (read.has('-w') && !read.operands.some((word) => textOf(word) === 'deploy-key')),
    )
  }
}

const DOWNLOAD = arity('-D --dir -O --output -p --pattern -n --name -R --repo -A --archive')

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
  const sends = deed === 'read' || deed === 'local-only' ? 'nothing' : 'data'
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
  if (group === 'repo' && verb === 'clone' && operands[0]) {
    const [repository, directory] = operands
    const url = /^[\w.-]+\/[\w.-]+$/.test(textOf(repository) ?? '')
      ? literal(`https://${host}/${show(repository!)}`)
      : repository!
    kit.runs([literal('git'), literal('clone'), url, ...(directory ? [directory] : [])], {
      via: kit.invocation.program,
    })
  }
  if (verb === 'checkout') kit.tell({ does: 'change-repository', deed: 'switch' })
  if (deed === 'read' && /^(download|artifact)$/.test(verb)) {
    const into = readArguments(kit.invocation.args, { arity: DOWNLOAD, style: 'gnu' }).value(
      '-D',
      '--dir',
      '-O',
      '--output',
    )
    kit.writes(into ?? literal('.'), 'create', { kind: 'network', host })
  }
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
            : /\/merges?$/.test(target)
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
