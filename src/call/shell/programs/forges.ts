import type { ServiceDeed } from '../../action.ts'
import { literal, show, textOf, type Word } from '../../word.ts'
import { readArguments } from '../options.ts'
import { readOptions } from './read-options.ts'
import { arity } from './arity.ts'
import { shown } from './facts.ts'
import type { ProgramContext, Program } from './program.ts'
import { ALIASES, DEEDS } from './forges-table.ts'
import { INTERACTIVE } from './table.ts'

/** GitHub, GitLab and their like through their own command lines. */
export const forges: readonly Program[] = [
  { names: ['gh'], means: (context) => forge(context, 'github', 'api.github.com') },
  { names: ['glab'], means: (context) => forge(context, 'gitlab', 'gitlab.com') },
  { names: ['hub'], means: (context) => forge(context, 'github', 'api.github.com') },
  { names: ['tea', 'berg', 'bb-cli'], means: (context) => forge(context, 'gitea', 'gitea.com') },
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

function forge(context: ProgramContext, service: string, host: string): void {
  const read = readOptions(context, context.invocation.args, {
    arity: arity(VALUES),
    style: 'gnu',
  })
  const [groupWord, verbWord, ...others] = read.operands
  if (!groupWord) return
  const typed = textOf(groupWord)
  const group = typed === undefined ? undefined : (ALIASES[typed] ?? typed)
  if (group === undefined) {
    context.opaque('unknown-subcommand', context.invocation.evidence)
    return
  }
  for (const word of read.values('-F', '--body-file', '--notes-file', '--input', '-f', '--env-file', '--file')) {
    // `gh api -F x=@file` sends a file too.
    const text = show(word)
    const file = /=@(.+)$/.exec(text)?.[1]
    if (file !== undefined) context.reads(literal(file))
    else if (!text.includes('=') && textOf(word) !== '-') context.reads(word)
  }
  const target = read.value('-R', '--repo')
  // GitLab keeps what pipelines need to log in under this name.
  if (service === 'gitlab' && group === 'variable' && /^(list|ls|get|export|ex)$/.test(textOf(verbWord) ?? ''))
    context.record({ does: 'read-secret', store: 'cloud', target: context.invocation.evidence })
  if (group === 'auth' && /admin|delete|write:|workflow|gist/.test(shown(read.values('-s', '--scopes'))))
    context.record({
      does: 'change-service',
      service,
      deed: 'grant',
      target: context.invocation.evidence,
      production: false,
    })
  if (group === 'api') callApi(context, service, host, verbWord, read)
  else if (group === 'config') settings(context, read.operands)
  else if (group === 'alias') alias(context, read.operands)
  else if (group === 'extension' || group === 'ext') extension(context, read.operands)
  else if (group === 'copilot' || group === 'models' || group === 'agent-task' || group === 'duo')
    context.opaque('interactive', context.invocation.evidence)
  else if (!LOCAL.has(group)) {
    const verb = textOf(verbWord)
    const deed =
      DEEDS[group]?.[verb === undefined ? '' : DEEDS[group]?.[verb] ? verb : (ALIASES[verb] ?? verb)] ??
      DEEDS[group]?.['*']
    if (!verbWord && DEEDS[group]) return
    if (deed === undefined) {
      context.opaque('unknown-subcommand', `${context.invocation.program} ${group} ${verb ?? ''}`)
      return
    }
    recordDeed(
      context,
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

function recordDeed(
  context: ProgramContext,
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
    context.record({ does: 'read-secret', store: 'token', target: `${service} token` })
    return
  }
  if (web && deed !== 'merge' && deed !== 'delete') return
  context.record({
    does: 'change-service',
    service,
    deed,
    target: `${group} ${target}`.trim(),
    production: /\b(prod|production|live)\b/.test(target),
  })
  if (admin)
    context.record({
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
  for (const word of named) context.reads(word)
  const stdin = context.invocation.stdin.kind === 'file' ? context.invocation.stdin.places[0] : undefined
  context.contacts(
    literal(host),
    'api',
    sends,
    named[0]
      ? { from: 'file', place: context.place(named[0]) }
      : stdin && sends === 'data'
        ? { from: 'file', place: stdin }
        : undefined,
  )
  if (group === 'repo' && verb === 'clone' && operands[0]) {
    const [repository, directory] = operands
    const url = /^[\w.-]+\/[\w.-]+$/.test(textOf(repository) ?? '')
      ? literal(`https://${host}/${show(repository!)}`)
      : repository!
    context.runs([literal('git'), literal('clone'), url, ...(directory ? [directory] : [])], {
      via: context.invocation.program,
    })
  }
  if (verb === 'checkout') context.record({ does: 'change-repository', deed: 'switch' })
  if (deed === 'read' && /^(download|artifact)$/.test(verb)) {
    const into = readArguments(context.invocation.args, { arity: DOWNLOAD, style: 'gnu' }).value(
      '-D',
      '--dir',
      '-O',
      '--output',
    )
    context.writes(into ?? literal('.'), 'create', { kind: 'network', host })
  }
}

/** `gh api`: the method decides; fields make it a POST. */
function callApi(
  context: ProgramContext,
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
  if (!/^(GET|HEAD|POST|PUT|PATCH|DELETE)$/.test(method)) context.opaque('unknown-option', context.invocation.evidence)
  context.record({ does: 'change-service', service, deed, target, production: false })
  context.contacts(literal(show(read.value('--hostname') ?? literal(host))), 'api', reads ? 'nothing' : 'data')
}

function settings(context: ProgramContext, operands: readonly Word[]): void {
  const [, verb, key, value] = operands.map(show)
  if (verb === 'set') {
    if (/^(editor|browser|pager)$/.test(key ?? ''))
      context.code('shell', operands[3] ?? literal(''), { via: 'gh config' })
    context.record({ does: 'change-settings', of: 'other', key: `forge ${key ?? ''}`, value: value ?? '' })
  }
}

function alias(context: ProgramContext, operands: readonly Word[]): void {
  const [, verb] = operands.map(show)
  if (verb === 'set' && operands[3]) {
    const text = show(operands[3])
    // `!…`, or any text with `--shell`, is for a shell.
    if (text.startsWith('!')) context.code('shell', literal(text.slice(1)), { via: 'gh alias' })
    else if (context.invocation.args.some((word) => /^(?:-s|--shell)$/.test(show(word))))
      context.code('shell', operands[3], { via: 'gh alias' })
  } else if (verb === 'import') context.opaque('unreadable-code', context.invocation.evidence)
}

function extension(context: ProgramContext, operands: readonly Word[]): void {
  const [, verb, name] = operands.map(show)
  if (/^(install|upgrade)$/.test(verb ?? ''))
    context.record({
      does: 'install-package',
      ecosystem: 'gh',
      packages: name ? [name] : [],
      origin: 'repository',
      scope: 'user',
    })
  else if (verb === 'exec') context.opaque('unreadable-code', context.invocation.evidence)
  else if (!/^(list|search|browse|remove|create|)$/.test(verb ?? '')) context.record(INTERACTIVE)
}
