/** Knowledge that the command rules need about programs, as tables. */

/** Variables that may be set in front of an allowed command: they change how it speaks, not what it does. */
export const SAFE_VARIABLES: ReadonlySet<string> = new Set(
  `LANG LANGUAGE LC_ALL LC_CTYPE LC_COLLATE LC_MESSAGES LC_NUMERIC LC_TIME LC_MONETARY TZ CHARSET
   TERM COLORTERM NO_COLOR FORCE_COLOR CLICOLOR CLICOLOR_FORCE LS_COLORS LSCOLORS GREP_COLOR GREP_COLORS GCC_COLORS
   COLUMNS LINES CI NODE_ENV RAILS_ENV RACK_ENV FLASK_ENV DJANGO_DEBUG
   PYTHONUNBUFFERED PYTHONDONTWRITEBYTECODE PYTHONIOENCODING PYTHONUTF8 PYTHONHASHSEED PYTEST_DISABLE_PLUGIN_AUTOLOAD
   RUST_BACKTRACE RUST_LOG CARGO_TERM_COLOR GOOS GOARCH GOARM CGO_ENABLED GO111MODULE
   DEBUG VERBOSE LOG_LEVEL TIME_STYLE BLOCK_SIZE BLOCKSIZE QUOTING_STYLE
   DO_NOT_TRACK NEXT_TELEMETRY_DISABLED DOTNET_CLI_TELEMETRY_OPTOUT HOMEBREW_NO_AUTO_UPDATE npm_config_loglevel`.split(
    /\s+/,
  ),
)

/** They run the rest of their words in a way no prefix can vouch for: only an exact rule allows them. */
export const NEVER_BY_PREFIX: ReadonlySet<string> = new Set(
  'watch setsid ionice flock chrt taskset unshare nsenter script entr parallel strace ltrace'.split(' '),
)

/** With one of these `find` runs programs, deletes or writes: no prefix can vouch for it. */
export const FIND_DEEDS: ReadonlySet<string> = new Set(
  '-exec -execdir -ok -okdir -delete -fprint -fprint0 -fprintf -fls -files0-from'.split(' '),
)

/** Tests of `find` that take the next word as their value, so that the word cannot be a deed. */
export const FIND_VALUES: ReadonlySet<string> = new Set(
  '-name -iname -path -ipath -wholename -regex -iregex -type -newer -size -mtime -mmin -user -group -perm -maxdepth -mindepth'.split(
    ' ',
  ),
)

/**
 * Wrappers that rules see through. For each: options that take the next word, options that stand alone, and how many
 * words of its own follow (the duration of `timeout`). An option that is not listed ends the seeing.
 */
export interface Wrapper {
  readonly valued: readonly string[]
  readonly plain: readonly string[]
  readonly operands: number
  /** Words are appended at run time. */
  readonly appends?: true
}

export const WRAPPERS: Readonly<Record<string, Wrapper>> = {
  timeout: {
    valued: ['-k', '--kill-after', '-s', '--signal'],
    plain: ['--foreground', '--preserve-status', '-v', '--verbose', '-p', '-f'],
    operands: 1,
  },
  time: { valued: [], plain: ['-p'], operands: 0 },
  nice: { valued: ['-n', '--adjustment'], plain: [], operands: 0 },
  nohup: { valued: [], plain: [], operands: 0 },
  stdbuf: { valued: ['-i', '-o', '-e', '--input', '--output', '--error'], plain: [], operands: 0 },
  command: { valued: [], plain: [], operands: 0 },
  builtin: { valued: [], plain: [], operands: 0 },
  noglob: { valued: [], plain: [], operands: 0 },
  xargs: { valued: [], plain: [], operands: 0, appends: true },
}

/**
 * Options that may stand between a program and its subcommand, with those that take the next word. Deny and ask rules
 * look past them: `git -C . push` is `git push`.
 */
export const VALUED_GLOBAL_OPTIONS: Readonly<Record<string, readonly string[]>> = {
  git: [
    '-C',
    '-c',
    '--git-dir',
    '--work-tree',
    '--namespace',
    '--exec-path',
    '--super-prefix',
    '--config-env',
    '--attr-source',
    '--list-cmds',
  ],
  gh: ['-R', '--repo', '--hostname'],
  docker: ['-H', '--host', '-c', '--context', '--config', '-l', '--log-level', '--tlscacert', '--tlscert', '--tlskey'],
  podman: ['-c', '--connection', '--url', '--log-level', '--root', '--runroot', '--storage-driver'],
  kubectl: [
    '-n',
    '--namespace',
    '--context',
    '--cluster',
    '--kubeconfig',
    '-s',
    '--server',
    '--user',
    '--token',
    '--as',
    '--as-group',
    '--request-timeout',
    '--cache-dir',
    '-v',
  ],
  helm: ['-n', '--namespace', '--kube-context', '--kubeconfig'],
  npm: ['--prefix', '-C', '-w', '--workspace', '--registry', '--userconfig', '--cache', '--loglevel'],
  pnpm: ['-C', '--dir', '-F', '--filter', '--reporter', '--loglevel'],
  yarn: ['--cwd', '--registry', '--cache-folder'],
  bun: ['--cwd', '-c', '--config'],
  cargo: ['-C', '--config', '-Z', '--color', '--manifest-path'],
  go: ['-C'],
  make: ['-C', '-f', '-j', '-I'],
  aws: ['--profile', '--region', '--endpoint-url', '--output', '--query', '--color', '--ca-bundle'],
  gcloud: ['--project', '--account', '--configuration', '--format', '--verbosity', '--billing-project'],
  az: ['--subscription', '--output', '-o', '--query'],
  terraform: [],
  systemctl: ['-H', '--host', '-M', '--machine', '-t', '--type', '-p', '--property'],
  pip: ['--python', '--log', '--proxy', '--cache-dir'],
  uv: ['--directory', '--project', '--cache-dir', '--color'],
  apt: ['-o', '-c', '-t'],
  'apt-get': ['-o', '-c', '-t'],
  brew: [],
}
