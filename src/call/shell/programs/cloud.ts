import type { ServiceDeed } from '../../action.ts'
import { literal, show, textOf, type Word } from '../../word.ts'
import { readStatements } from '../code/sql.ts'
import { type ReadArguments } from '../options.ts'
import { AWS_PARAMETERS } from './aws-parameters.ts'
import { readOptions } from './read-options.ts'
import { namesProduction, onlyAsks, secret, service, shown, valued } from './facts.ts'
import type { ProgramContext, Program } from './program.ts'
import { settingIn, recordKept } from './tool-settings.ts'
import { strongestVerb, verbs } from './verbs.ts'

const AWS = valued(
  '--profile --region --output --query --endpoint-url --ca-bundle --cli-input-json --cli-input-yaml --cli-binary-format --generate-cli-skeleton --cli-read-timeout --cli-connect-timeout --color --sso-session ' +
    '--body --zip-file --image-uri --payload --invocation-type --log-type --policy-document --template-file --output-template-file --s3-bucket --s3-prefix --parameter-overrides --capabilities --kms-key-id --secret-string --value --item --message-body --message --topic-arn --cidr --port --protocol --security-group-ids --subnet-id --count --change-batch --paths --user-data --password --username --subject --text --from --comment --since --format --mode --log-stream-names --log-group-identifiers --log-event-filter-pattern ' +
    AWS_PARAMETERS.split(' ')
      .map((name) => `--${name}`)
      .join(' '),
)

/** Prefixes of operation names, the same in every AWS service. */
const AWS_PREFIX: readonly (readonly [RegExp, ServiceDeed])[] = [
  [
    /^(batch-)?(describe|list|get|head|search|lookup|query|scan|select|estimate|preview|validate|check|test|view|wait|simulate|detect|decode|ls|tail|help|filter|count|is|show|verify|generate-(template|credential-report|cli)|batch-get|s3-presign|poll|discover|export-log)/,
    'read',
  ],
  [
    /^(delete|terminate|remove|deregister|purge|destroy|release|disassociate|detach|revoke|cancel|batch-delete|discard|forget|retire|schedule-key-deletion|rb|deprovision|leave|close-account|untag|disable-key)/,
    'delete',
  ],
  [
    /^(attach-.*policy|put-.*policy|add-permission|add-user-to-group|create-access-key|create-login-profile|update-login-profile|update-assume-role-policy|create-policy|create-role|create-user|create-grant|authorize-|add-role-to|put-bucket-acl|put-object-acl|put-public-access-block|create-service-linked-role|set-default-policy-version|modify-image-attribute|modify-snapshot-attribute|share|enable-sharing|accept|create-account-assignment|create-api-key|add-layer-version-permission|set-repository-policy|update-function-url)/,
    'grant',
  ],
  [
    /^(stop-logging|delete-trail|disable|delete-detector|delete-flow-logs|stop-configuration|delete-alarms|suspend|deactivate|delete-public-access-block|update-detector|put-event-selectors|delete-configuration)/,
    'disable-protection',
  ],
  [/^(send|publish|put-events|post|invite|subscribe)/, 'send'],
  [
    /^(invoke|execute|run-command|send-command|start-session|start-execution|start-query|run-task|start-build|start-job|submit|exec)/,
    'execute',
  ],
  [
    /^(deploy|create-deployment|update-service|update-function|create-stack|update-stack|create-change-set|publish|start-pipeline|rollback|promote|failover|create-invalidation|continue-deployment)/,
    'deploy',
  ],
  [/^(put-secret|put-parameter|create-secret|update-secret|rotate|restore-secret|import-key)/, 'write-secret'],
  [
    /^(create|run|allocate|register|import|launch|provision|request|copy|clone|mb|generate|new|add|build|restore|make|put-item|start|upload)/,
    'create',
  ],
  [
    /^(update|put|modify|set|change|stop|reboot|reset|enable|associate|tag|move|replace|apply|merge|edit|resize|transfer|renew|activate|assign|unassign|batch|write|swap|adjust|configure|sync|refresh|resume|pause|complete|initialize|confirm|increase|decrease|admin|initiate|sign|encrypt|decrypt|re-encrypt|upgrade|migrate|mv|cp)/,
    'update',
  ],
  [/^(purchase|buy|redeem)/, 'purchase'],
]

/** Operations that hand out a secret. */
const AWS_SECRET =
  /^(get-secret-value|batch-get-secret-value|get-parameters?(-by-path)?|get-session-token|get-federation-token|assume-role.*|get-password-data|get-authorization-token|get-login-password|export-credentials|create-access-key|decrypt|get-credentials.*|get-token|get-role-credentials|generate-db-auth-token|get-login)$/

function meansAws(context: ProgramContext): void {
  const { args } = context.invocation
  if (onlyAsks(args) || args.some((word) => textOf(word) === 'help')) return
  const read = readOptions(context, args, { arity: AWS, style: 'gnu' })
  const [group, verb] = read.operands.map((word) => textOf(word))
  if (read.operands.length === 0) return
  for (const end of read.values('--endpoint-url')) context.contacts(end, 'api', 'unknown')
  if (read.has('--no-verify-ssl')) context.record({ does: 'change-system', deed: 'weaken-tls', target: 'aws' })
  for (const word of args)
    if (/^file(b)?:\/\//.test(show(word))) context.reads(literal(show(word).replace(/^fileb?:\/\//, '')))
  const target = read.operands
  const production = namesProduction(args)
  const record = (deed: ServiceDeed): void => context.record(service('aws', deed, target, production))
  if (group === 's3') return recordS3(context, read, production)
  if (group === 'configure') {
    if (/^(list|list-profiles|get)$/.test(verb ?? '')) context.record(service('aws', 'read', target, false))
    else if (verb === 'export-credentials') context.record(secret('cloud', 'aws credentials'))
    else if (verb === 'set' && read.operands[2])
      recordKept(context, show(read.operands[2]), read.operands[3] ?? literal(''))
    else context.record(service('aws', 'local-only', target, false))
    return
  }
  if (group === 'sso' || group === 'login' || group === 'logout') return record('log-in')
  if (group === undefined || verb === undefined) {
    context.opaque('unknown-subcommand', `aws ${shown(read.operands)}`)
    return
  }
  if (AWS_SECRET.test(verb) && !(group === 'ssm' && !read.has('--with-decryption')))
    context.record(secret('cloud', `${group} ${verb}`))
  if (showsEnvironment(group, verb, read)) context.record(secret('cloud', `${group} ${verb}`))
  if (group === 'ssm' && (verb === 'send-command' || verb === 'start-session'))
    context.opaque('unreadable-code', `aws ssm ${verb}`)
  if (group === 'ecs' && verb === 'execute-command') {
    const order = read.value('--command')
    if (order) context.code('shell', order, { via: 'aws ecs execute-command', where: { kind: 'remote', host: 'ecs' } })
  }
  if (group === 'eks' && verb === 'update-kubeconfig')
    return context.record(service('aws', 'local-only', target, production))
  if (group === 'lambda' && verb === 'invoke')
    for (const file of read.operands.slice(2)) context.writes(file, 'overwrite')
  if (group === 's3api' && verb === 'put-object') recordUpload(context, read.value('--body'), 's3')
  if (group === 's3api' && verb === 'get-object')
    for (const file of read.operands.slice(2))
      context.writes(file, 'overwrite', { kind: 'network', host: 's3.amazonaws.com' })
  if (group === 's3api' && verb === 'delete-objects') return record('mass-delete')
  if (read.has('--dry-run')) return record('read')
  const deed = AWS_PREFIX.find(([pattern]) => pattern.test(verb))?.[1]
  if (deed === undefined) context.opaque('unknown-subcommand', `aws ${group} ${verb}`)
  else record(deed)
}

/** Operations that print the variables of a function or a task, unless a query asks for something else. */
function showsEnvironment(group: string, verb: string, read: ReadArguments): boolean {
  if (!/^(lambda get-function(-configuration)?|ecs describe-task-definition)$/.test(`${group} ${verb}`)) return false
  const query = read.value('--query')
  return query === undefined || /environment|secrets|[*@]|^'?Configuration'?$/i.test(show(query))
}

function recordUpload(context: ProgramContext, file: Word | undefined, to: string): void {
  if (!file || textOf(file) === '-') return
  context.reads(file, 'content', { recursive: true })
  context.contacts(literal(to), 'upload', 'data', { from: 'file', place: context.place(file) })
}

function isBucket(word: Word): boolean {
  return /^(s3|gs|gcs|az|oci|b2|r2|https?):\/\//.test(show(word))
}

/** `aws s3`, `gsutil`, `gcloud storage`, `s3cmd`: copies between here and buckets. */
function recordBucketCopy(
  context: ProgramContext,
  name: string,
  sources: readonly Word[],
  target: Word,
  moves: boolean,
  production: boolean,
): void {
  for (const source of sources) {
    if (isBucket(source)) {
      if (moves) context.record(service(name, 'delete', [source], production))
      if (isBucket(target)) context.record(service(name, 'update', [source, target], production))
      else {
        // To standard output it is shown, like any answer.
        context.record(service(name, textOf(target) === '-' ? 'read' : 'copy-out', [source, target], production))
        if (textOf(target) !== '-') context.writes(target, 'overwrite', { kind: 'network', host: bucketHost(source) })
        else context.puts({ kind: 'network', host: bucketHost(source) })
      }
    } else {
      if (textOf(source) !== '-') context.reads(source, 'content', { recursive: true })
      if (moves) context.deletes(source, { recursive: true })
      const stdin = context.invocation.stdin
      const place =
        textOf(source) === '-' ? (stdin.kind === 'file' ? stdin.places[0] : undefined) : context.place(source)
      context.contacts(target, 'upload', 'data', place ? { from: 'file', place } : { from: 'pipe' })
      context.record(service(name, 'copy-in', [source, target], production))
    }
  }
}

function bucketHost(word: Word): string {
  return /^[a-z0-9]+:\/\/([^/]+)/.exec(show(word))?.[1] ?? ''
}

function recordS3(context: ProgramContext, read: ReadArguments, production: boolean): void {
  const [, verb, ...words] = read.operands
  const operation = textOf(verb)
  const target = words.at(-1)
  const record = (deed: ServiceDeed): void => context.record(service('aws', deed, words, production))
  const dry = read.has('--dryrun')
  if (read.values('--acl').some((word) => /public/.test(show(word)))) record('grant')
  if (operation === 'ls' || dry) record('read')
  else if (operation === 'presign') record('grant')
  else if (operation === 'mb' || operation === 'website') record('create')
  else if (operation === 'rb') record(read.has('--force') ? 'mass-delete' : 'delete')
  else if (operation === 'rm') record(read.has('--recursive') ? 'mass-delete' : 'delete')
  else if (operation !== undefined && /^(cp|mv|sync)$/.test(operation) && target && words.length > 1) {
    if (operation === 'sync' && read.has('--delete')) record(isBucket(target) ? 'mass-delete' : 'read')
    recordBucketCopy(context, 'aws', words.slice(0, -1), target, operation === 'mv', production)
  } else context.opaque('unknown-subcommand', `aws s3 ${operation ?? ''}`)
}

const GCLOUD = valued(
  '--project --format --filter --zone --region --account --configuration --impersonate-service-account --verbosity --limit --sort-by --flatten --billing-project ' +
    '--member --role --image --image-family --machine-type --network --subnet --source --source-ranges --allow --rules --tags --labels --metadata ' +
    '--metadata-from-file --scopes --service-account --data-file --secret --version --entry-point --runtime --trigger-topic --env-vars-file --set-env-vars ' +
    '--platform --command --ssh-flag --ssh-key-file --cluster --num-nodes --key-file --resource-group -g -n --name -o --output --query --subscription ' +
    '--location --sku --template-file --parameters --vault-name --value --assignee --scope --account-name --container-name --file -f --file-path ' +
    '--src --resource --ids --iam-account --connection-string --destination --page-size --uri-format --gen2 --memory --timeout --concurrency --ingress --max-instances --min-instances --revision --to-revisions --to-tags --since --until --freshness --order --bucket --display-name-prefix --organization --folder --policy --service --plan --vnet-name --nsg-name --vault-name --registry --repository --server --admin-user --user --start-time --end-time --interval --metric --aggregation --top --skip --max-results --max_rows --project_id --dataset_id --location_id --schema --source_format --destination_table --query-format --show --query-file --settings --size --admin-username --password --display-name --uri --method --body --url --headers --type --script --scripts --command-id',
)

const CLOUD_VERBS = verbs({
  read: 'list describe show get print-access-token print-identity-token info read status logs tail ls list-all list-grantable-roles search search-all-resources get-value get-iam-policy print-settings versions operations explain validate diff check version help exists wait list-usage list-sizes list-skus list-locations list-defaults get-server-config list-tags check-name check-name-availability browse about cat du stat head query test ping whoami feedback survey doctor get-ancestors get-health get-effective-firewalls get-serial-port-output',
  'local-only':
    'config init components configurations interactive alpha beta extension configure cloud activate install docker-helper configure-docker get-credentials set-default dev serve emulators local update-kubeconfig',
  'log-in': 'login logout auth revoke application-default',
  create:
    'create add clone copy import mk mb new enable build submit start run up provision register insert allocate request restore generate extract load put allocate-address link',
  update:
    'update set patch modify edit resize restart reboot stop reset scale move rename attach associate label tag replace upgrade rollback failover suspend resume pause unset apply change deallocate redeploy config:set set-iam-policy-dry migrate sync rewrite setmeta ssh-keys retention versioning lifecycle iterate power-off power-on',
  send: 'publish send',
  execute: 'ssh exec invoke call run-command execute rest connect cp-remote serial-port ssh-exec',
  deploy:
    'deploy promote release publish-app push ship launch redeploy-app create-deployment pipelines:promote releases:rollback',
  grant:
    'add-iam-policy-binding set-iam-policy create-for-rbac set-access-policy set-policy signurl presign generate-sas add-member permission grant signed-url',
  'write-secret': 'set-secret set-password',
  'disable-protection': 'disable purge-deleted unprotect delete-lock',
  delete:
    'delete rm remove destroy remove-iam-policy-binding detach deregister terminate purge cancel undelete-never rb unlink release-address abort drop rollback-all erase wipe unpublish disable-app',
  'copy-in': 'upload upload-batch scp cp rsync mv',
  'copy-out': 'download download-batch export',
})

const CLOUD_SECRET =
  /(secrets versions access|keyvault secret show|keyvault (key|certificate) download|auth (application-default )?print-(access|identity|refresh)-token|account get-access-token|storage account keys list|acr credential show|keys (list|renew)|iam service-accounts keys create|webapp deployment list-publishing|config get-value auth|cosmosdb keys list|config appsettings list|config connection-string list|redis list-keys|sas|show-connection-string|functionapp keys list|listkeys|ad sp (create-for-rbac|credential reset)|get-credentials --internal)/

/** gcloud, az and their kin: groups, then a verb, then names. */
function meansCloud(context: ProgramContext): void {
  const { args, program } = context.invocation
  if (onlyAsks(args)) return
  const dashes = args.findIndex((word) => textOf(word) === '--')
  const read = readOptions(context, dashes < 0 ? args : args.slice(0, dashes), { arity: GCLOUD, style: 'gnu' })
  if (read.has('--help', '-h') || read.operands.length === 0) return
  const name = program === 'az' ? 'azure' : program === 'bq' ? 'gcloud' : program
  const text = shown(read.operands)
  const production = namesProduction(args)
  const record = (deed: ServiceDeed): void => context.record(service(name, deed, read.operands, production))
  if (program === 'bq' && text.startsWith('query')) {
    const statements = read.operands.slice(1)
    if (statements.some((word) => textOf(word) === undefined)) context.opaque('dynamic-code', text)
    for (const { deed, target } of statements.flatMap((word) => readStatements(textOf(word) ?? '')))
      context.record({
        does: 'change-database',
        deed,
        target,
        host: { kind: 'named', name: 'bigquery.googleapis.com' },
      })
  }
  if (CLOUD_SECRET.test(text) || (text.startsWith('acr login') && read.has('--expose-token')))
    context.record(secret('cloud', `${program} ${text}`))
  if (/^(auth|account) (list|show)|^config (list|get|get-value)|^(account|config) (list|show)/.test(text))
    return record('read')
  const setting = text.startsWith('config set ') ? settingIn(read.operands.slice(2)) : undefined
  if (setting) recordKept(context, setting.key, setting.value)
  if (/^config(urations|ure)? ?|^components |^extension /.test(text) && !/delete|remove/.test(text))
    return record('local-only')
  if (/^bicep (build|lint|format|decompile|generate-params|version)\b/.test(text)) return record('local-only')
  if (/ssh$|compute ssh |^ssh |\bexec\b/.test(text)) {
    const order = read.value('--command')
    const host = show(read.operands.at(-1)!)
    if (order) context.code('shell', order, { via: `${program} ssh`, where: { kind: 'remote', host } })
    else if (dashes >= 0)
      context.runs(args.slice(dashes + 1), { via: `${program} ssh`, where: { kind: 'remote', host } })
    return record('execute')
  }
  if (/run-command|^rest\b|vm extension|custom-script/.test(text))
    context.opaque('unreadable-code', `${program} ${text}`)
  for (const file of read.values(
    '--data-file',
    '--template-file',
    '--env-vars-file',
    '--metadata-from-file',
    '--file',
    '-f',
    '--source',
    '--src',
  ))
    if (!/^(https?|gs):/.test(show(file)) && textOf(file) !== '-') context.reads(file, 'content', { recursive: true })
  if (/^storage (cp|mv|rsync)\b/.test(text) && read.operands.length > 3)
    return recordBucketCopy(
      context,
      name,
      read.operands.slice(2, -1),
      read.operands.at(-1)!,
      / mv /.test(text),
      production,
    )
  if (/^(compute )?scp\b/.test(text)) {
    const [target, ...sources] = read.operands.filter((word) => !/^(compute|scp)$/.test(show(word))).toReversed()
    for (const source of sources)
      if (!show(source).includes(':')) recordUpload(context, source, show(target ?? source).replace(/:.*$/, ''))
    return record('copy-in')
  }
  const wide =
    read.has('--recursive', '-r', '--all', '--delete-all') ||
    /^(projects|group|resource-groups?|apps?:destroy|project|app) (delete|destroy)|^group delete/.test(text)
  // The first word is a group (`gcloud run`, `gcloud deploy`), never a verb, when others follow.
  const grouped = read.operands.length > 1 && /^(gcloud|az|oci|doctl)$/.test(program)
  const found = strongestVerb(read.operands.slice(grouped ? 1 : 0), CLOUD_VERBS, 4)
  const deed = found === 'create' || found === 'update' ? sharpened(text, found) : found
  if (deed === undefined) context.opaque('unknown-subcommand', `${program} ${text}`)
  else record(deed === 'delete' && wide ? 'mass-delete' : deed)
}

/** Making or changing a key, a role or a secret is more than making or changing a thing. */
function sharpened(text: string, deed: ServiceDeed): ServiceDeed {
  if (/\b(iam|keys|service-accounts|role|roles|assignment|acl|members|credential|rbac)\b/.test(text)) return 'grant'
  return /\b(secret|secrets)\b/.test(text) ? 'write-secret' : deed
}

/** gsutil, s3cmd and mc: one verb, then addresses. */
function meansBuckets(context: ProgramContext): void {
  const { args, program } = context.invocation
  if (onlyAsks(args)) return
  const read = readOptions(context, args, {
    arity: valued(
      '-h -o -u -p -c -l -a -d -x --config --exclude --include --acl-grant --host --access_key --secret_key',
    ),
    style: 'gnu',
  })
  // Settings of boto in place of those in its file: hosts, credentials, certificates.
  for (const setting of context.invocation.program === 'gsutil' ? read.values('-o') : [])
    if (!/^(?:GSUtil:(?:parallel|sliced|use_|check_hashes|default_)|Boto:num_retries)/.test(show(setting)))
      context.opaque('unknown-option', `gsutil -o ${show(setting)}`)
  const [verb, ...words] = read.operands
  const operation = textOf(verb)
  const production = namesProduction(args)
  const record = (deed: ServiceDeed): void => context.record(service(program, deed, words, production))
  const target = words.at(-1)
  if (operation === undefined)
    return read.operands.length > 0 ? context.opaque('unknown-subcommand', program) : undefined
  if (/^(ls|la|du|stat|cat|info|version|help|hash|head|diff|tree|find|lb|ping)$/.test(operation)) record('read')
  else if (/^(rm|del|rb|delete)$/.test(operation))
    record(
      read.has('-r', '-R', '--recursive', '--force') || words.some((word) => /\*/.test(show(word)))
        ? 'mass-delete'
        : 'delete',
    )
  else if (/^(cp|mv|put|get|sync|rsync|mirror|upload|download)$/.test(operation) && target && words.length > 1) {
    if (/sync|mirror/.test(operation) && read.has('-d', '--delete-removed', '--remove')) record('mass-delete')
    recordBucketCopy(context, program, words.slice(0, -1), target, operation === 'mv', production)
  } else if (/^(acl|iam|defacl|signurl|setacl|share|policy|anonymous|admin|hmac)$/.test(operation)) record('grant')
  else if (
    /^(mb|lifecycle|versioning|web|website|label|setmeta|cors|retention|notification|rewrite|compose|modify|alias|config|ilm|tag|encrypt|kms|logging|requesterpays)$/.test(
      operation,
    )
  )
    record('update')
  else context.opaque('unknown-subcommand', `${program} ${operation}`)
}

export const cloud: readonly Program[] = [
  { names: ['aws', 'awslocal', 'aws2'], means: meansAws },
  {
    names: [
      'gcloud',
      'az',
      'bq',
      'doctl',
      'oci',
      'ibmcloud',
      'linode-cli',
      'linode',
      'hcloud',
      'scw',
      'exo',
      'vultr-cli',
      'yc',
      'aliyun',
      'openstack',
      'civo',
      'eb',
      'cf',
      'azd',
      'func',
    ],
    means: meansCloud,
  },
  { names: ['gsutil', 's3cmd', 'mc', 's5cmd', 's4cmd', 'b2', 'ossutil'], means: meansBuckets },
]
