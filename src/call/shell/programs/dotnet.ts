import { show, textOf, type Word } from '../../word.ts'
import { readArguments } from '../options.ts'
import { readOptions } from './read-options.ts'
import { arity } from './arity.ts'
import { installNamed } from '../../programs/install-named.ts'
import { isPackageRegistry } from '../../hosts.ts'
import { hostName, published } from './facts.ts'
import type { ProgramContext, Program } from './program.ts'
import { isOwn, runsProject } from './project.ts'
import { are, INTERACTIVE, walk } from './table.ts'

/** dotnet: build tool, test runner and package manager in one. */
export const dotnet: readonly Program[] = [
  { names: ['dotnet'], means },
  { names: ['msbuild', 'xbuild'], means: meansBuild },
]

/** `dotnet add [project] package <name>` and `dotnet package add <name>`. A source that is a known registry is none of its own. */
function addPackage(context: ProgramContext, args: readonly Word[]): void {
  const read = readOptions(context, args, {
    arity: arity('-v --version -f --framework -s --source --package-directory --project'),
    style: 'gnu',
  })
  const source = read.value('-s', '--source')
  const known = source !== undefined && isPackageRegistry(hostName(source) ?? '', context.surroundings)
  installNamed(context, 'nuget', read.operands.slice(-1), 'project', known ? undefined : source)
}

/** Builds the project's own solution; a project file from elsewhere runs the tasks that it holds. */
function meansBuild(context: ProgramContext): void {
  const files = context.invocation.args.filter(
    (word) => !/^[-/]/.test(show(word)) || /^\/[^:]+\.(?:slnx?|\w*proj|targets|props|xml)$/i.test(show(word)),
  )
  if (files.every((word) => isOwn(context, context.place(word)))) runsProject(context)
  for (const word of files)
    if (!isOwn(context, context.place(word)) || context.written(context.place(word))) context.file(word, 'other')
}

/** A project that lies elsewhere runs the tasks that it holds. */
function recordForeign(context: ProgramContext, args: readonly Word[]): void {
  for (const word of args)
    if (/^[^-].*\.(?:slnx?|slnf|\w+proj)$/i.test(show(word)) && !isOwn(context, context.place(word)))
      context.file(word, 'other')
}

function means(context: ProgramContext): void {
  const [verbWord, ...args] = context.invocation.args
  const verb = textOf(verbWord) ?? ''
  const common = {
    ...are('text', '-c --configuration -f --framework -r --runtime -v --verbosity --filter -l --logger -p --property'),
    ...are('directory', '-o --output --results-directory'),
    ...are('names', '--project'),
  }
  switch (verb) {
    case 'build':
    case 'test':
    case 'run':
    case 'publish':
    case 'pack':
    case 'watch':
    case 'clean':
    case 'format':
    case 'vstest':
    case 'build-server':
    case 'coverage':
      walk(context, { operands: 'text', options: common, project: [] }, args)
      recordForeign(context, args)
      return
    case 'msbuild':
      meansBuild({ ...context, invocation: { ...context.invocation, args } })
      return
    case 'restore':
      context.record({
        does: 'install-package',
        ecosystem: 'nuget',
        packages: [],
        origin: 'declared',
        scope: 'project',
      })
      return
    case 'add':
    case 'package':
      if (args.some((word) => show(word) === 'package' || show(word) === 'add')) addPackage(context, args)
      return
    case 'tool':
      if (/^(install|update)$/.test(textOf(args[0]) ?? ''))
        installNamed(
          context,
          'nuget',
          readArguments(args.slice(1), {
            arity: arity('--version --add-source --configfile --framework --tool-path --verbosity -v --arch -a'),
            style: 'gnu',
          }).operands,
          args.some((word) => /^(-g|--global)$/.test(show(word))) ? 'user' : 'project',
        )
      else if (textOf(args[0]) === 'restore')
        context.record({
          does: 'install-package',
          ecosystem: 'nuget',
          packages: [],
          origin: 'declared',
          scope: 'project',
        })
      else if (textOf(args[0]) === 'run') runsProject(context)
      return
    case 'nuget':
      if (textOf(args[0]) === 'push') context.record(published('nuget'))
      else if (textOf(args[0]) === 'delete')
        context.record({
          does: 'change-service',
          service: 'nuget',
          deed: 'delete',
          target: 'package',
          production: false,
        })
      return
    case 'fsi':
    case 'script':
      for (const word of args
        .filter((arg) => !/^-|^\/[a-z]/i.test(show(arg)) || show(arg).includes('.fsx'))
        .slice(0, 1))
        context.file(word, 'other')
      if (args.some((word) => /\.(fsx?|csx)$/.test(show(word)))) return
      if (args[0]) context.file(args[0], 'other')
      else context.record(INTERACTIVE)
      return
    case '':
    case 'new':
    case 'sln':
    case 'list':
    case 'remove':
    case 'help':
    case 'workload':
    case 'dev-certs':
    case 'user-secrets':
    case 'reference':
    case 'store':
    case 'ef':
    case 'outdated':
      return
    default:
      if (verb.startsWith('-')) return
      if (/\.(dll|exe)$/.test(verb)) context.file(verbWord!, 'binary', args)
      else context.opaque('unknown-subcommand', `dotnet ${verb}`)
  }
}
