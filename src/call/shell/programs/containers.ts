import { holdsSecretsElsewhere } from '../../secrets-elsewhere.ts'
import { dynamic, literal, show, textOf, type Word } from '../../word.ts'
import { readArguments, type ReadArguments } from '../options.ts'
import { readOptions } from './read-options.ts'
import { door, namesProduction, onlyAsks, report, secret, service, shown, system, valued } from './facts.ts'
import { tabled } from './table.ts'
import type { ProgramContext, Program, Started } from './program.ts'

const RUN = valued(
  '-a -c -e -h -l -m -p -u -v -w --add-host --annotation --attach --blkio-weight --cap-add --cap-drop --cgroup-parent --cgroupns ' +
    '--cidfile --cpu-shares --cpus --cpuset-cpus --device --device-cgroup-rule --dns --dns-search --domainname --entrypoint --env ' +
    '--env-file --expose --gpus --group-add --health-cmd --health-interval --health-retries --health-timeout --hostname --ip ' +
    '--ipc --isolation --label --label-file --link --log-driver --log-opt --mac-address --memory --memory-swap --mount --name ' +
    '--net --network --network-alias --pid --pids-limit --platform --publish --pull --restart --runtime --security-opt --shm-size ' +
    '--stop-signal --stop-timeout --storage-opt --sysctl --tmpfs --ulimit --user --userns --uts --volume --volume-driver ' +
    '--volumes-from --workdir --arch --os --pod --secret --authfile --requirepass --detach-keys --scale --index',
)
const BUILD = valued(
  '-f -t -m -o --file --tag --build-arg --target --platform --label --network --output --secret --ssh --cache-from --cache-to ' +
    '--progress --iidfile --build-context --builder --metadata-file --memory --shm-size --ulimit --add-host --isolation --pull-policy ' +
    '--authfile --creds --format --layers --volume -v',
)
const GLOBAL = valued(
  '-c -H -l -f -p --context --host --config --log-level --file --project-name --profile --env-file --project-directory --url --connection --tlscacert --tlscert --tlskey --namespace --address --root --runroot --ansi --parallel --identity',
)

/** Verbs that only read. */
const READS =
  /^(ps|ls|list|images|logs|inspect|info|version|stats|top|port|diff|history|search|events|df|config|context|wait|port|images|show|help|convert|json|du|docker-compose-version|check|tree|manifest|scout|sbom|exists|healthcheck|attach-info|quickview|cves|compare|recommendations)$/
const STARTS = /^(start|restart|unpause|up|create|pause|stop|kill|down|update|rename|resume|watch|scale)$/

/** Names a directory whose writer owns the machine: the root, system directories, another's home, the engine's socket. */
function hostFact(source: string): string | undefined {
  if (/^\/+\.?$/.test(source)) return 'the whole host file system'
  if (/(docker|podman|containerd|crio)[^/]*\.sock/.test(source)) return 'the engine that rules the host'
  if (/^\/(etc|root|boot|proc|sys|dev|usr|bin|sbin|lib|lib64|var\/run|run|var\/lib)(\/|$)/.test(source))
    return `host directory ${source}`
  return undefined
}

/** Images that hold one program and start it: `curlimages/curl`, `alpine/git`. */
const ENTRY =
  /^(?:docker\.io\/)?(?:curlimages|alpine|bitnami|byrnedo|appropriate)\/(?:alpine-)?(curl|git|wget)(?=[:@]|$)/

/** `docker run`: what of the host the container is given, and the command it runs. */
function recordRun(context: ProgramContext, args: readonly Word[], via: string): void {
  const read = readOptions(context, args, { arity: RUN, style: 'gnu', stopAtOperand: true })
  const [image, ...command] = read.operands
  recordHostAccess(context, read)
  if (!image) return
  context.record(service('docker', 'execute', [image], false))
  if (/(?:^|[/_-])(?:xmrig|xmr|(?:crypto|monero|coin)?-?miner)(?=$|[:@_-])/i.test(show(image)))
    context.record(system('mine', show(image)))
  const entry = read.value('--entrypoint')
  const own = ENTRY.exec(show(image))?.[1]
  const starts = own !== undefined && textOf(command[0]) !== own ? [literal(own), ...command] : command
  const words = entry && show(entry) !== '' ? [entry, ...command] : starts
  runInside(context, words, show(image), via, read)
}

/**
 * Runs the command where the container is. When it works on files and a directory of the host is mounted, the paths
 * under the mount are the host's: then it is told as done here.
 */
function runInside(
  context: ProgramContext,
  words: readonly Word[],
  name: string,
  via: string,
  read: ReadArguments,
): void {
  if (words.length === 0 || isOwnCommand(words[0]!, context)) return
  const started: Started = { via, where: { kind: 'container', name }, stdin: context.invocation.stdin }
  const directory = read.value('-w', '--workdir')
  context.runs(words, directory ? { ...started, cwd: { kind: 'unknown', source: show(directory) } } : started)
  const mounts = read.values('-v', '--volume').flatMap((word) => {
    const [host = '', inside = ''] = show(word).split(':')
    return /^[/~.$]/.test(host) && inside.startsWith('/') ? [{ host, inside }] : []
  })
  const program = textOf(words[0]) ?? ''
  // git works on the directory it is started in: one of the host's, where that is mounted.
  const workplace = mounts.find(({ inside }) => directory !== undefined && show(directory).startsWith(inside))
  if (program === 'git' && workplace)
    context.runs(words, {
      via: `${via} on a mounted directory`,
      cwd: context.place(literal(workplace.host.replace(/^\$\{?PWD\}?/, '.'))),
    })
  if (mounts.length === 0 || !/^(rm|mv|shred|find|chmod|chown|tee|dd|cp|truncate|cat|(ba|a|da|z)?sh)$/.test(program))
    return
  const mapped = words.map((word) => mounts.reduce((text, { host, inside }) => onHost(text, host, inside), word))
  if (mapped.some((word, index) => word !== words[index]))
    context.runs(mapped, { via: `${via} on a mounted directory` })
}

/**
 * Options for the image's own program, or a program that only the image knows. It runs where the image runs, and what of
 * the host it is given is told: it is no less known than an image without a command.
 */
function isOwnCommand(word: Word, context: ProgramContext): boolean {
  const name = textOf(word)
  return (
    name !== undefined &&
    (name.startsWith('-') || (/^[\w.+-]+$/.test(name) && context.programs.named(name.toLowerCase()) === undefined))
  )
}

function onHost(word: Word, host: string, inside: string): Word {
  const text = textOf(word)
  if (text === undefined || inside === '/' || !text.includes(inside)) return word
  const pattern = new RegExp(`(^|[\\s'"=])${inside.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?=$|[/\\s'";])`, 'g')
  const mapped = text.replace(pattern, (_, before: string) => `${before}${host === '/' ? '' : host}`)
  if (mapped === text) return word
  return host.includes('$') ? dynamic(mapped) : literal(mapped === '' ? '/' : mapped)
}

function recordHostAccess(context: ProgramContext, read: ReadArguments): void {
  const grant = (what: string): void => context.record(system('grant-privilege', what))
  if (read.has('--privileged')) grant('privileged container')
  for (const { name, value } of read.given) {
    if (!value) continue
    const text = show(value)
    if (
      /^--(pid|net|network|ipc|uts|userns|cgroupns)$/.test(name) &&
      text === 'host' &&
      name !== '--net' &&
      name !== '--network'
    )
      grant(`${name}=host`)
    if (
      name === '--cap-add' &&
      /^(CAP_)?(ALL|SYS_ADMIN|SYS_PTRACE|SYS_MODULE|DAC_READ_SEARCH|SYS_RAWIO|NET_ADMIN)$/i.test(text)
    )
      grant(`capability ${text}`)
    if (name === '--security-opt' && /unconfined|disable|no-new-privileges[:=]false/i.test(text))
      grant(`security option ${text}`)
    if (name === '--device' && !/^\/dev\/(dri|snd|video|null|fuse|kfd|nvidia|ttyUSB|ttyACM)/.test(text))
      grant(`device ${text}`)
    if (name === '-p' || name === '--publish') context.record(door('listener', text))
    if (name === '--env-file') context.reads(value)
    if (name === '--cidfile') context.writes(value, 'create')
    if (name === '-v' || name === '--volume')
      recordMount(context, value, text.split(':')[0]!, /:ro\b|:[^:]*\bro\b/.test(text))
    if (name === '--mount') {
      const source = /(?:^|,)(?:source|src)=([^,]*)/.exec(text)?.[1]
      if (source !== undefined && !/type=(volume|tmpfs)/.test(text))
        recordMount(context, value, source, /(^|,)(readonly|ro)\b/.test(text))
    }
  }
}

function recordMount(context: ProgramContext, word: Word, source: string, readOnly: boolean): void {
  const fact = hostFact(source)
  if (fact !== undefined)
    context.record(system('grant-privilege', `${fact} in a container${readOnly ? ', read only' : ''}`))
  if (!/^[/.~$]/.test(source)) return
  const place = word.kind === 'literal' ? literal(source) : dynamic(source)
  context.reads(place, 'names')
}

function recordExec(context: ProgramContext, args: readonly Word[], via: string): void {
  const read = readOptions(context, args, { arity: RUN, style: 'gnu', stopAtOperand: true })
  if (read.has('--privileged')) context.record(system('grant-privilege', 'privileged exec'))
  const [name, ...command] = read.operands
  if (!name) return
  context.record(service('docker', 'execute', [name]))
  runInside(context, command, show(name), via, read)
}

function recordBuild(context: ProgramContext, args: readonly Word[]): void {
  const read = readOptions(context, args, { arity: BUILD, style: 'gnu' })
  context.record(service('docker', 'local-only', [literal('build'), ...read.operands], false))
  for (const file of read.values('-f', '--file')) if (textOf(file) !== '-') context.reads(file)
  const { stdin } = context.invocation
  if (stdin.kind === 'text' && [...read.operands, ...read.values('-f', '--file')].some((word) => textOf(word) === '-'))
    for (const [, order] of stdin.text.replaceAll('\\\n', ' ').matchAll(/^\s*RUN\s+(?:--\S+\s+)*(?!\[)(.+)$/gim))
      context.code('shell', literal(order!), { via: 'docker build', where: { kind: 'container', name: 'the image' } })
  for (const source of read.operands) {
    if (/^(https?|git|ssh):|^git@/.test(show(source))) {
      context.contacts(source, 'fetch')
      context.record({ does: 'run-code', language: 'other', origin: 'network', seenThrough: false })
    } else if (textOf(source) !== '-') context.reads(source, 'content', { recursive: true })
  }
  for (const output of read.values('-o', '--output', '--iidfile', '--metadata-file')) {
    const target = /dest=([^,]*)/.exec(show(output))?.[1] ?? (show(output).includes('=') ? undefined : show(output))
    if (target !== undefined && target !== '-') context.writes(literal(target), 'create')
  }
  for (const option of read.values('--secret')) {
    const source = /(?:source|src)=([^,]*)/.exec(show(option))?.[1]
    if (source !== undefined) context.reads(literal(source))
  }
  if (read.has('--push')) context.record(service('docker', 'publish', read.values('-t', '--tag')))
  if (read.values('--allow').some((word) => /insecure/.test(show(word))))
    context.record(system('grant-privilege', 'insecure build'))
}

const PICKED =
  /^["']?\$\((?:docker|podman) (?:ps|container ls|images|image ls|volume ls|network ls) [^()|;&]*(?:--filter|-[a-z]*f)[= ]?[^()|;&]+\)["']?$/

const MANY = /^(-a|-af|-fa|--all|--volumes|-f|--force)$/

/** Verbs whose options are read where they are followed. */
const READS_ITS_OWN = /^(?:run|exec|build|bake|bud|cp|create|login|logout|save|export|load|import|up)$/
const VERB = valued(
  '-f --filter --format -n --tail --since --until -t --time --timeout -s --signal --type --last -o --output --platform --opt --driver -d --label --subnet --gateway --ip-range --name -p --file --project-name --project-directory --env-file --scale --pull --policy --index -u --user -w --workdir -e --env --hash --exit-code-from --profile --parallel --progress --ansi --author -m --message -c --change --restart --memory --cpus --from --reason --limit --link --alias --ip --docker --description --mode --replicas --image --update-delay --advertise-addr --builder --buildkitd-flags --driver-opt --host --ns --sort',
)

/** `docker <noun> <verb>` and `docker <verb>` are the same commands. */
function recordVerb(context: ProgramContext, verb: string, args: readonly Word[], via: string): void {
  const operands = args.filter((word) => !show(word).startsWith('-'))
  if (!READS_ITS_OWN.test(verb)) readOptions(context, args, { arity: VERB, style: 'gnu' })
  if (verb === 'run') recordRun(context, args, via)
  else if (verb === 'create' && via.startsWith('docker create'))
    recordHostAccess(context, readArguments(args, { arity: RUN, style: 'gnu', stopAtOperand: true }))
  else if (verb === 'exec') recordExec(context, args, via)
  else if (verb === 'build' || verb === 'bake' || verb === 'bud') recordBuild(context, args)
  else if (verb === 'cp') recordCopy(context, args)
  else if (verb === 'push') context.record(service('docker', 'publish', operands))
  else if (verb === 'pull') {
    for (const image of operands) context.contacts(literal(registryOf(show(image))), 'registry')
    context.record(service('docker', 'local-only', operands, false))
  } else if (/^(login|logout)$/.test(verb)) {
    const values = valued('-u -p --username --password --authfile --cert-dir')
    const registry = readOptions(context, args, { arity: values, style: 'gnu' }).operands[0]
    if (verb === 'login' && registry) context.contacts(registry, 'api', 'data')
    context.record(service('docker', 'log-in', operands))
  } else if (/^(rm|rmi|remove|prune|delete)$/.test(verb)) {
    // Which of them is chosen by a condition on their names, labels or states.
    const unknown = operands.some((word) => word.kind !== 'literal' && !PICKED.test(show(word)))
    // Layers that no image uses, and caches, are made again.
    const unused =
      /^docker (image|builder|buildx) prune$/.test(via) && !args.some((word) => /^(-\w*a\w*|--all)$/.test(show(word)))
    // What a volume holds is nowhere else; a service takes its containers with it.
    const holds = /^\w+ volume /.test(via) || (/compose/.test(via) && args.some((word) => /^-[a-z]*v/.test(show(word))))
    const mass =
      !unused &&
      (verb === 'prune' || unknown || holds || (operands.length === 0 && args.some((word) => MANY.test(show(word)))))
    context.record(
      service('docker', mass ? 'mass-delete' : 'delete', [literal(via), ...operands], namesProduction(operands)),
    )
  } else if (/^(save|export)$/.test(verb)) {
    const read = readOptions(context, args, { arity: valued('-o --output'), style: 'gnu' })
    for (const file of read.values('-o', '--output')) context.writes(file, 'overwrite')
    context.record(service('docker', 'local-only', operands, false))
  } else if (/^(load|import)$/.test(verb)) {
    const read = readOptions(context, args, { arity: valued('-i --input'), style: 'gnu' })
    for (const file of read.values('-i', '--input')) context.reads(file)
    context.record(service('docker', 'local-only', operands, false))
  } else if (
    /^(tag|commit|attach|init|use|stop|add|connect|disconnect|mount|unmount|umount|from|copy|rename|untag)$/.test(
      verb,
    ) ||
    STARTS.test(verb)
  )
    context.record(
      service(
        'docker',
        verb === 'down' && args.some((word) => /^(-[a-z]*v|--volumes(=true)?)$/.test(show(word)))
          ? 'mass-delete'
          : 'local-only',
        [literal(via), ...operands],
        namesProduction(operands),
      ),
    )
  else if (READS.test(verb)) {
    if (verb === 'inspect') recordInspect(context, args)
    context.record(service('docker', 'read', [literal(via), ...operands], false))
  } else context.opaque('unknown-subcommand', via)
}

/** Everything about a container includes the passwords in its environment; a format may ask for those alone. */
function recordInspect(context: ProgramContext, args: readonly Word[]): void {
  const format = readArguments(args, { arity: valued('-f --format --type -s'), style: 'gnu' }).value('-f', '--format')
  if (format === undefined) context.record(report('environment'))
  else if (/\.Env\b|\.Config\s*\}|^\{\{\s*json\s*\.\s*\}\}$/.test(show(format)))
    context.record(secret('environment', 'the environment of a container'))
}

/** Docker Hub unless the first part of the name is a host. */
function registryOf(image: string): string {
  const first = image.split('/')[0]!
  return image.includes('/') && (/[.:]/.test(first) || first === 'localhost') ? first : 'docker.io'
}

function inside(word: Word): boolean {
  return /^[^/.:]+:/.test(show(word))
}

function recordCopy(context: ProgramContext, args: readonly Word[]): void {
  const operands = readOptions(context, args, { arity: new Map(), style: 'gnu' }).operands
  const [from, to] = operands
  if (!from || !to) return
  if (!inside(from) && textOf(from) !== '-') context.reads(from, 'content', { recursive: true })
  if (!inside(to) && textOf(to) !== '-') context.writes(to, 'overwrite', { kind: 'unknown' })
  const path = /^[^/.:]+:(.*)$/s.exec(show(from))?.[1]
  if (path !== undefined && holdsSecretsElsewhere(path)) context.record(secret('other', show(from)))
  // Between this machine and its own containers nothing leaves.
  context.record(service('docker', inside(to) ? 'update' : 'read', operands))
}

const NOUNS =
  /^(container|image|volume|network|system|compose|buildx|builder|context|stack|service|swarm|node|secret|config|plugin|manifest|machine|pod|scout|checkpoint|trust|kube|play|generate|init|secret|sandbox|namespace)$/

function meansDocker(context: ProgramContext): void {
  const { args, program } = context.invocation
  if (onlyAsks(args)) return
  const read = readOptions(context, args, { arity: GLOBAL, style: 'gnu', stopAtOperand: true })
  if (read.has('--version', '-v', '--help')) return
  for (const engine of read.values('-H', '--host', '--url'))
    if (/^(tcp|ssh|https?):/.test(show(engine))) context.contacts(engine, 'api', 'unknown')
  for (const file of read.values('-f', '--file')) context.reads(file)
  const compose = program.endsWith('compose')
  const [first, ...others] = read.operands
  if (!first) return
  const noun = textOf(first)
  if (noun === undefined) {
    context.opaque('unknown-subcommand', `${program} ${show(first)}`)
    return
  }
  if (compose || noun === 'compose')
    recordCompose(context, compose ? read.operands : others, compose ? program : `${program} compose`)
  else if (NOUNS.test(noun)) recordNoun(context, noun, others)
  else recordVerb(context, noun, others, `docker ${noun}`)
}

function recordCompose(context: ProgramContext, args: readonly Word[], via: string): void {
  const read = readOptions(context, args, { arity: GLOBAL, style: 'gnu', stopAtOperand: true })
  for (const file of read.values('-f', '--file'))
    if (/^(https?|git|oci):/.test(show(file))) context.opaque('unreadable-code', show(file))
    else context.reads(file)
  const [verb, ...others] = read.operands
  const text = textOf(verb)
  if (verb && text === undefined) context.opaque('unknown-subcommand', via)
  else if (text !== undefined) recordVerb(context, text, others, `${via} ${text}`)
}

function recordNoun(context: ProgramContext, noun: string, others: readonly Word[]): void {
  const verb = textOf(others[0])
  if (noun === 'context')
    for (const word of others) {
      const host = /(?:^|,)host=((?:tcp|ssh|https?):[^,]+)/.exec(show(word))?.[1]
      if (host !== undefined) context.contacts(literal(host), 'api', 'unknown')
    }
  if (others.length === 0) context.record(report('machine'))
  else if (verb === undefined) context.opaque('unknown-subcommand', `docker ${noun}`)
  else if ((noun === 'trust' || noun === 'plugin') && !/^(ls|list|inspect)$/.test(verb))
    context.opaque('unknown-subcommand', `docker ${noun} ${verb}`)
  else if (/^(stack|service|swarm|node|secret|config)$/.test(noun) && !READS.test(verb)) {
    const deed = /^(rm|remove|leave)$/.test(verb)
      ? noun === 'swarm' && others.some((word) => /^(-f|--force)$/.test(show(word)))
        ? 'mass-delete'
        : noun === 'service' || noun === 'stack'
          ? 'mass-delete'
          : 'delete'
      : noun === 'secret'
        ? 'write-secret'
        : /^(deploy|up)$/.test(verb)
          ? 'deploy'
          : 'update'
    context.record(service('docker', deed, [literal(noun), ...others]))
  } else recordVerb(context, verb, others.slice(1), `docker ${noun} ${verb}`)
}

export const containers: readonly Program[] = [
  {
    names: ['docker', 'podman', 'nerdctl', 'buildah', 'docker-compose', 'podman-compose', 'finch', 'lima-nerdctl'],
    means: meansDocker,
  },
  {
    names: [
      'lxc',
      'incus',
      'machinectl',
      'ctr',
      'crictl',
      'runc',
      'crun',
      'lxc-attach',
      'multipass',
      'distrobox',
      'toolbox',
      'lima',
      'limactl',
      'colima',
      'orb',
      'orbctl',
    ],
    means: (context) => {
      const { args, program } = context.invocation
      if (onlyAsks(args)) return
      const operands = args.filter((word) => !show(word).startsWith('-'))
      const verb = textOf(operands[0])
      if (
        verb !== undefined &&
        (READS.test(verb) ||
          /^(ls|status|find|images|pods|containers|image-list|get|profile|remote|version)$/.test(verb))
      )
        context.record(service(program, 'read', operands, false))
      else if (verb !== undefined && /^(exec|shell|run|enter)$/.test(verb)) {
        const dashes = args.findIndex((word) => textOf(word) === '--')
        const command = dashes >= 0 ? args.slice(dashes + 1) : operands.slice(2)
        context.record(service(program, 'execute', operands.slice(1, 2)))
        if (command.length > 0)
          context.runs(command, {
            via: `${program} ${verb}`,
            where: { kind: 'container', name: show(operands[1] ?? literal('')) },
          })
      } else if (verb !== undefined && /^(delete|rm|rmi|remove|destroy|purge)$/.test(verb))
        context.record(service(program, 'delete', operands))
      else if (/^(config|init)$/.test(verb ?? '') && /privileged|disk|path=\/|source=\//.test(shown(args)))
        context.record(system('grant-privilege', shown(args)))
      else if (
        verb !== undefined &&
        /^(start|stop|restart|launch|init|create|copy|move|snapshot|restore|pause|unpause|up|down|stopp|info|import|export|publish|use)$/.test(
          verb,
        )
      )
        context.record(service(program, 'local-only', operands))
      else context.opaque('unknown-subcommand', `${program} ${verb ?? ''}`)
    },
  },
  tabled({
    names: ['skopeo', 'crane', 'regctl', 'oras'],
    subcommands: {
      inspect: { operands: 'fetch' },
      ls: { operands: 'fetch' },
      digest: { operands: 'fetch' },
      manifest: { operands: 'fetch' },
      'list-tags': { operands: 'fetch' },
      pull: { operands: ['fetch', 'write'] },
      'image digest': { operands: 'fetch' },
      'image inspect': { operands: 'fetch' },
      'image config': { operands: 'fetch' },
      'image manifest': { operands: 'fetch' },
      'tag ls': { operands: 'fetch' },
      'repo ls': { operands: 'fetch' },
      version: {},
      copy: { does: [service('docker', 'publish', [])] },
      push: { does: [service('docker', 'publish', [])] },
    },
  }),
  tabled({
    names: [
      'dive',
      'trivy',
      'grype',
      'syft',
      'hadolint',
      'dockle',
      'ctop',
      'lazydocker',
      'container-structure-test',
      'clair',
    ],
    options: { '-c, --config, --ignorefile': 'read', '-o, --output, --file': 'write' },
  }),
]
