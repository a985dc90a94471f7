/**
 * What of the machine is there behind the walls. Closed: what no row names is not there, so a secret in a place that
 * nobody thought of is not there either.
 */

/** Read, never written: programs, libraries, public tables. */
export const SYSTEM: readonly string[] = [
  '/usr',
  '/bin',
  '/sbin',
  '/lib',
  '/lib32',
  '/lib64',
  '/libx32',
  '/opt',
  '/nix',
  '/etc',
  '/var/lib/dpkg',
  '/var/lib/rpm',
  '/var/lib/pacman',
  '/var/cache/fontconfig',
  '/sys/devices/system',
  '/sys/kernel/mm/transparent_hugepage',
]

/** Below a system directory, and not there: keys, passwords, and what belongs to the gate. */
export const SYSTEM_SECRETS: readonly string[] = [
  '/etc/shadow',
  '/etc/shadow-',
  '/etc/gshadow',
  '/etc/gshadow-',
  '/etc/master.passwd',
  '/etc/security/opasswd',
  '/etc/krb5.keytab',
  '/etc/sudoers',
  '/etc/sudoers.d',
  '/etc/ipsec.secrets',
  '/etc/ipsec.d/private',
  '/etc/ppp',
  '/etc/wpa_supplicant',
  '/etc/NetworkManager/system-connections',
  '/etc/wireguard',
  '/etc/openvpn',
  '/etc/ssl/private',
  '/etc/pki/tls/private',
  '/etc/letsencrypt',
  '/etc/ssh',
  '/etc/docker',
  '/etc/kubernetes',
  '/etc/rancher',
  '/etc/portcullis',
  '/etc/claude-code',
  '/etc/codex',
  // Whoever reaches it has things built and fetched outside.
  '/nix/var/nix/daemon-socket',
]

/**
 * Below the home directory: toolchains and the caches of package managers. There as they are; what is written to them is
 * gone with the run.
 */
export const HOME: readonly string[] = [
  '.nvm',
  '.volta',
  '.fnm',
  '.asdf',
  '.pyenv',
  '.rbenv',
  '.rvm',
  '.sdkman',
  '.rustup',
  '.cargo',
  '.bun',
  '.deno',
  '.npm',
  '.pnpm-store',
  '.yarn',
  '.gem',
  '.gradle',
  '.m2',
  '.ivy2',
  '.sbt',
  '.nuget',
  '.dotnet',
  '.pub-cache',
  '.hex',
  '.mix',
  '.stack',
  '.cabal',
  '.ghcup',
  '.opam',
  '.juliaup',
  '.elan',
  '.zig',
  '.composer',
  'go',
  '.local/bin',
  '.local/lib',
  '.local/share/pnpm',
  '.local/share/fnm',
  '.local/share/mise',
  '.local/share/uv',
  '.local/share/pipx',
  '.cache/pip',
  '.cache/uv',
  '.cache/go-build',
  '.cache/yarn',
  '.cache/pnpm',
  '.cache/node',
  '.cache/deno',
  '.cache/bazel',
  '.cache/ccache',
  '.cache/pypoetry',
  '.cache/composer',
]

/** Below the home directory, and there only when nothing in it looks like a secret. Read, never written. */
export const HOME_FILES: readonly string[] = [
  '.gitconfig',
  '.gitignore_global',
  '.gitignore',
  '.config/git/config',
  '.config/git/ignore',
  '.config/git/attributes',
  '.editorconfig',
  '.tool-versions',
  '.node-version',
  '.nvmrc',
  '.python-version',
]

/** Variables that programs need and that hold no secret by their meaning. Whatever else is set stays outside. */
export const VARIABLES: ReadonlySet<string> = new Set(
  `PATH HOME USER LOGNAME SHELL PWD OLDPWD LANG LANGUAGE TERM COLORTERM TERM_PROGRAM COLUMNS LINES TZ EDITOR VISUAL PAGER
   NO_COLOR FORCE_COLOR CLICOLOR CLICOLOR_FORCE CI DEBUG NODE_ENV NODE_OPTIONS NODE_PATH NPM_CONFIG_LOGLEVEL DENO_DIR
   BUN_INSTALL PNPM_HOME VOLTA_HOME NVM_DIR NVM_BIN FNM_DIR ASDF_DIR ASDF_DATA_DIR PYENV_ROOT PYENV_VERSION VIRTUAL_ENV
   CONDA_PREFIX CONDA_DEFAULT_ENV PYTHONPATH PYTHONHOME PYTHONUNBUFFERED PYTHONDONTWRITEBYTECODE PYTHONIOENCODING
   PYTHONUTF8 PYTHONHASHSEED RBENV_ROOT GEM_HOME GEM_PATH RUBYOPT RUBYLIB GOPATH GOROOT GOBIN GOFLAGS GOOS GOARCH GO111MODULE
   CGO_ENABLED GOTOOLCHAIN CARGO_HOME CARGO_TARGET_DIR CARGO_TERM_COLOR RUSTUP_HOME RUSTUP_TOOLCHAIN RUSTFLAGS RUST_BACKTRACE
   RUST_LOG JAVA_HOME JDK_HOME M2_HOME MAVEN_OPTS MAVEN_HOME GRADLE_HOME GRADLE_USER_HOME GRADLE_OPTS JAVA_TOOL_OPTIONS
   SDKMAN_DIR DOTNET_ROOT DOTNET_CLI_TELEMETRY_OPTOUT CC CXX CFLAGS CXXFLAGS CPPFLAGS LDFLAGS LDLIBS AR LD MAKEFLAGS
   CMAKE_PREFIX_PATH PKG_CONFIG_PATH LD_LIBRARY_PATH LIBRARY_PATH CPATH MANPATH INFOPATH LS_COLORS LESS SHLVL HOSTTYPE OSTYPE
   HOSTNAME RAILS_ENV RACK_ENV APP_ENV DJANGO_SETTINGS_MODULE FLASK_APP FLASK_ENV MIX_ENV PHP_INI_SCAN_DIR SOURCE_DATE_EPOCH
   ZIG_GLOBAL_CACHE_DIR TURBO_TELEMETRY_DISABLED NEXT_TELEMETRY_DISABLED DO_NOT_TRACK npm_config_user_agent npm_execpath
   npm_node_execpath npm_lifecycle_event CLAUDECODE`
    .trim()
    .split(/\s+/),
)

/** Families of variables, by the start of their name. */
export const VARIABLE_FAMILIES: readonly string[] = ['LC_', 'CARGO_CFG_', 'CARGO_FEATURE_']

/** In the places above, and not there: what package managers and toolchains keep to log in. */
export const HOME_SECRETS: readonly string[] = [
  '.cargo/credentials',
  '.cargo/credentials.toml',
  '.gem/credentials',
  '.m2/settings.xml',
  '.m2/settings-security.xml',
  '.gradle/gradle.properties',
  '.gradle/init.gradle',
  '.nuget/NuGet/NuGet.Config',
  '.nuget/NuGet.Config',
  '.composer/auth.json',
  '.sbt/.credentials',
  '.sbt/1.0/credentials.sbt',
  '.ivy2/.credentials',
  '.local/share/uv/credentials',
  '.yarn/.yarnrc.yml',
  '.pub-cache/credentials.json',
  '.hex/hex.config',
]

/** In the places above, and there without what looks like a secret in them: settings that may hold a password. */
export const HOME_SETTINGS: readonly string[] = [
  '.cargo/config',
  '.cargo/config.toml',
  '.cabal/config',
  '.stack/config.yaml',
  '.composer/config.json',
  '.gradle/init.gradle.kts',
  '.sbt/1.0/global.sbt',
  '.deno/config.json',
  '.bun/bunfig.toml',
]

/** Secrets of the user that nothing needs by accident: whoever opens one is seen, and finds it empty. */
export const DECOYS: readonly string[] = [
  '.ssh',
  '.aws',
  '.azure',
  '.gnupg',
  '.kube/config',
  '.docker/config.json',
  '.config/gcloud',
  '.config/gh/hosts.yml',
  '.git-credentials',
  '.password-store',
  '.claude/.credentials.json',
  '.codex/auth.json',
]
