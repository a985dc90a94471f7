import type { ActionOf } from '../../call/action.ts'
import { isInside, resolveText } from '../../call/paths.ts'
import { knownText, textOf } from '../../call/word.ts'
import type { Subject } from '../subject.ts'
import { type Finding, here, isInsideAny } from './finding.ts'
import { orderedIn } from './texts.ts'

/**
 * A program obeys a file that lies in the workspace: a list of names, a configuration, a rule, a description of containers.
 * What it says counts as if it were said in the call, for programs that are made for that and for all that nobody knows.
 */
export function obeysFile(subject: Subject): Finding | undefined {
  const { gate } = subject.world
  // In a checkout of the gate itself its own tests and scripts name all of this.
  if (gate.secrets.length === 0 || gate.fixed.some((path) => isInside(path, subject.surroundings.workspace)))
    return undefined
  const unknown = new Set(here(subject, 'something-opaque').map(({ evidence }) => evidence))
  for (const run of here(subject, 'run-program')) {
    if (READERS.has(run.program) || !(OBEYS.test(run.program) || unknown.has(run.evidence))) continue
    for (const path of filesOf(run, subject)) {
      const text = textAt(path, subject)
      const found =
        text === undefined ? undefined : orderedIn(text, `\`${run.program}\` obeys \`${path}\`, which`, subject, 'any')
      if (found !== undefined) return found
    }
  }
  return givenNumber(subject)
}

/** Programs that show or compare what a file says, and do none of it. */
const READERS: ReadonlySet<string> = new Set(
  'cat less more head tail grep egrep fgrep rg ag git wc sort uniq diff cmp cut tr nl tac rev jq yq cp mv rm ls stat file du touch mkdir chmod echo printf test [ bat code prettier eslint oxlint oxfmt shellcheck yamllint markdownlint cspell codespell'.split(
    ' ',
  ),
)

/** Programs that take orders from files. */
const OBEYS =
  /^(?:aria2c|curl|wget|entr|mlr|ansible(?:-\w+)?|logrotate|systemd-\w+|crontab|at|batch|sftp|lftp|ftp|expect|docker(?:-compose)?|podman(?:-compose)?|nerdctl|devcontainer|vagrant|packer|g?make|just|task|ninja|rake|gradlew?|mvnw?|ant|sbt|bazel|scons|cmake|go|cargo|tmux|screen|vim?|nvim|ex|emacs|gdb|lldb|strace|socat|nginx|caddy|haproxy|httpd|lighttpd|rclone|rsync|restic|borg|duplicity|monit|supervisord|circusd|foreman|honcho|overmind|hivemind|procmail|fetchmail|msmtp|mutt|dvc|snakemake|nextflow|salt-call|puppet|chef-client|chef-solo|cf-agent|dot|m4|cpp|gcc|cc|clang|tex|latex|pdflatex|xelatex|lualatex|pandoc|asciidoctor|sphinx-build|xmllint|xsltproc|gnuplot|octave|R|Rscript|psql|mysql|sqlite3|duckdb|redis-cli|mongosh|terraform|tofu|pulumi|nix(?:-\w+)?|guix|direnv|mise|asdf|pre-commit|lefthook|husky|watchexec|nodemon|pm2|parallel|xargs|tar|bsdtar|cpio|zip|7z|rsnapshot|unison|incron|stow|chezmoi|dbmate|flyway|liquibase|awk|gawk|sed|perl|ruby|php|lua|tclsh|guile|osascript|deno|bun|python[\d.]*|node|sh|bash|zsh|dash|fish|source|\.)$/

/** What they look for when nothing is named. */
const UNNAMED: readonly (readonly [program: RegExp, files: string])[] = [
  [
    /^(?:docker|podman|nerdctl)(?:-compose)?$/,
    'compose.yaml compose.yml docker-compose.yaml docker-compose.yml compose.override.yaml compose.override.yml docker-compose.override.yaml docker-compose.override.yml docker-bake.hcl',
  ],
  [/^devcontainer$/, '.devcontainer/devcontainer.json .devcontainer.json'],
  [/^vagrant$/, 'Vagrantfile'],
  [/^g?make$/, 'GNUmakefile makefile Makefile'],
  [/^just$/, 'justfile Justfile .justfile'],
  [/^task$/, 'Taskfile.yml Taskfile.yaml'],
  [/^rake$/, 'Rakefile'],
  [/^gradlew?$/, 'build.gradle build.gradle.kts settings.gradle settings.gradle.kts init.gradle'],
  [/^mvnw?$/, 'pom.xml .mvn/extensions.xml .mvn/jvm.config'],
  [/^ant$/, 'build.xml'],
  [/^cargo$/, 'build.rs .cargo/config.toml src/main.rs src/lib.rs'],
  [/^cmake$/, 'CMakeLists.txt CMakePresets.json'],
  [/^ansible/, 'ansible.cfg site.yml'],
  [/^(?:foreman|honcho|overmind|hivemind)$/, 'Procfile'],
  [/^direnv$/, '.envrc'],
  [/^mise$/, 'mise.toml .mise.toml'],
  [/^pre-commit$/, '.pre-commit-config.yaml'],
  [/^lefthook$/, 'lefthook.yml lefthook.yaml'],
  [/^(?:terraform|tofu)$/, 'main.tf'],
  [/^snakemake$/, 'Snakefile'],
  [/^dvc$/, 'dvc.yaml'],
  [/^nodemon$/, 'nodemon.json'],
  [/^pm2$/, 'ecosystem.config.js ecosystem.config.cjs'],
]

const MOST_FILES = 12
const MOST_BYTES = 64 * 1024

/** Files of the workspace that a run names in its words or gets on its standard input, and those that it looks for. */
function filesOf(run: ActionOf<'run-program'>, subject: Subject): readonly string[] {
  const { surroundings, world } = subject
  const { cwd } = surroundings
  const at = { kind: 'path', path: cwd, real: world.real(cwd) } as const
  const found = new Set<string>()
  const shown = (evidence: string): boolean =>
    here(subject, 'run-program').some((one) => one.evidence === evidence && one.program !== run.program)
  const add = (text: string): void => {
    const place = resolveText(text, at, surroundings, world)
    if (place.kind !== 'path' || !isInside(place.real, surroundings.workspace)) return
    const kind = world.look(place.real)
    if (kind === 'file') found.add(place.real)
    // `go run ./cmd/dump`: every source there.
    else if (kind === 'directory' && run.program === 'go')
      for (const name of world.list(place.real) ?? []) if (name.endsWith('.go')) found.add(`${place.real}/${name}`)
  }
  for (const word of run.args) {
    const text = knownText(word).replace(/^(?:-\w|--?[\w-]+=|@|file:)(?=[\w./])/, '')
    if (text.length < 300 && !/[\s\0]/.test(text)) add(text)
    const whole = knownText(word)
    if (whole !== text && whole.length < 300 && !/[\s\0]/.test(whole)) add(whole)
  }
  for (const read of here(subject, 'read-file'))
    if (
      read.extent === 'content' &&
      read.place.kind === 'path' &&
      (read.evidence === run.evidence || !shown(read.evidence))
    )
      add(read.place.real)
  for (const [program, files] of UNNAMED) if (program.test(run.program)) for (const name of files.split(' ')) add(name)
  return [...found].slice(0, MOST_FILES)
}

/** What the session wrote there, else what lies there. What the gate protects is judged by others. */
function textAt(path: string, { session, world }: Subject): string | undefined {
  if (isInsideAny(path, world.gate.secrets)) return undefined
  const kept = session.written.get(path)
  return kept?.kind === 'text' ? kept.text : world.read(path, MOST_BYTES)
}

/** A script of the workspace is given the gate's number, and reads processes or signals them. */
function givenNumber(subject: Subject): Finding | undefined {
  const numbers = subject.world.gate.processes.map(String)
  for (const run of here(subject, 'run-program')) {
    if (READERS.has(run.program) || !run.args.some((word) => numbers.includes(textOf(word) ?? ''))) continue
    for (const path of filesOf(run, subject)) {
      const text = textAt(path, subject)
      if (text !== undefined && HANDLES.test(text))
        return {
          code: 'itself.process',
          what: `\`${run.evidence}\` gives the number of the gate's own process to \`${path}\`, which handles processes`,
        }
    }
  }
  return undefined
}

const HANDLES =
  /\bkill\b|signal|\/proc\b|ptrace|process_vm|pidfd|terminate|psutil|setpriority|sched_|rlimit|\bsyscall\b|CDLL|Process\b/i
