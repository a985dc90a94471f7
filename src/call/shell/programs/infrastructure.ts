import { literal, show, textOf, type Word } from '../../word.ts'
import { readOptions } from './read-options.ts'
import { door, namesProduction, onlyAsks, report, secret, service, shown, valued } from './facts.ts'
import type { ProgramContext, Program } from './program.ts'
import { runsProject } from './project.ts'
import { serviceTool, verbs } from './verbs.ts'

const TERRAFORM = valued(
  '-chdir -var -var-file -target -out -state -state-out -backup -replace -parallelism -lock-timeout -backend-config -config -lock -refresh -input -plugin-dir -from-module --terragrunt-working-dir --terragrunt-config --working-dir',
)

/** Verbs of terraform, tofu and terragrunt. `init` and `plan` start the providers the configuration declares. */
const SECRET_OUTPUT = /passw|secret|token|private_?key|credential|connection_?string/i

function meansTerraform(context: ProgramContext): void {
  const { args, program } = context.invocation
  if (onlyAsks(args)) return
  const read = readOptions(context, args, { arity: TERRAFORM, style: 'single-dash' })
  const words = read.operands.filter((word) => !/^(run|run-all|--)$/.test(show(word)))
  const [verb, second] = words.map((word) => textOf(word))
  if (words.length === 0) return
  for (const file of read.values('-var-file')) context.reads(file)
  for (const file of read.values('-out', '-state-out')) context.writes(file, 'create')
  if (read.has('-plugin-dir')) context.opaque('unknown-option', `${program} -plugin-dir`)
  const target = [...words, ...read.values('-var-file', '-target', '-chdir', '-state')]
  const production = namesProduction(target)
  const record = (deed: Parameters<typeof service>[1]): void =>
    context.record(service('terraform', deed, target, production))
  switch (verb) {
    case 'destroy':
      record(read.has('-target') ? 'delete' : 'mass-delete')
      return
    case 'apply':
      record(read.has('-destroy') ? 'mass-delete' : 'deploy')
      return
    case 'import':
    case 'taint':
    case 'untaint':
    case 'refresh':
      record('update')
      return
    case 'state':
      // The whole state, with the passwords in it.
      if (second === 'pull') context.record(secret('cloud', 'infrastructure state'))
      record(
        second === 'rm'
          ? 'delete'
          : /^(mv|push|replace-provider)$/.test(second ?? '')
            ? 'update'
            : /^(list|show|pull)$/.test(second ?? '')
              ? 'read'
              : 'update',
      )
      return
    case 'output':
      // Sensitive values are shown when they are asked for by name.
      if (SECRET_OUTPUT.test(shown(words.slice(1)))) context.record(secret('cloud', shown(words)))
      record('read')
      return
    case 'workspace':
      record(second === 'delete' ? 'delete' : 'local-only')
      return
    case 'force-unlock':
      record('disable-protection')
      return
    case 'fmt':
      record('local-only')
      for (const word of words.slice(1)) context.writes(word, 'edit')
      return
    case 'login':
    case 'logout':
      record('log-in')
      return
    case 'console':
      context.opaque('interactive', `${program} console`)
      return
    case 'providers':
      if (second === 'mirror') context.writes(words.at(-1)!, 'directory')
      record('read')
      return
    case 'init':
    case 'get':
    case 'plan':
    case 'test':
    case 'validate':
    case 'show':
    case 'graph':
    case 'version':
    case 'metadata':
    case 'modules':
    case 'hclfmt':
    case 'hcl':
    case 'plan-all':
    case 'validate-inputs':
      record(verb === 'test' ? 'create' : verb === 'init' || verb === 'get' ? 'local-only' : 'read')
      return
  }
  context.opaque('unknown-subcommand', `${program} ${verb ?? ''}`)
}

const ANSIBLE = valued(
  '-i -m -a -e -l -t -u -c -f -M -T -B -P --inventory --module-name --args --extra-vars --limit --tags --skip-tags --user --connection --forks ' +
    '--become-user --become-method --private-key --vault-password-file --vault-id --module-path --playbook-dir --start-at-task --ssh-common-args ' +
    '--ssh-extra-args --scp-extra-args --sftp-extra-args --timeout -p --roles-path -r --role-file --requirements-file --output --encrypt-vault-id -n --name',
)

/** Modules of an ad-hoc call that only look. */
const LOOKING =
  /^(ansible\.builtin\.)?(ping|setup|debug|stat|slurp|service_facts|package_facts|gather_facts|assert|win_ping)$/
const RUNNING = /^(ansible\.builtin\.)?(shell|command|raw|script|win_shell|win_command)$/

function meansAnsible(context: ProgramContext): void {
  const { args, program } = context.invocation
  if (onlyAsks(args)) return
  const read = readOptions(context, args, { arity: ANSIBLE, style: 'gnu' })
  const target = [...read.operands, ...read.values('-i', '--inventory', '-l', '--limit')]
  const local =
    read.values('-i', '--inventory').some((word) => /^localhost,?$/.test(show(word))) ||
    textOf(read.value('-c', '--connection')) === 'local' ||
    /^(localhost|127\.0\.0\.1)$/.test(show(read.operands[0] ?? literal('')))
  if (
    read.has('--ssh-common-args', '--ssh-extra-args') &&
    read.values('--ssh-common-args', '--ssh-extra-args').some((word) => /command/i.test(show(word)))
  )
    context.opaque('unknown-option', `${program} --ssh-common-args`)
  if (program === 'ansible') {
    if (read.has('--list-hosts')) {
      context.record(service('ansible', 'read', target))
      return
    }
    const module = textOf(read.value('-m', '--module-name') ?? literal('command'))
    const order = read.value('-a', '--args')
    if (module !== undefined && LOOKING.test(module)) context.record(service('ansible', 'read', target))
    else if (module !== undefined && RUNNING.test(module) && order) {
      context.record(service('ansible', 'execute', target))
      context.code('shell', order, {
        via: 'ansible -m shell',
        ...(local ? {} : { where: { kind: 'remote', host: show(read.operands[0] ?? literal('')) } as const }),
        elevated: read.has('-b', '--become'),
      })
    } else context.record(service('ansible', 'update', [...target, literal(module ?? '')]))
    return
  }
  for (const book of read.operands) context.reads(book)
  if (read.has('--syntax-check', '--list-hosts', '--list-tasks', '--list-tags'))
    context.record(service('ansible', 'read', target))
  else if (read.has('--check', '-C')) context.record(service('ansible', 'read', target))
  else {
    context.record(service('ansible', 'deploy', target))
    for (const book of read.operands) recordPlaybook(context, book)
  }
}

/** A playbook that this session wrote, or that lies outside the workspace, is code of unknown effect. */
function recordPlaybook(context: ProgramContext, book: Parameters<ProgramContext['place']>[0]): void {
  const place = context.place(book)
  const inWorkspace = place.kind === 'path' && place.real.startsWith(`${context.surroundings.workspace}/`)
  if (!inWorkspace || context.written(place)) context.opaque('unreadable-code', `playbook ${show(book)}`)
}

const READ_VERBS =
  'list ls show status info get describe version logs output preview plan validate diff doctor inspect history whoami help graph console about search members query tail metrics print monitor events ps'

function isPhone(word: Word | undefined): boolean {
  return word === undefined || /^(ios|android)$/.test(textOf(word) ?? '')
}

export const infrastructure: readonly Program[] = [
  { names: ['terraform', 'tofu', 'terragrunt', 'tf'], means: meansTerraform },
  { names: ['ansible', 'ansible-playbook', 'ansible-pull'], means: meansAnsible },
  {
    names:
      'ansible-galaxy ansible-vault ansible-inventory ansible-doc ansible-config ansible-lint ansible-console ansible-test molecule'.split(
        ' ',
      ),
    means: (context) => {
      const { args, program } = context.invocation
      if (onlyAsks(args)) return
      const read = readOptions(context, args, { arity: ANSIBLE, style: 'gnu' })
      const [verb, second] = read.operands.map((word) => textOf(word))
      if (program === 'ansible-galaxy' && (verb === 'install' || second === 'install'))
        context.record({
          does: 'install-package',
          ecosystem: 'ansible',
          packages: read.operands.slice(verb === 'install' ? 1 : 2).map(show),
          origin: read.has('-r', '--role-file', '--requirements-file') ? 'declared' : 'registry',
          scope: 'user',
        })
      else if (program === 'ansible-galaxy' && (verb === 'init' || second === 'init'))
        context.writes(read.operands.at(-1)!, 'directory')
      else if (program === 'ansible-vault' && /^(encrypt|decrypt|rekey|edit|create)$/.test(verb ?? '')) {
        for (const file of read.operands.slice(1)) context.writes(file, 'edit')
        // The secrets lie open in the tree from then on.
        if (verb === 'decrypt') context.record(secret('vault', shown(read.operands)))
      } else if (program === 'ansible-vault') {
        for (const file of read.operands.slice(1)) context.reads(file)
        if (verb === 'view') context.record(secret('vault', shown(read.operands)))
      } else if (program === 'ansible-console') context.opaque('interactive', program)
      else if (program === 'ansible-test' && verb === 'shell') context.opaque('interactive', 'ansible-test shell')
      else if (program === 'molecule' || program === 'ansible-test')
        context.record({ does: 'run-code', language: 'other', origin: 'file', seenThrough: true })
      else context.record(report('machine'))
    },
  },
  serviceTool({
    names: 'pulumi',
    service: 'pulumi',
    values: valued(
      '-s -C -m -t --stack --cwd --message --target --config-file --parallel -f --file --secrets-provider --color',
    ),
    verbs: verbs({
      read: `${READ_VERBS} stack-ls`,
      'local-only': 'new config stack login logout install policy plugin select init refresh-config package convert',
      update: 'import refresh state cancel',
      deploy: 'up update watch',
      'log-in': 'login logout',
      delete: 'rm remove delete',
      'mass-delete': 'destroy',
      'write-secret': 'set-secret',
    }),
    also: (context, read) => {
      if (read.has('--show-secrets'))
        context.record({ does: 'read-secret', store: 'cloud', target: 'pulumi configuration' })
      return false
    },
  }),
  serviceTool({
    names:
      'cdk cdktf serverless sls sam copilot-cli sst amplify architect arc up chalice zappa claudia kubefirst nitric wing pulumi-esc',
    service: 'aws',
    values: valued(
      '-a -c -e -o -s -t -f --app --context --profile --region --stage --stack-name --template --template-file --parameters --output --config --config-env --require-approval --param --function --guided --s3-bucket --event --env-vars --aws-profile --data --path --log-group-name',
    ),
    verbs: verbs({
      read: `${READ_VERBS} synth synthesize ls context acknowledge ack docs docs doctor package print tail`,
      'local-only':
        'init build new local generate install develop dev offline start pull configure env start-api start-lambda plugin create typecheck',
      execute: 'invoke',
      deploy: 'deploy bootstrap rollback push publish sync import',
      delete: 'remove undeploy',
      'mass-delete': 'destroy delete',
    }),
    also: (context, read) => {
      const app = read.value('-a', '--app')
      if (app && /\s/.test(show(app))) context.code('shell', app, { via: 'cdk --app' })
      return false
    },
  }),
  serviceTool({
    names: 'packer',
    service: 'packer',
    style: 'single-dash',
    values: valued('-var -var-file -only -except -on-error -parallel-builds -timestamp-ui'),
    verbs: verbs({
      read: 'validate inspect version console',
      'local-only': 'fmt init hcl2_upgrade plugins fix',
      create: 'build',
    }),
  }),
  {
    names: ['vagrant'],
    means: (context) => {
      const { args } = context.invocation
      if (onlyAsks(args)) return
      const read = readOptions(context, args, {
        arity: valued('-c --command --provider --provision-with --name --box --box-version'),
        style: 'gnu',
      })
      const verb = textOf(read.operands[0])
      const file = context.written(context.place(literal('Vagrantfile')))
      // A Vagrantfile is Ruby that every subcommand runs.
      if (file) context.file(literal('Vagrantfile'), 'ruby')
      const order = read.value('-c', '--command')
      if (verb === 'ssh' && order)
        context.code('shell', order, { via: 'vagrant ssh', where: { kind: 'container', name: 'vagrant' } })
      else if (verb === 'share') context.record(door('tunnel', 'vagrant share'))
      else if (verb === 'destroy')
        context.record(service('vagrant', read.has('-f', '--force') ? 'mass-delete' : 'delete', read.operands))
      else if (
        verb !== undefined &&
        /^(status|global-status|version|box|port|ssh-config|validate|plugin|snapshot|list-commands|up|halt|suspend|resume|reload|provision|init|ssh|package|rsync|powershell|rdp|winrm)$/.test(
          verb,
        )
      )
        context.record(
          service(
            'vagrant',
            /^(status|global-status|version|port|ssh-config|validate)$/.test(verb) ? 'read' : 'local-only',
            read.operands,
          ),
        )
      else context.opaque('unknown-subcommand', `vagrant ${verb ?? ''}`)
    },
  },
  {
    names: [
      'puppet',
      'chef-client',
      'chef-solo',
      'chef-apply',
      'salt',
      'salt-call',
      'salt-ssh',
      'bolt',
      'cf-agent',
      'pyinfra',
      'cap',
      'mina',
    ],
    means: (context) => {
      const { args, program } = context.invocation
      if (onlyAsks(args)) return
      const read = readOptions(context, args, {
        arity: valued('-e --execute -c --config -l --log_level --modulepath --noop -t --targets -n -o -r -j -L'),
        style: 'gnu',
      })
      const text = shown(args)
      const verb = textOf(read.operands[0])
      // Two tools have this name; the other builds an app for phones.
      if (
        program === 'cap' &&
        /^(sync|copy|update|open|ls|doctor|add)$/.test(verb ?? '') &&
        isPhone(read.operands[1])
      ) {
        runsProject(context)
        return
      }
      if (
        program === 'puppet' &&
        /^(parser|lookup|describe|facts|config|module|help|doc|resource-types|epp)$/.test(verb ?? '')
      )
        context.record(service('puppet', 'read', read.operands))
      else if (/\b(test\.ping|grains\.|--version|--list|pillar\.|sys\.doc|network\.|status\.|disk\.usage)/.test(text))
        context.record(service(program, 'read', read.operands))
      else {
        const order = show(read.operands[1] ?? literal('')).endsWith('cmd.run')
          ? read.operands[2]
          : program === 'bolt' && /^command$/.test(verb ?? '')
            ? read.operands[2]
            : undefined
        context.record(service(program, 'deploy', read.operands))
        if (order)
          context.code('shell', order, {
            via: program,
            where: { kind: 'remote', host: show(read.operands[0] ?? literal('')) },
          })
        else context.opaque('unreadable-code', text)
      }
    },
  },
  serviceTool({
    names: 'knife chef berks kitchen inspec',
    service: 'chef',
    values: valued('-c -z --config -o -r --run-list -f --attribute -a'),
    verbs: verbs({
      read: `${READ_VERBS} check exec-status`,
      'local-only': 'generate init install verify converge create login list setup vendor',
      update: 'upload edit set',
      execute: 'exec ssh bootstrap shell',
      delete: 'delete destroy',
    }),
  }),
  serviceTool({
    names: 'nomad consul waypoint boundary',
    service: 'hashicorp',
    also: (context, read) => {
      // Everything that services keep there, and passwords are among it.
      if (
        /^kv (get|export)\b/.test(shown(read.operands)) &&
        (read.has('-recurse') || shown(read.operands).startsWith('kv export'))
      )
        context.record(secret('vault', shown(read.operands)))
      return false
    },
    values: valued('-address -namespace -region -token -datacenter -http-addr -type'),
    style: 'single-dash',
    verbs: verbs({
      read: `${READ_VERBS} node allocs catalog members rtt monitor`,
      'local-only': 'init fmt',
      update: 'put set update eval restart scale drain',
      deploy: 'run dispatch promote up revert',
      execute: 'exec',
      grant: 'acl bootstrap',
      delete: 'stop delete purge remove force-leave leave deregister',
      'disable-protection': 'maint',
    }),
  }),
  serviceTool({
    names: 'infracost terrascan tfenv tfswitch terramate atlantis driftctl kics cfn-nag steampipe',
    service: 'terraform',
    values: valued(
      '-p --path -f --file -d --directory -o --output --format --config --framework --external-checks-dir --external-checks-git',
    ),
    verbs: verbs({ read: `${READ_VERBS} scan breakdown markdown table json . install use list-remote check comment` }),
    alone: 'read',
    also: (context, read) => {
      if (read.has('--external-checks-dir', '--external-checks-git'))
        context.opaque('unknown-option', `${context.invocation.program} external checks`)
      context.record(service('terraform', 'read', read.operands))
      return true
    },
  }),
]
