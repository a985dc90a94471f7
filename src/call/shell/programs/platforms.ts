import { literal, show, textOf, type Word } from '../../word.ts'
import { readOptions } from './read-options.ts'
import { door, namesProduction, onlyAsks, secret, service, shown, valued } from './facts.ts'
import type { ProgramContext, Program } from './program.ts'
import { serviceTool, verbs } from './verbs.ts'

const READS =
  'list ls info show get status logs log open whoami version help inspect tail ps regions doctor dns:list domains:list projects apps apps:info releases releases:info config config:get addons addons:info domains ' +
  'certs buildpacks pg:info pg:ps ps:list drains features pipelines reviewapps access labs maintenance:status access:list auth:whoami auth:token functions:list functions:log hosting:channel:list projects:list apps:list ' +
  'logs:drain env:list env:get sites:list api open:site open:admin watch status:hooks hosting:sites:list platform history services checks image images machine machines volumes ips secrets:list analytics deployments types completion diff usage'

const PLATFORM = verbs({
  read: READS,
  'local-only':
    'dev init link unlink switch use build serve emulators:start emulators:exec start stop local pull init:hosting setup:emulators:storage create-local types gen link:local preview storybook proxy db migration new functions:serve functions:shell target target:apply generate connect config:save config:validate docs check pages r2 d1 kv queues login:use experimental studio lint format bundle cache install plugins update autocomplete ext ext:dev:init',
  'log-in': 'login logout auth auth:login auth:logout login:ci login:add login:list setup tokens register',
  create:
    'create apps:create new add mk apps:new launch fork addons:create domains:add certs:add sites:create volumes:create provision clone channel:create hosting:channel:create pg:backups:capture pipelines:create projects:create restore',
  update:
    'update config:set config:unset scale ps:scale ps:restart ps:stop restart suspend resume set unset rename promote-env env:set env:unset env:import env:clone env maintenance:on maintenance:off config:edit transfer domains:update certs:update migrate pause unpause redeploy-env alias aliases assign attach detach put import vars variables variable reconfigure apply push:db',
  execute:
    'run run:detached plugins:install plugins:link ssh ps:exec exec console sh bash rails functions:call invoke pg:psql psql functions:invoke functions:trigger execute',
  deploy:
    'deploy up promote rollback push publish release releases:rollback redeploy pipelines:promote container:release container:push deploy:site hosting:clone functions:deploy db:push app:deploy versions:deploy pages:deploy',
  grant:
    'access:add collaborators:add members:add invite team:add share apps:transfer token:create auth:token:create authorizations:create',
  'write-secret': 'secret secrets secrets:set secret:put functions:secrets:set apphosting:secrets:set',
  'disable-protection': 'hosting:disable disable ps:autoscale:disable features:disable',
  delete:
    'delete rm remove destroy unpublish apps:destroy sites:delete domains:remove certs:remove addons:destroy addons:detach volumes:destroy functions:delete hosting:channel:delete hosting:sites:delete kv:key:delete access:remove r2:delete unset-all bulk-delete keys:remove',
  'mass-delete':
    'pg:reset database:remove firestore:delete reset apps:delete projects:delete terminate nuke purge truncate',
  'copy-out': 'pg:backups:download auth:export pg:pull download env:pull dump backups:download',
  'copy-in': 'auth:import pg:push upload',
})

/** Subcommands that hand out keys. */
const KEYS =
  /^(env pull|config(:get)?$|env:list|env:get|secrets? (list|reveal|get|download)|config -s|auth:token|login:ci|apps:sdkconfig|functions:config:get|secrets access|pg:credentials:url|variables|env ls|projects api-keys|api-keys?( list)?$)/

function alsoPlatform(context: ProgramContext, words: readonly Word[], args: readonly Word[]): boolean {
  const text = shown(words)
  if (
    KEYS.test(text) ||
    (context.invocation.program === 'heroku' && /^config\b/.test(text) && !text.startsWith('config:'))
  )
    context.record(secret('cloud', `${context.invocation.program} ${text}`))
  const after = args.findIndex((word) => textOf(word) === '--')
  const runner = /^(run|run:detached|ps:exec|exec|ssh|ssh console|emulators:exec|execute)\b/.exec(text)
  const name = context.invocation.program
  if (!runner) return false
  const order = after >= 0 ? args.slice(after + 1) : words.slice(runner[0].split(' ').length)
  const here = /^(railway|doppler|netlify|dotenvx)$/.test(name) || runner[1] === 'emulators:exec'
  if (order.length === 0) return false
  context.record(service(name, 'execute', words))
  if (order.length === 1)
    context.code('shell', order[0]!, { via: name, ...(here ? {} : { where: { kind: 'remote', host: name } as const }) })
  else context.runs(order, { via: name, ...(here ? {} : { where: { kind: 'remote', host: name } as const }) })
  return true
}

const VALUES = valued(
  '-a -r -p -c -e -s -t -n -o -i -f -m -S -A --app --remote --project --config --env --scope --token --org --region --name --team --site --dir --functions --message --output --cwd --only --except --environment --service --file --command -C --prod-name --alias --auth --timeout --limit --account --ref --project-ref --db-url --schema --image --dockerfile --vm-size --branch --directory --project-name --database --target',
)

function platform(names: string): Program {
  return serviceTool({
    names,
    service: names.split(' ')[0]!,
    values: VALUES,
    verbs: PLATFORM,
    depth: 3,
    also: (context, read) => {
      if (context.invocation.program === 'supabase' && read.has('--local') && !read.has('--linked', '--db-url')) {
        context.record(service('supabase', 'local-only', read.operands, false))
        return true
      }
      if (alsoPlatform(context, read.operands, context.invocation.args)) return true
      const order = read.value('-C', '--command')
      if (order && shown(read.operands).startsWith('ssh'))
        context.code('shell', order, {
          via: context.invocation.program,
          where: { kind: 'remote', host: context.invocation.program },
        })
      return false
    },
  })
}

/** vercel and netlify deploy the current directory when they are given no verb. */
function meansVercel(context: ProgramContext): void {
  const { args } = context.invocation
  if (onlyAsks(args)) return
  const read = readOptions(context, args, { arity: VALUES, style: 'gnu' })
  const production = read.has('--prod', '--production') || namesProduction(args)
  const verb = textOf(read.operands[0])
  alsoPlatform(context, read.operands, args)
  const known = verb === undefined ? undefined : PLATFORM.get(verb)
  const second = textOf(read.operands[1])
  if (
    read.operands.length === 0 ||
    (known === undefined && verb !== undefined && /[./]/.test(verb)) ||
    known === 'deploy'
  )
    context.record(service('vercel', 'deploy', read.operands, production))
  else if (
    verb !== undefined &&
    /^(env|domains|dns|certs|secrets|alias|project|projects|teams|bisect|link|integration|blob)$/.test(verb)
  )
    context.record(
      service(
        'vercel',
        second === undefined || /^(ls|list|inspect|pull|get)$/.test(second)
          ? 'read'
          : /^(rm|remove|delete)$/.test(second)
            ? 'delete'
            : 'update',
        read.operands,
        production,
      ),
    )
  else if (known === undefined) context.opaque('unknown-subcommand', `vercel ${verb ?? ''}`)
  else context.record(service('vercel', known, read.operands, production))
}

const RCLONE = valued(
  '--config --include --exclude --filter --filter-from --include-from --exclude-from --files-from --transfers --checkers --bwlimit --max-age --min-age --max-size --min-size --log-file --log-level --backup-dir --password-command --addr --user --pass --drive-root-folder-id --max-depth --stats --retries',
)

function remote(word: Word): boolean {
  return /^:?[\w.-]+(,[^:]*)?:/.test(show(word)) && !/^[A-Za-z]:(?:[\\/]|$)/.test(show(word))
}

/** rclone: `remote:path` against local paths. */
function meansRclone(context: ProgramContext): void {
  const { args } = context.invocation
  if (onlyAsks(args)) return
  const read = readOptions(context, args, { arity: RCLONE, style: 'gnu' })
  const [verb, ...words] = read.operands
  const operation = textOf(verb)
  for (const order of read.values('--password-command'))
    context.code('shell', order, { via: 'rclone --password-command' })
  // A remote that is described in place may name the programs it is reached by.
  for (const word of words)
    if (/^:\w+,.*(?:ssh|command|_helper)=/.test(show(word))) context.opaque('unknown-option', show(word))
  if (operation === 'serve' || operation === 'rcd')
    context.record(door('listener', show(read.value('--addr', '--rc-addr') ?? literal('127.0.0.1:8080'))))
  const record = (deed: Parameters<typeof service>[1]): void =>
    context.record(service('rclone', read.has('--dry-run', '-n') ? 'read' : deed, words))
  if (operation === undefined)
    return read.operands.length > 0 ? context.opaque('unknown-subcommand', 'rclone') : undefined
  if (
    /^(ls|lsl|lsd|lsf|lsjson|size|tree|check|cryptcheck|about|version|listremotes|md5sum|sha1sum|hashsum|cat|ncdu|help|obscure|checksum|link)$/.test(
      operation,
    )
  ) {
    for (const word of words) if (!remote(word)) context.reads(word, 'names')
    record(operation === 'link' ? 'grant' : 'read')
  } else if (/^(delete|deletefile|purge|rmdir|rmdirs|cleanup)$/.test(operation)) {
    for (const word of words) if (!remote(word)) context.deletes(word, { recursive: true })
    record(operation === 'deletefile' || operation === 'rmdir' ? 'delete' : 'mass-delete')
  } else if (/^(copy|copyto|sync|bisync|move|moveto|copyurl|rcat)$/.test(operation)) {
    // From one place to another; a word after them is the value of an option that is not known here.
    const [from, to] = words
    const target = to ?? from
    for (const source of from && to ? [from] : []) {
      if (remote(source)) record('copy-out')
      else if (!/^https?:/.test(show(source))) {
        context.reads(source, 'content', { recursive: true })
        if (target && remote(target))
          context.contacts(literal(show(target).split(':')[0]!), 'upload', 'data', {
            from: 'file',
            place: context.place(source),
          })
        if (operation.startsWith('move')) context.deletes(source, { recursive: true })
      } else context.contacts(source, 'fetch')
    }
    if (target && !remote(target)) context.writes(target, 'overwrite', { kind: 'unknown' })
    if (target && remote(target)) record(operation === 'sync' ? 'mass-delete' : 'copy-in')
  } else if (/^(serve|rcd|mount)$/.test(operation))
    context.record(
      operation === 'mount'
        ? { does: 'change-system', deed: 'mount', target: shown(words) }
        : door('listener', (textOf(read.value('--addr')) ?? shown(words)).replace(/^:/, '0.0.0.0:')),
    )
  else if (operation === 'config') record('local-only')
  else context.opaque('unknown-subcommand', `rclone ${operation}`)
}

export const platforms: readonly Program[] = [
  platform('heroku'),
  platform('fly flyctl'),
  platform('wrangler'),
  platform('firebase'),
  platform('supabase'),
  platform('railway'),
  platform('netlify ntl'),
  platform(
    'render dokku caprover surge deployctl koyeb northflank zeet porter platform platformsh pantheon terminus acli vapor ploi cleavr gigalixir nanobox now shopify expo eas appcenter pscale planetscale turso neonctl neon upstash convex amplify-cli stripe twilio sentry-cli datadog-ci newrelic launchdarkly ldcli contentful sanity hasura prisma-cloud confluent temporal okta auth0 slack linear jira doppler infisical',
  ),
  { names: ['vercel', 'vc'], means: meansVercel },
  { names: ['rclone'], means: meansRclone },
]
