import type { ServiceDeed } from '../../action.ts'
import { holdsSecretsElsewhere } from '../../secrets-elsewhere.ts'
import { knownPrefix, literal, show, textOf, type Word } from '../../word.ts'
import { type ReadArguments } from '../options.ts'
import { readOptions } from './read-options.ts'
import { door, namesProduction, onlyAsks, secret, service, shown, system, valued } from './facts.ts'
import type { ProgramContext, Program } from './program.ts'
import { strongestVerb, verbs } from './verbs.ts'

const KUBECTL = valued(
  '--exec-command -n -f -k -l -o -c -s -L -p --namespace --filename --kustomize --selector --output --container --context --cluster --user --kubeconfig ' +
    '--server --token --as --as-group --as-uid --certificate-authority --client-certificate --client-key --request-timeout --sort-by ' +
    '--field-selector --replicas --image --type --patch --patch-file --from-literal --from-file --from-env-file --since --tail ' +
    '--since-time --timeout --grace-period --port --target-port --protocol --name --overrides --restart --env --labels --limits ' +
    '--requests --role --clusterrole --group --serviceaccount --verb --resource --resource-name --address --www --www-prefix ' +
    '--accept-hosts --accept-paths --min --max --cpu-percent --template --cascade --dry-run --field-manager --subresource ' +
    '--to-revision --revision --for --target --profile --custom --docker-server --docker-username --docker-password --cert --key ' +
    '--kubeconfig-file --raw --output-directory --namespaces --tls-server-name -v --chunk-size --prefix --copy-to --share-processes',
)

const DEEDS = verbs({
  read:
    'get describe logs log top explain api-resources api-versions cluster-info version diff events ' +
    'wait options completion status whoami projects kustomize plugin tree',
  'local-only': 'ctx ns project',
  create: 'create run new-app new-project autoscale',
  deploy: 'apply start-build',
  update: 'replace patch edit set label annotate scale taint cordon uncordon',
  'disable-protection': 'drain',
  delete: 'delete',
  grant: 'certificate',
  'copy-in': 'rsync',
  'log-in': 'login logout',
  execute: 'attach debug exec rsh',
})

function meansKubectl(context: ProgramContext): void {
  const { args, program } = context.invocation
  if (onlyAsks(args)) return
  const dashes = args.findIndex((word) => textOf(word) === '--')
  const before = dashes < 0 ? args : args.slice(0, dashes)
  const command = dashes < 0 ? [] : args.slice(dashes + 1)
  const read = readOptions(context, before, { arity: KUBECTL, style: 'gnu' })
  const [first, second] = read.operands
  if (!first) return
  const verb = textOf(first)
  if (verb === undefined) {
    context.opaque('unknown-subcommand', `${program} ${show(first)}`)
    return
  }
  recordConnection(context, read)
  for (const file of read.values(
    '-f',
    '--filename',
    '-k',
    '--kustomize',
    '--patch-file',
    '--from-file',
    '--from-env-file',
  ))
    recordManifest(context, file)
  const target = [...read.operands.slice(1), ...read.values('-n', '--namespace', '--context', '-f', '--filename')]
  const record = (deed: ServiceDeed): void =>
    context.record(
      service(
        'kubernetes',
        read.has('--dry-run') && textOf(read.value('--dry-run')) !== 'none' ? 'read' : deed,
        target,
        namesProduction(target),
      ),
    )
  const noun = knownPrefix(second ?? literal(''))
    .split('/')[0]!
    .toLowerCase()
  switch (verb) {
    case 'exec':
    case 'rsh':
    case 'attach':
    case 'debug': {
      record('execute')
      if (verb === 'debug' && noun === 'node') context.record(system('grant-privilege', 'a shell on a cluster node'))
      const words = command.length > 0 ? command : verb === 'exec' || verb === 'rsh' ? read.operands.slice(2) : []
      if (words.length > 0)
        context.runs(words, {
          via: `${program} ${verb}`,
          where: { kind: 'container', name: show(second ?? literal('')) },
          stdin: context.invocation.stdin,
        })
      return
    }
    case 'cp':
      recordCopy(context, read)
      return
    case 'port-forward':
      context.record(door('port-forward', textOf(read.value('--address')) ?? shown(read.operands.slice(1))))
      return
    case 'proxy':
      context.record(door('listener', textOf(read.value('--address') ?? literal('127.0.0.1'))))
      if (read.has('--www')) context.reads(read.value('--www')!, 'content', { recursive: true })
      return
    case 'delete': {
      const wide =
        read.has('--all', '-A', '--all-namespaces') ||
        /^(ns|namespaces?|pv|persistentvolumes?|crds?|customresourcedefinitions?|nodes?)$/.test(noun) ||
        second?.kind !== 'literal'
      record(wide && !read.has('-f', '--filename', '-k', '--kustomize') ? 'mass-delete' : 'delete')
      return
    }
    case 'config':
    case 'auth':
    case 'rollout': {
      const what = textOf(second)
      if (verb === 'auth') record(what === 'reconcile' ? 'grant' : 'read')
      else if (verb === 'rollout') record(what !== undefined && /^(status|history)$/.test(what) ? 'read' : 'deploy')
      else if (what === 'view' && read.has('--raw', '--flatten')) context.record(secret('cluster', 'kubeconfig'))
      else if (what !== undefined && /^(view|get-contexts|current-context|get-clusters|get-users)$/.test(what))
        record('read')
      else {
        for (const word of read.values('--exec-command')) context.opaque('dynamic-code', `--exec-command=${show(word)}`)
        record('local-only')
      }
      return
    }
    case 'adm':
      record(
        /^(top|inspect|must-gather|policy)$/.test(noun) && noun !== 'policy'
          ? 'read'
          : noun === 'policy'
            ? 'grant'
            : 'update',
      )
      return
    case 'create':
      if (/^(clusterrolebinding|rolebinding|clusterrole|role|token|serviceaccount|sa)$/.test(noun)) record('grant')
      else if (noun === 'secret') record('write-secret')
      else record('create')
      return
    case 'run':
      record('create')
      if (/privileged|hostPID|hostNetwork|hostPath/.test(show(read.value('--overrides') ?? literal(''))))
        context.record(system('grant-privilege', 'privileged pod'))
      if (command.length > 0)
        context.runs(command, {
          via: `${program} run`,
          where: { kind: 'container', name: show(second ?? literal('')) },
        })
      return
    case 'krew':
      if (textOf(second) !== undefined && /^(list|search|info|version|update|help)$/.test(textOf(second)!))
        record('read')
      else
        context.record({
          does: 'install-package',
          ecosystem: 'krew',
          packages: read.operands.slice(2).map(show),
          origin: 'registry',
          scope: 'user',
        })
      return
    case 'get':
      if (
        /(^|,)secrets?(,|$)/.test(noun) &&
        /json|yaml|template|jsonpath|custom/.test(show(read.value('-o', '--output', '--template') ?? literal('')))
      )
        context.record(secret('cluster', shown(target)))
      if (read.has('--raw')) context.contacts(literal('cluster'), 'api', 'nothing')
      record('read')
      return
  }
  const deed = DEEDS.get(verb)
  if (deed === undefined) context.opaque('unknown-subcommand', `${program} ${verb}`)
  else record(deed)
}

/** A kubeconfig may start a credential program; another server or a skipped check is where the orders really go. */
function recordConnection(context: ProgramContext, read: ReadArguments): void {
  const file = read.value('--kubeconfig')
  if (file) {
    const place = context.place(file)
    const written = context.written(place)
    if (written && !(written.kind === 'text' && !/\bexec\b|command:|auth-provider/.test(written.text)))
      context.opaque('unreadable-code', `--kubeconfig ${show(file)}`)
  }
  for (const server of read.values('-s', '--server')) context.contacts(server, 'api', 'unknown')
  if (read.has('--insecure-skip-tls-verify')) context.record(system('weaken-tls', 'cluster'))
  if (read.has('--as', '--as-group'))
    context.record(
      system('become-administrator', `cluster as ${show(read.value('--as', '--as-group') ?? literal(''))}`),
    )
}

function recordManifest(context: ProgramContext, file: Word): void {
  const text = show(file)
  if (text === '-') {
    if (context.invocation.stdin.kind === 'network')
      context.record({
        does: 'run-code',
        language: 'other',
        origin: 'network',
        host: context.invocation.stdin.host,
        seenThrough: false,
      })
  } else if (/^https?:/.test(text)) context.contacts(file, 'fetch')
  else
    context.reads(
      text.includes('=') && file.kind === 'literal' ? literal(text.slice(text.indexOf('=') + 1)) : file,
      'content',
      { recursive: true },
    )
}

function inside(word: Word): boolean {
  return /^[^/.:]*(\/[^/:]+)?:/.test(show(word))
}

function recordCopy(context: ProgramContext, read: ReadArguments): void {
  const [, from, to] = read.operands
  if (!from || !to) return
  if (!inside(from)) context.reads(from, 'content', { recursive: true })
  if (!inside(to)) context.writes(to, 'overwrite', { kind: 'unknown' })
  const path = /:(.*)$/s.exec(show(from))?.[1]
  if (inside(from) && path !== undefined && holdsSecretsElsewhere(path)) context.record(secret('other', show(from)))
  context.record(service('kubernetes', inside(to) ? 'copy-in' : 'copy-out', [from, to]))
}

const HELM = valued(
  '-n -f --namespace --values --set --set-string --set-file --version --repo --kube-context --kubeconfig --timeout --post-renderer --post-renderer-args -o --output -d --destination --output-dir --keyring --key --username --password --history-max --description -r --revision --ca-file --cert-file',
)
const HELM_DEEDS = verbs({
  read: 'list ls status history get show search template lint version env verify diff inspect completion build',
  deploy: 'install upgrade rollback apply sync',
  delete: 'uninstall delete del destroy',
  execute: 'test',
  publish: 'push',
  'local-only': 'repo dependency dep pull fetch package create',
  'log-in': 'registry',
})

function meansHelm(context: ProgramContext): void {
  const { args, program } = context.invocation
  if (onlyAsks(args)) return
  const read = readOptions(context, args, { arity: HELM, style: 'gnu' })
  const verb = textOf(read.operands[0])
  if (read.operands.length === 0) return
  const deed = verb === undefined ? undefined : HELM_DEEDS.get(verb)
  for (const renderer of read.values('--post-renderer'))
    context.runs([renderer], { via: `${program} --post-renderer`, moreArguments: true })
  for (const file of read.values('-f', '--values')) recordManifest(context, file)
  if (verb === 'plugin') {
    if (textOf(read.operands[1]) === 'list') return
    context.record({
      does: 'install-package',
      ecosystem: 'helm',
      packages: read.operands.slice(2).map(show),
      origin: 'url',
      scope: 'user',
    })
    return
  }
  if (verb === 'repo' && /^(add|update)$/.test(textOf(read.operands[1]) ?? ''))
    for (const url of read.operands.slice(3)) context.contacts(url, 'registry')
  if (verb === 'create') context.writes(read.operands[1] ?? literal('chart'), 'directory')
  if (verb === 'get' && /^(values|all|hooks|manifest|notes|metadata)$/.test(textOf(read.operands[1]) ?? '') === false)
    context.opaque('unknown-subcommand', 'helm get')
  // What a release was given holds its passwords.
  if (verb === 'get' && /^(values|all)$/.test(textOf(read.operands[1]) ?? ''))
    context.record(secret('cluster', `values of ${shown(read.operands.slice(2))}`))
  const target = [...read.operands.slice(1), ...read.values('-n', '--namespace', '--kube-context', '-f', '--values')]
  if (deed === undefined) context.opaque('unknown-subcommand', `${program} ${verb ?? ''}`)
  else context.record(service('helm', read.has('--dry-run') ? 'read' : deed, target))
}

/** Tools around clusters with `noun verb` or `verb noun`: the strongest verb among the first words decides. */
const AROUND = verbs({
  read:
    'get list ls status version logs diff history describe show check analyze tree stats trace ' +
    'events ip validate proxy-status proxy-config dashboard wait template lint docker-env service ' +
    'kubeconfig clusters nodes verify render diagnose dump lsp doctor args alpha',
  'local-only':
    'profile addons start stop pause unpause load image config cluster node build update-context ' +
    'cache context mount tunnel',
  update: 'enable disable set patch edit update suspend resume terminate scale',
  create: 'create add',
  deploy: 'install sync rollback reconcile bootstrap promote upgrade apply',
  execute: 'submit retry kubectl ssh',
  delete: 'delete rm uninstall remove destroy',
  'log-in': 'login logout',
})
function meansAround(context: ProgramContext): void {
  const { args, program } = context.invocation
  if (onlyAsks(args)) return
  const operands = readOptions(context, args, { arity: KUBECTL, style: 'gnu' }).operands
  const first = textOf(operands[0])
  if (program === 'minikube' && (first === 'kubectl' || first === 'ssh')) {
    const words = args
      .slice(args.findIndex((word) => textOf(word) === first) + 1)
      .filter((word) => textOf(word) !== '--')
    if (first === 'kubectl') context.runs([literal('kubectl'), ...words], { via: 'minikube' })
    else if (words.length > 0)
      context.runs(words, { via: 'minikube ssh', where: { kind: 'container', name: 'minikube' } })
    return
  }
  const deed = strongestVerb(operands, AROUND, 3)
  if (operands.length === 0 && /^(k9s|kubectx|kubens|click)$/.test(program))
    context.record(service('kubernetes', 'read', []))
  else if (deed === undefined) context.opaque('unknown-subcommand', `${program} ${first ?? ''}`)
  else context.record(service(program, deed, operands))
}

export const kubernetes: readonly Program[] = [
  { names: ['kubectl', 'oc', 'kubecolor', 'k'], means: meansKubectl },
  { names: ['helm', 'helm3', 'helmfile', 'helmsman'], means: meansHelm },
  {
    names: [
      'minikube',
      'kind',
      'k3d',
      'argocd',
      'argo',
      'flux',
      'istioctl',
      'linkerd',
      'eksctl',
      'kops',
      'kubeadm',
      'k9s',
      'velero',
      'cilium',
      'rancher',
      'talosctl',
      'clusterctl',
      'skaffold',
      'tilt',
      'devspace',
      'werf',
      'kn',
      'tkn',
      'vcluster',
      'cmctl',
      'microk8s',
      'k3s',
      'kubeseal',
      'kompose',
    ],
    means: meansAround,
  },
  {
    names: [
      'kubectx',
      'kubens',
      'kubeval',
      'kubeconform',
      'kube-score',
      'kube-linter',
      'pluto',
      'popeye',
      'kubecm',
      'kube-capacity',
      'polaris',
      'conftest',
      'kustomize',
      'kubent',
    ],
    means: meansReadOnly,
  },
]

/** They look at a cluster or at files and change nothing but the context in use. */
function meansReadOnly(context: ProgramContext): void {
  const { args, program } = context.invocation
  const read = readOptions(context, args, { arity: KUBECTL, style: 'gnu' })
  if (read.has('--enable-exec', '--enable-alpha-plugins', '--enable-helm', '--helm-command'))
    context.opaque('unknown-option', `${program} with plugins`)
  for (const output of read.values('-o', '--output')) if (/[./]/.test(show(output))) context.writes(output, 'overwrite')
  context.record(service('kubernetes', 'read', read.operands, false))
}
