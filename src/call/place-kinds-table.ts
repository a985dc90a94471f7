import type { PlaceKind } from './place-kinds.ts'

/**
 * What names of files and directories mean. Keys are lower-case: on a case-insensitive disk `.GIT/Config` is
 * `.git/config`, and on a case-sensitive one nobody needs such a name.
 */
type Kinds = readonly PlaceKind[]

function table(...rows: readonly (readonly [Kinds, string])[]): ReadonlyMap<string, Kinds> {
  const map = new Map<string, Kinds>()
  for (const [kinds, names] of rows)
    for (const name of names.trim().split(/\s+/)) {
      const key = name.includes('%20') ? name.replaceAll('%20', ' ') : name
      const known = map.get(key)
      map.set(key, known === undefined ? kinds : [...known, ...kinds])
    }
  return map
}

/** One to four segments in a row, anywhere: the directory and everything below it. `%20` stands for a space. */
export const DIRECTORIES = table(
  [['ssh', 'secret'], '.ssh'],
  [
    ['secret'],
    `.aws .azure .gcloud .config/gcloud .gnupg .password-store .oci .config/op .1password .config/bitwarden
     .local/share/keyrings library/keychains .gnome2/keyrings .kube/cache .config/hub .config/rclone .config/doctl
     .bitcoin .ethereum .electrum .monero .solana .config/solana library/application%20support/bitcoin
     library/application%20support/1password appdata/roaming/microsoft/credentials appdata/local/microsoft/credentials
     appdata/roaming/microsoft/protect appdata/roaming/microsoft/crypto appdata/local/microsoft/vault
     windows/system32/config windows/repair windows/ntds windows/panther windows/system32/sysprep
     programdata/microsoft/crypto programdata/microsoft/wlansvc appdata/roaming/gcloud appdata/roaming/filezilla
     appdata/local/microsoft/outlook appdata/roaming/microsoft/outlook
     appdata/roaming/mremoteng appdata/local/microsoft/outlook appdata/roaming/thunderbird appdata/roaming/slack
     appdata/roaming/discord appdata/roaming/signal appdata/roaming/telegram%20desktop appdata/roaming/exodus
     appdata/roaming/electrum appdata/roaming/bitcoin appdata/local/keepass appdata/roaming/keepass
     .config/slack .config/discord .config/signal .local/share/telegramdesktop .purple .thunderbird .config/evolution
     .remmina .local/share/remmina .config/remmina .filezilla .snowsql .config/hcloud .config/linode-cli .config/openai
     .config/heroku .config/bitwarden%20cli .config/.wrangler .config/wrangler .wrangler/config .config/configstore/@vercel
     .local/share/com.vercel.cli .vercel/auth .local/share/jupyter/runtime .config/evolution/sources .config/keepassxc
     .config/netlify .config/doppler .doppler .infisical .config/sentry .config/atuin .config/exercism
     .config/keybase .config/tailscale .cloudflared .wireguard .config/mutt .mutt .config/neomutt .config/msmtp .config/aerc
     .exodus .config/exodus .config/atomic .zcash .litecoin .dogecoin .config/ledger%20live .near-credentials .sui .aptos
     .foundry/keystores .config/borg/keys .config/restic .duplicacy
     library/messages library/mail library/accounts library/application%20support/com.apple.tcc
     library/application%20support/addressbook library/application%20support/slack library/application%20support/discord
     library/application%20support/signal library/application%20support/telegram%20desktop
     library/application%20support/exodus library/application%20support/electrum library/application%20support/bitwarden
     library/group%20containers/group.com.apple.notes library/containers/com.apple.mail library/containers/com.apple.safari
     library/application%20support/com.vercel.cli library/preferences/.wrangler
     var/lib/jenkins/secrets var/jenkins_home/secrets var/lib/cloud var/lib/sss/db var/lib/samba/private var/lib/tailscale
     etc/networkmanager/system-connections etc/wireguard etc/openvpn etc/ssl/private etc/letsencrypt/live
     etc/letsencrypt/archive var/mail var/spool/mail
     var/run/secrets run/secrets .terraform.d/credentials.tfrc.json .vault-tokens .config/sops .config/age`,
  ],
  [
    ['browser-profile', 'secret'],
    `.mozilla/firefox .config/google-chrome .config/chromium .config/bravesoftware .config/microsoft-edge .config/vivaldi
     .config/opera .librewolf snap/firefox/common/.mozilla library/application%20support/google/chrome
     library/application%20support/firefox library/application%20support/bravesoftware
     library/application%20support/microsoft%20edge library/safari library/cookies
     appdata/local/google/chrome appdata/local/microsoft/edge appdata/roaming/mozilla/firefox
     appdata/local/bravesoftware appdata/local/chromium appdata/roaming/opera%20software`,
  ],
  [['git-internals'], '.git'],
  [['git-hook'], '.git/hooks .config/git/hooks .githooks'],
  [['git-config'], '.config/git'],
  [
    ['agent-settings'],
    `.claude .codex .gemini .qwen .cursor .opencode .config/opencode .copilot .config/github-copilot .cline .clinerules .roo
     .windsurf .codeium .continue .goose .config/goose .kiro .factory .junie .amp .config/amp .agents .github/hooks
     .config/claude library/application%20support/claude appdata/roaming/claude .openhands .augment .trae .zed`,
  ],
  [
    ['agent-instructions'],
    `.cursor/rules .claude/skills .claude/commands .claude/agents .claude/rules .github/instructions .windsurf/rules
     .codex/skills .codex/prompts .gemini/commands .opencode/agent .opencode/command .clinerules .roo/rules`,
  ],
  [
    ['agent-transcript'],
    `.claude/projects .claude/transcripts .claude/history.jsonl .codex/sessions .codex/history.jsonl .gemini/tmp .qwen/tmp
     .qwen/projects .copilot/session-state .copilot/history-session-state .local/share/opencode/storage`,
  ],
  [['gate-state'], '.portcullis etc/portcullis'],
  [['editor-settings'], '.vscode .idea .devcontainer .fleet .config/nvim .vim .config/code .vscode-server'],
  [
    ['ci'],
    `.github/workflows .github/actions .circleci .buildkite .gitlab/ci .teamcity .woodpecker .drone .azure-pipelines
     .tekton .semaphore .forgejo/workflows .gitea/workflows`,
  ],
  [['hook-runner'], '.husky .lefthook .git-hooks'],
  [
    ['package-settings'],
    '.cargo .yarn .mvn .gradle .bundle .config/pip .pip .m2 .config/yarn .config/uv .config/pypoetry',
  ],
  [
    ['infrastructure'],
    '.terraform .pulumi .helm charts terraform k8s kubernetes manifests helm ansible playbooks cloudformation kustomize',
  ],
  [
    ['startup'],
    `.config/systemd .config/autostart .config/autostart-scripts etc/systemd usr/lib/systemd lib/systemd run/systemd
     etc/cron.d etc/cron.daily etc/cron.hourly etc/cron.weekly etc/cron.monthly var/spool/cron etc/init.d etc/rc.d
     etc/profile.d etc/init etc/xdg/autostart etc/update-motd.d etc/udev/rules.d lib/udev/rules.d usr/lib/udev/rules.d
     etc/modules-load.d etc/network/if-up.d etc/networkmanager/dispatcher.d library/launchagents library/launchdaemons
     library/startupitems .local/share/systemd usr/lib/systemd etc/apt/apt.conf.d usr/local/etc/rc.d etc/pam.d
     windows/system32/tasks windows/tasks programs/startup`,
  ],
  [['log'], 'var/log library/logs windows/system32/winevt/logs'],
  [['audit-log', 'log'], 'var/log/audit var/log/journal var/audit run/log/journal'],
  [['device'], 'dev'],
  [['proc'], 'proc sys'],
  [
    ['executable-path'],
    'bin sbin usr/bin usr/sbin usr/local/bin usr/local/sbin .local/bin opt/homebrew/bin .cargo/bin go/bin .npm-global/bin',
  ],
  [['documentation'], 'docs doc usr/share/doc usr/share/man documentation'],
)

/** Directory rows that hold only at the start of an absolute path. Elsewhere `bin/` or `dev/` is a project's folder. */
export const ONLY_AT_ROOT: ReadonlySet<string> = new Set(
  `dev proc sys bin sbin usr/bin usr/sbin usr/local/bin usr/local/sbin opt/homebrew/bin var/log var/log/audit var/log/journal
   var/audit run/log/journal etc/portcullis etc/systemd usr/lib/systemd lib/systemd run/systemd etc/cron.d etc/cron.daily
   etc/cron.hourly etc/cron.weekly etc/cron.monthly var/spool/cron etc/init.d etc/rc.d etc/profile.d etc/init
   etc/xdg/autostart etc/update-motd.d etc/udev/rules.d lib/udev/rules.d usr/lib/udev/rules.d etc/modules-load.d
   etc/network/if-up.d etc/networkmanager/dispatcher.d etc/apt/apt.conf.d usr/local/etc/rc.d etc/pam.d usr/share/doc
   usr/share/man var/run/secrets run/secrets`.split(/\s+/),
)

/** Directory rows that say something only inside the workspace: elsewhere the word is too common. */
export const ONLY_IN_WORKSPACE: ReadonlySet<string> = new Set(
  'charts terraform k8s kubernetes manifests helm ansible playbooks cloudformation kustomize docs doc documentation'.split(
    ' ',
  ),
)

/** Whole file names, anywhere. */
export const FILES = table(
  [
    ['secret'],
    `.netrc _netrc .pgpass .my.cnf .mylogin.cnf .pypirc .git-credentials .htpasswd .vault-token .s3cfg .boto .dockercfg
     .fly.toml.secrets credentials.json client_secret.json application_default_credentials.json .credentials.json oauth_creds.json
     id_rsa id_dsa id_ecdsa id_ed25519 id_ecdsa_sk id_ed25519_sk identity.pem authorized_keys2
     wallet.dat keystore.jks .keystore master.key secrets.yml secrets.yaml secrets.json .secrets .secret .secrets.toml
     .tfvars.secret terraform.tfstate kubeconfig .rediscli_auth .cookiejar cookies.sqlite logins.json key4.db key3.db
     login%20data ntds.dit web%20data .erlang.cookie .token .api_key .apikey .master_key .databrickscfg .msmtprc
     .fetchmailrc .muttrc .vault_pass .vault_pass.txt vault_pass.txt .vault-password vault-password.txt .ansible_vault
     confcons.xml unattend.xml autounattend.xml sysprep.inf .smbcredentials .cifscredentials .smbcred .ftpconfig
     .remote-sync.json sftp-config.json .passwd-s3fs .passwd .vncpasswd .x11-vnc-passwd .env.keys .sentryclirc
     .surgerc .bitcoinrc rclone.conf .rhosts .shosts lsass.dmp sitelist.xml unattended.xml sysprep.xml winscp.ini ultravnc.ini`,
  ],
  [['history', 'secret'], '.bash_history .zsh_history .python_history .node_repl_history .psql_history .mysql_history'],
  [
    ['history'],
    '.sh_history .ash_history .ksh_history .history .zhistory .sqlite_history .rediscli_history .lesshst .viminfo .irb_history fish_history consolehost_history.txt .wget-hsts',
  ],
  [
    ['shell-profile'],
    `.bashrc .bash_profile .bash_login .bash_aliases .bash_logout .zshrc .zprofile .zshenv .zlogin .zlogout .profile
     .kshrc .cshrc .tcshrc .login .inputrc .xprofile .xinitrc .xsession .pam_environment config.fish
     microsoft.powershell_profile.ps1 profile.ps1`,
  ],
  [['git-config'], '.gitconfig .gitmodules .gitattributes .gitignore_global'],
  [
    ['agent-settings'],
    '.mcp.json .claude.json opencode.json opencode.jsonc claude_desktop_config.json .aider.conf.yml crush.json .crush.json',
  ],
  [
    ['agent-instructions'],
    `claude.md claude.local.md agents.md agents.override.md gemini.md qwen.md .cursorrules .windsurfrules copilot-instructions.md
     .goosehints conventions.md skill.md`,
  ],
  [['gate-state'], 'portcullis.json portcullis.jsonc'],
  [
    ['editor-settings'],
    '.devcontainer.json .editorconfig .vimrc .exrc .nvimrc .emacs .nanorc .ripgreprc pyrightconfig.json',
  ],
  [
    ['ci'],
    `.gitlab-ci.yml jenkinsfile .travis.yml azure-pipelines.yml bitbucket-pipelines.yml appveyor.yml .appveyor.yml
     .drone.yml .woodpecker.yml cloudbuild.yaml cloudbuild.yml buildspec.yml .cirrus.yml codefresh.yml netlify.toml
     vercel.json fly.toml render.yaml wercker.yml codeowners dependabot.yml renovate.json`,
  ],
  [
    ['package-manifest'],
    `package.json pyproject.toml setup.py setup.cfg cargo.toml build.rs gemfile go.mod composer.json pom.xml package.yaml
     mix.exs pubspec.yaml podfile cartfile package.swift deno.json deno.jsonc jsr.json requirements.txt pipfile conanfile.py
     conanfile.txt vcpkg.json rebar.config build.sbt project.clj stack.yaml environment.yml conftest.py noxfile.py tox.ini
     package-lock.json yarn.lock pnpm-lock.yaml bun.lock bun.lockb cargo.lock poetry.lock uv.lock gemfile.lock composer.lock go.sum
     pnpm-workspace.yaml lerna.json`,
  ],
  [
    ['package-settings'],
    `.npmrc .yarnrc .yarnrc.yml .pnp.cjs .pnp.loader.mjs .pnpmfile.cjs bunfig.toml .bunfig.toml pip.conf pip.ini .condarc
     .gemrc gradle-wrapper.properties maven-wrapper.properties .bazelrc .bazelversion .bazeliskrc nuget.config uv.toml .curlrc .wgetrc
     .pypirc sitecustomize.py usercustomize.py`,
  ],
  [
    ['build-script'],
    `makefile gnumakefile cmakelists.txt build.gradle build.gradle.kts settings.gradle settings.gradle.kts dockerfile
     containerfile docker-compose.yml docker-compose.yaml compose.yml compose.yaml justfile .justfile rakefile gulpfile.js
     gruntfile.js taskfile.yml taskfile.yaml meson.build build.ninja workspace build build.bazel module.bazel sconstruct wscript
     configure configure.ac earthfile tiltfile vagrantfile procfile magefile.go build.zig build.xml dodo.py gradlew mvnw
     webpack.config.js vite.config.ts vite.config.js rollup.config.js .babelrc turbo.json nx.json`,
  ],
  [
    ['hook-runner'],
    '.pre-commit-config.yaml .envrc .huskyrc .lintstagedrc .simple-git-hooks.json .overcommit.yml mise.toml .mise.toml .tool-versions',
  ],
  [
    ['infrastructure'],
    'terraform.tfstate terraform.tfstate.backup pulumi.yaml serverless.yml cdk.json kustomization.yaml chart.yaml values.yaml helmfile.yaml ansible.cfg skaffold.yaml terragrunt.hcl',
  ],
  [['startup'], '.crontab .forward .xsessionrc'],
  [['audit-log'], 'auth.log audit.log secure wtmp btmp lastlog utmp'],
  [
    ['documentation'],
    'readme.md readme readme.rst readme.txt changelog.md license license.md contributing.md notice authors',
  ],
)

/** Two or more trailing segments that name one file. */
export const FILE_ENDINGS = table(
  [
    ['secret'],
    `.kube/config .docker/config.json .cargo/credentials .cargo/credentials.toml .gem/credentials .config/gh/hosts.yml
     .config/glab-cli/config.yml .config/hub .codex/auth.json .gemini/oauth_creds.json .gemini/google_accounts.json
     .qwen/oauth_creds.json .claude/.credentials.json .config/claude/credentials.json .local/share/opencode/auth.json
     .copilot/config.json .config/github-copilot/hosts.json .config/github-copilot/apps.json .cursor/auth.json
     .composer/auth.json .config/composer/auth.json .m2/settings.xml .gradle/gradle.properties .config/netlify/config.json
     .huggingface/token .cache/huggingface/token .config/configstore/firebase-tools.json .config/heroku .databrickscfg
     .snowflake/connections.toml .config/stripe/config.toml .config/ngrok/ngrok.yml .jupyter/jupyter_server_config.json
     .dbt/profiles.yml .fly/config.yml .nuget/nuget/nuget.config .nuget/nuget.config .config/nuget/nuget.config
     .vnc/passwd .tor/control_auth_cookie .config/atlassian/config .terraform.d/credentials
     www/html/wp-config.php public_html/wp-config.php inetpub/wwwroot/web.config wwwroot/web.config
     jenkins/credentials.xml jenkins_home/credentials.xml .config/zed/credentials.json .continue/config.json
     .local/share/jupyter/jupyter_server_config.json .config/gitea/tea.yml .config/tea/config.yml
     preferences/groups/groups.xml preferences/services/services.xml preferences/scheduledtasks/scheduledtasks.xml
     preferences/datasources/datasources.xml preferences/drives/drives.xml preferences/printers/printers.xml
     .kaggle/kaggle.json user/globalstorage/state.vscdb .config/filezilla/sitemanager.xml .config/filezilla/recentservers.xml .portcullis/key`,
  ],
  [['git-config'], '.git/config .git/info/attributes .git/config.worktree'],
  [['editor-settings'], '.vscode/tasks.json .vscode/settings.json .vscode/launch.json .config/code/user/settings.json'],
  [['agent-settings'], '.vscode/mcp.json code/user/mcp.json .cursor/mcp.json .cursor/hooks.json'],
  [['ssh'], 'etc/ssh/sshd_config etc/ssh/ssh_config'],
)

/** Absolute paths of single files. */
export const ABSOLUTE_FILES = table(
  [
    ['secret'],
    '/etc/shadow /etc/shadow- /etc/gshadow /etc/gshadow- /etc/master.passwd /etc/security/opasswd /etc/krb5.keytab /etc/sudoers /proc/kcore /dev/mem /dev/kmem /etc/ipsec.secrets /etc/ppp/chap-secrets /proc/self/environ /etc/wpa_supplicant/wpa_supplicant.conf',
  ],
  [
    ['null'],
    '/dev/null /dev/zero /dev/full /dev/random /dev/urandom /dev/stdin /dev/stdout /dev/stderr /dev/tty /dev/fd/0 /dev/fd/1 /dev/fd/2',
  ],
  [
    ['startup'],
    '/etc/crontab /etc/anacrontab /etc/rc.local /etc/rc.conf /etc/inittab /etc/ld.so.preload /etc/environment /etc/modules',
  ],
  [
    ['shell-profile'],
    '/etc/profile /etc/bashrc /etc/bash.bashrc /etc/zshrc /etc/zsh/zshrc /etc/zsh/zshenv /etc/zshenv /etc/csh.cshrc',
  ],
  [['log'], '/dev/kmsg'],
  [['git-config'], '/etc/gitconfig'],
)

export const EXTENSIONS = table(
  [
    ['secret'],
    'kdbx kdb ppk p12 pfx jks keystore keychain keychain-db agilekeychain opvault ovpn tfstate keytab gpg-secret asc-secret pst ost',
  ],
  [['infrastructure'], 'tf tfvars tfstate hcl bicep'],
  [['build-script'], 'gradle mk cmake bazel bzl dockerfile'],
  [['log'], 'log'],
  [['documentation'], 'md rst adoc txt'],
  [['package-manifest'], 'gemspec podspec csproj fsproj vbproj cabal rockspec nuspec'],
  [['startup'], 'service timer desktop'],
)

/** Extensions that mean start-up only outside the workspace (a `.service` file in a project is a text file). */
export const STARTUP_EXTENSIONS: ReadonlySet<string> = new Set(['service', 'timer', 'desktop'])

/** First segments of directories that belong to the machine. */
export const SYSTEM_ROOTS: ReadonlySet<string> = new Set(
  'etc usr bin sbin lib lib32 lib64 libx32 boot opt var proc sys dev run srv system library applications private cores efi nix windows recovery programdata'.split(
    ' ',
  ),
)

/** Under a drive letter. */
export const WINDOWS_SYSTEM: ReadonlySet<string> = new Set([
  'windows',
  'program files',
  'program files (x86)',
  'programdata',
  'recovery',
  'system volume information',
  '$recycle.bin',
  'inetpub',
  'boot',
])

export const TEMP_ROOTS: readonly string[] = [
  '/tmp',
  '/var/tmp',
  '/private/tmp',
  '/private/var/tmp',
  '/private/var/folders',
  '/var/folders',
  '/dev/shm',
]

/** Files a wildcard is tried against even when the disk shows nothing. `~` is the home directory. */
export const SAMPLES: readonly string[] = [
  '~/.ssh/id_rsa',
  '~/.ssh/id_ed25519',
  '~/.ssh/authorized_keys',
  '~/.aws/credentials',
  '~/.azure/accessTokens.json',
  '~/.gnupg/secring.gpg',
  '~/.kube/config',
  '~/.docker/config.json',
  '~/.config/gcloud/credentials.db',
  '~/.config/gh/hosts.yml',
  '~/.netrc',
  '~/.pgpass',
  '~/.npmrc',
  '~/.pypirc',
  '~/.git-credentials',
  '~/.gitconfig',
  '~/.env',
  '~/.bash_history',
  '~/.zsh_history',
  '~/.bashrc',
  '~/.zshrc',
  '~/.profile',
  '~/.claude/settings.json',
  '~/.claude/.credentials.json',
  '~/.codex/auth.json',
  '~/.mozilla/firefox/p.default/logins.json',
  '~/.config/google-chrome/Default/Cookies',
  '~/.password-store/a.gpg',
  '/etc/shadow',
  '/etc/gshadow',
  '/etc/sudoers',
  '/etc/passwd',
  '/etc/crontab',
  '/etc/ssh/sshd_config',
  '/root/.ssh/id_rsa',
  '/root/.bash_history',
  '/proc/1/environ',
  '/dev/sda',
  '/dev/mem',
]

/** Well-known files in protected directories, by the names that a search would ask for. */
export const WELL_KNOWN: readonly string[] = [
  ...inDirectory('~/.portcullis', 'settings.json installed.json flags.json'),
  ...inDirectory(
    '~/.portcullis/state',
    'operator.token agent.token daemon.token channel.token journal.db journal.key hook.key checkpoints.jsonl portcullis.sock daemon.json instance.lock',
  ),
  ...inDirectory('~/.portcullis/hooks', 'hook.sh hook.cjs'),
  ...inDirectory('~/.claude', 'settings.json settings.local.json .credentials.json CLAUDE.md'),
  ...inDirectory('~/.codex', 'config.toml hooks.json auth.json'),
  ...inDirectory('~/.gemini', 'settings.json oauth_creds.json'),
  ...inDirectory('~/.qwen', 'settings.json oauth_creds.json'),
  ...inDirectory('~/.cursor', 'mcp.json hooks.json'),
  ...inDirectory('~/.config/opencode', 'opencode.json'),
  ...inDirectory('~/.copilot', 'config.json'),
  ...inDirectory('~/.ssh', 'id_ecdsa id_dsa config known_hosts'),
  ...inDirectory('~/.aws', 'config'),
  ...inDirectory('~/.azure', 'azureProfile.json msal_token_cache.json'),
  ...inDirectory('~/.gnupg', 'private-keys-v1.d/x.key trustdb.gpg'),
  ...inDirectory('~/.config/gcloud', 'application_default_credentials.json access_tokens.db'),
  ...inDirectory('~/.config/rclone', 'rclone.conf'),
  ...inDirectory('~/.config/op', 'config'),
  ...inDirectory('~/.config/doctl', 'config.yaml'),
  ...inDirectory('~/.config/hub', 'token'),
  ...inDirectory('~/.mozilla/firefox/p.default', 'key4.db cookies.sqlite'),
  ...inDirectory('~/.local/share/keyrings', 'login.keyring'),
  ...inDirectory('~/.config/systemd/user', 'x.service'),
  ...inDirectory('/etc', 'ssh/ssh_host_rsa_key ssl/private/x.key'),
  ...inDirectory('/root', '.aws/credentials .ssh/authorized_keys'),
]

function inDirectory(directory: string, names: string): readonly string[] {
  return names.split(' ').map((name) => `${directory}/${name}`)
}

/** The same, below the directory a wildcard starts from. */
export const LOCAL_SAMPLES: readonly string[] = [
  '.env',
  '.env.local',
  '.env.production',
  '.git/config',
  '.git/hooks/pre-commit',
  '.ssh/id_rsa',
  '.aws/credentials',
  '.npmrc',
  '.claude/settings.json',
  '.bashrc',
  '.netrc',
  'id_rsa',
  'id_ed25519',
]
