import { literal, show, textOf, type Word } from '../../word.ts'
import { includedPath, isInclude, settingsIn } from '../../git-config.ts'
import { repositoryConfig, textNow } from './git-remotes.ts'
import { isPlainSetting } from './git-settings.ts'
import { isForeign } from '../loaded-values.ts'
import type { ProgramContext } from './program.ts'
import { standsIn } from './stand-ins.ts'

/** Settings of git that name a program or a shell command, by what git does with the value. */
const RUNS_SHELL =
  /^(core\.(pager|editor|sshcommand|askpass|fsmonitor|gitproxy|alternaterefscommand)|sequence\.editor|diff\.external|credential\.helper|gpg\.(.*\.)?program|gpg\.ssh\.defaultkeycommand|web\.browser|browser\..*\.(cmd|path)|(difftool|mergetool|man)\..*\.(cmd|path)|(diff|merge)\..*\.(command|textconv|driver)|filter\..*\.(clean|smudge|process)|pager\..*|interactive\.difffilter|uploadpack\.packobjectshook|remote\..*\.(uploadpack|receivepack|vcs)|sendemail\.(sendmailcmd|smtpserver|tocmd|cccmd|headercmd)|trailer\..*\.(cmd|command)|trailer\..*\.cmd|submodule\..*\.update|instaweb\..*|receive\.procreceiverefs|hook\..*\.command|tar\..*\.command|ssh\.variant\.command|credential\..*\.helper|guitool\..*\.cmd|sendpack\.sideband)$/
const HARMLESS_VALUES =
  /^(cat|less( -[\w+=,.-]+)*|more|true|false|ssh|delta|bat|vim?|nano|emacs|code( --wait)?|:|gpg2?|ssh-keygen|osxkeychain|manager(-core)?|store|cache( --timeout[= ]\d+)?|libsecret|wincred|git-lfs (clean|smudge|filter-process|pre-push|post-\w+)( --)?( --skip)?( %f)?|meld|kdiff3|p4merge|1|0|on|off|auto|nvimdiff|vimdiff|diff-so-fancy( --[\w-]+)*( \| less( -[\w+=,.-]+)*)?|)$/i

/** Settings that change what later calls trust, run or send. */
const POINTS_ELSEWHERE =
  /^(core\.(hookspath|worktree|gitproxy|attributesfile|excludesfile)|include\.path|includeif\..*\.path|init\.templatedir|commit\.template|url\..*\.(insteadof|pushinsteadof)|http\.(.*\.)?(proxy|sslverify|sslcainfo|extraheader|cookiefile)|https\..*|remote\..*\.(url|pushurl|proxy)|protocol\..*allow|safe\.directory|transfer\.fsckobjects|receive\.deny.*)$/

/** Options of ssh that run a command, load a library, or name a file of options. */
const SSH_RUNS = /\b(?:Proxy|Local|KnownHosts)Command\b|\bPKCS11Provider\b|(?:^|\s)-F\s*\S|\bProxyUseFdpass\b/i

/** One setting, given for this call (`-c`) or kept (`git config`). A kept one that runs code will run later. */
export function recordSetting(
  context: ProgramContext,
  key: string,
  value: Word,
  kept: 'for-this-call' | 'kept',
  keptIn?: string,
): void {
  const name = key.toLowerCase()
  const text = textOf(value)
  const shown = show(value)
  if (isInclude(name)) {
    recordIncluded(context, key, value, kept)
    return
  }
  if (name.startsWith('alias.')) {
    if (shown.startsWith('!')) {
      context.code('shell', text === undefined ? value : literal(text.slice(1)), { via: `git ${key}` })
    } else if (text === undefined) context.opaque('dynamic-code', `git ${key}`)
  } else if (RUNS_SHELL.test(name)) {
    if (/^core\.sshcommand$/.test(name) && SSH_RUNS.test(shown)) context.opaque('dynamic-code', `git ${key}=${shown}`)
    // It is given the password on its standard input, and may hand it on.
    if (/^credential\.(?:.*\.)?helper$/s.test(name) && /^!.*(?:[|>]|\b(?:curl|wget|nc)\b)/s.test(shown))
      context.record({ does: 'read-secret', store: 'token', target: `git ${key}` })
    const harmless = text !== undefined && HARMLESS_VALUES.test(text.trim())
    // Whatever lies at the path when git starts it, and git starts it at every status.
    if (name === 'core.fsmonitor' && !harmless && !/^(true|false)$/.test(text ?? ''))
      context.opaque('unreadable-code', `git ${key}`)
    if (!harmless && !(name === 'core.fsmonitor' && /^(true|false)$/.test(text ?? '')))
      standsIn(context, text?.startsWith('!') ? literal(text.slice(1)) : value, `git ${key}`)
  } else if (name === 'core.hookspath' && kept === 'for-this-call') {
    if (text === '/dev/null' || text === '') context.record({ does: 'change-repository', deed: 'skip-hooks' })
    else context.opaque('unreadable-code', `git ${key}=${shown}`)
  } else if (name === 'init.templatedir' && kept === 'for-this-call')
    context.opaque('unreadable-code', `git ${key}=${shown}`)
  else if (name === 'protocol.ext.allow' && text !== 'never') context.opaque('unreadable-code', `git ${key}=${shown}`)
  else if (POINTS_ELSEWHERE.test(name)) {
    if (kept === 'for-this-call' && name !== 'safe.directory')
      context.record({ does: 'change-settings', of: 'git', key, value: shown })
  } else if (!isPlainSetting(name)) context.opaque('unknown-option', `unknown setting \`${key}\` of git`)
  if (/^(user|author|committer)\.(name|email)$/.test(name) && kept === 'for-this-call')
    context.record({ does: 'change-repository', deed: 'impersonate' })
  if (kept === 'kept') {
    const place = keptIn === undefined ? undefined : context.place(literal(keptIn))
    context.record({ does: 'change-settings', of: 'git', key, value: shown, ...(place ? { place } : {}) })
  }
}

/** What a file of settings says counts as if it had been given here. One that cannot be read may say anything. */
function recordIncluded(context: ProgramContext, key: string, value: Word, kept: 'for-this-call' | 'kept'): void {
  const text = textOf(value)
  const { home } = context.surroundings
  const directories = [repositoryConfig(context).replace(/\/[^/]+$/, ''), context.surroundings.cwd]
  const found =
    text === undefined
      ? undefined
      : directories
          .map((directory) => includedPath(text, directory, home))
          .find((path) => textNow(context, path) !== undefined)
  if (found === undefined) {
    context.opaque('unreadable-code', `git ${key}=${show(value)}`)
    return
  }
  for (const setting of settingsIn(found, (path) => textNow(context, path), home))
    if (!isInclude(setting.key)) recordSetting(context, setting.key, literal(setting.value), 'for-this-call')
  if (kept === 'kept') context.record({ does: 'change-settings', of: 'git', key, value: show(value) })
}

/** What a file of settings that this session changed makes git run. One that was there before is the user's own. */
export function recordChangedSettings(context: ProgramContext): void {
  const { home } = context.surroundings
  for (const path of [repositoryConfig(context), `${home}/.gitconfig`]) {
    if (context.written(context.place(literal(path))) === undefined) continue
    for (const { key, value } of settingsIn(path, (file) => textNow(context, file), home))
      if (RUNS_SHELL.test(key.toLowerCase()) || /^core\.hookspath$/i.test(key))
        recordSetting(context, key, literal(value), 'for-this-call')
  }
}

/** `-c name=value` */
export function recordAssignment(context: ProgramContext, word: Word): void {
  const text = show(word)
  const equals = text.indexOf('=')
  const key = equals < 0 ? text : text.slice(0, equals)
  if (word.kind === 'literal')
    recordSetting(context, key, literal(equals < 0 ? 'true' : text.slice(equals + 1)), 'for-this-call')
  else if (/^[\w.-]+=/.test(text) && !RUNS_SHELL.test(key.toLowerCase()) && !/^(alias|core\.hookspath)/i.test(key))
    recordSetting(
      context,
      key,
      { kind: 'dynamic', source: text.slice(equals + 1), pieces: [{ unknown: text, from: 'variable' }] },
      'for-this-call',
    )
  else context.opaque('dynamic-code', `git -c ${text}`)
}

/** Variables git runs or obeys. The ones every program obeys are the engine's. */
export function recordEnvironment(context: ProgramContext): void {
  for (const [name, value] of context.invocation.environment) {
    if (/^GIT_(EDITOR|SEQUENCE_EDITOR|PAGER|SSH|SSH_COMMAND|ASKPASS|EXTERNAL_DIFF|PROXY_COMMAND)$/.test(name)) {
      if (
        !HARMLESS_VALUES.test(textOf(value)?.trim() ?? '!') &&
        (SSH_RUNS.test(show(value)) || !/^ssh( -[\w]+ [\w=./~-]+)*$/.test(textOf(value) ?? ''))
      ) {
        if (SSH_RUNS.test(show(value))) context.opaque('dynamic-code', `${name}=${show(value)}`)
        context.code('shell', value, { via: `git ${name}` })
      }
    } else if (/^GIT_(TRACE\w*|INDEX_FILE|OBJECT_DIRECTORY)$/.test(name)) {
      if (/[/~$]/.test(show(value))) context.writes(value, 'append')
    } else if (name === 'HOME' || name === 'XDG_CONFIG_HOME') {
      if (isForeign(context, show(value))) context.opaque('unreadable-code', `the settings below ${show(value)}`)
    } else if (name === 'GIT_EXEC_PATH' || name === 'GIT_TEMPLATE_DIR')
      context.opaque('unreadable-code', `${name}=${show(value)}`)
    else if (/^GIT_CONFIG_(KEY_\d+|PARAMETERS|GLOBAL|SYSTEM|FILE)$/.test(name)) {
      const match = /^GIT_CONFIG_KEY_(\d+)$/.exec(name)
      const given = match ? context.invocation.environment.get(`GIT_CONFIG_VALUE_${match[1]}`) : undefined
      if (given && textOf(value) !== undefined) recordSetting(context, textOf(value)!, given, 'for-this-call')
      else if (textOf(value) !== '/dev/null') context.opaque('unreadable-code', `${name}=${show(value)}`)
    } else if (/^GIT_(AUTHOR|COMMITTER)_(NAME|EMAIL)$/.test(name))
      context.record({ does: 'change-repository', deed: 'impersonate' })
  }
}

/** `ext::sh -c …` is a program, not an address. */
export function isTransportHelper(word: Word): boolean {
  return /^[a-z][a-z0-9+.-]*::/.test(show(word)) && !/^https?::/.test(show(word))
}
