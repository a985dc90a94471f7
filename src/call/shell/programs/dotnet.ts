import { show, textOf, type Word } from '../../word.ts'
import { installNamed, published } from './packages-other.ts'
import type { Kit, Program } from './program.ts'
import { isOwn, runsProject } from './project.ts'
import { are, INTERACTIVE, walk } from './table.ts'

/** dotnet: build tool, test runner and package manager in one. */
export const dotnet: readonly Program[] = [
  { names: ['dotnet'], means },
  { names: ['msbuild', 'xbuild'], means: meansBuild },
]

/** Builds the project's own solution; a project file from elsewhere runs the tasks that it holds. */
function meansBuild(kit: Kit): void {
  const files = kit.invocation.args.filter(
    (word) => !/^[-/]/.test(show(word)) || /^\/[^:]+\.(?:slnx?|\w*proj|targets|props|xml)$/i.test(show(word)),
  )
  if (files.every((word) => isOwn(kit, kit.place(word)))) runsProject(kit)
  for (const word of files) if (!isOwn(kit, kit.place(word)) || kit.written(kit.place(word))) kit.file(word, 'other')
}

/** A project that lies elsewhere runs the tasks that it holds. */
function tellForeign(kit: Kit, args: readonly Word[]): void {
  for (const word of args)
    if (/^[^-].*\.(?:slnx?|slnf|\w+proj)$/i.test(show(word)) && !isOwn(kit, kit.place(word))) kit.file(word, 'other')
}

function means(kit: Kit): void {
  const [verbWord, ...args] = kit.invocation.args
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
      walk(kit, { operands: 'text', options: common, project: [] }, args)
      tellForeign(kit, args)
      return
    case 'msbuild':
      meansBuild({ ...kit, invocation: { ...kit.invocation, args } })
      return
    case 'restore':
      kit.tell({ does: 'install-package', ecosystem: 'nuget', packages: [], origin: 'declared', scope: 'project' })
      return
    case 'add':
    case 'package':
      if (args.some((word) => show(word) === 'package' || show(word) === 'add'))
        installNamed(kit, 'nuget', args.slice(-1), 'project')
      return
    case 'tool':
      if (/^(install|update)$/.test(textOf(args[0]) ?? ''))
        installNamed(
          kit,
          'nuget',
          args.slice(1),
          args.some((word) => /^(-g|--global)$/.test(show(word))) ? 'user' : 'project',
        )
      else if (textOf(args[0]) === 'restore')
        kit.tell({ does: 'install-package', ecosystem: 'nuget', packages: [], origin: 'declared', scope: 'project' })
      else if (textOf(args[0]) === 'run') runsProject(kit)
      return
    case 'nuget':
      if (textOf(args[0]) === 'push') kit.tell(published('nuget'))
      else if (textOf(args[0]) === 'delete')
        kit.tell({ does: 'change-service', service: 'nuget', deed: 'delete', target: 'package', production: false })
      return
    case 'fsi':
    case 'script':
      for (const word of args
        .filter((arg) => !/^-|^\/[a-z]/i.test(show(arg)) || show(arg).includes('.fsx'))
        .slice(0, 1))
        kit.file(word, 'other')
      if (args.some((word) => /\.(fsx?|csx)$/.test(show(word)))) return
      if (args[0]) kit.file(args[0], 'other')
      else kit.tell(INTERACTIVE)
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
      if (/\.(dll|exe)$/.test(verb)) kit.file(verbWord!, 'binary', args)
      else kit.opaque('unknown-subcommand', `dotnet ${verb}`)
  }
}
