import { isCodeHost, parseTarget } from '../../hosts.ts'
import { literal, show, textOf, type Word } from '../../word.ts'
import { readArguments } from '../options.ts'
import { isTransportHelper, recordSetting } from './git-options.ts'
import { arity } from './arity.ts'
import { lastOf, settingKey } from '../../git-config.ts'
import { repositoryConfig, settingsNow } from './git-remotes.ts'
import { cloned } from './git-transfer.ts'
import type { ProgramContext } from './program.ts'
import { INTERACTIVE } from './table.ts'

/** `git config`: old spelling by options, new by verbs; two operands write. */
export function config(context: ProgramContext, args: readonly Word[]): void {
  const read = readArguments(args, {
    arity: arity('-f --file --blob --type -t --default --comment --value --url --set-default'),
    style: 'gnu',
  })
  if (read.has('-e', '--edit')) {
    context.record(INTERACTIVE)
    return
  }
  const file = read.value('-f', '--file')
  const [first, ...more] = read.operands
  const verb = textOf(first) ?? ''
  const modern =
    /^(get|set|unset|list|edit|rename-section|remove-section|get-color|get-colorbool)$/.test(verb) &&
    !verb.includes('.')
  const operands = modern ? more : read.operands
  const removes =
    read.has('--unset', '--unset-all', '--remove-section', '--rename-section') || (modern && /^(unset|re)/.test(verb))
  const reads =
    read.has('--get', '--get-all', '--get-regexp', '--get-urlmatch', '-l', '--list', '--get-color') ||
    (modern && /^(get|list)/.test(verb)) ||
    (!modern && !removes && operands.length < 2)
  if (modern && verb === 'edit') context.record(INTERACTIVE)
  const key = show(operands[0] ?? literal(''))
  if (reads) {
    context.record({ does: 'change-repository', deed: 'inspect' })
    if (file && textOf(file) !== '-') context.reads(file)
    if (/^(credential|http)\..*(password|token|extraheader)/i.test(key))
      context.record({ does: 'read-secret', store: 'token', target: `git config ${key}` })
    return
  }
  context.record({ does: 'change-repository', deed: 'configure' })
  const target = file ?? literal(read.has('--global') ? '~/.gitconfig' : read.has('--system') ? '/etc/gitconfig' : '')
  // Git writes the file itself, one key of it: with these keys nothing in it runs, and nothing is sent elsewhere.
  if (show(target) !== '' && !(file === undefined && !read.has('--system') && HARMLESS_KEYS.test(key)))
    context.writes(target, 'edit')
  if (removes) context.record({ does: 'change-settings', of: 'git', key, value: '' })
  else
    recordSetting(
      context,
      key,
      operands[1] ?? literal(''),
      'kept',
      show(target) === '' ? repositoryConfig(context) : undefined,
    )
}

const HARMLESS_KEYS =
  /^(user\.(name|email|signingkey)|init\.defaultbranch|pull\.(rebase|ff)|push\.(default|autosetupremote|followtags)|fetch\.(prune|parallel)|color\.\S+|advice\.\S+|core\.(autocrlf|eol|filemode|quotepath|longpaths|ignorecase|symlinks|abbrev|compression|precomposeunicode)|merge\.(conflictstyle|ff)|rebase\.(autosquash|autostash)|diff\.(algorithm|colormoved|renames)|commit\.(gpgsign|verbose)|gc\.auto|branch\.\S+|rerere\.enabled|column\.ui|help\.autocorrect|http\.(postbuffer|version|lowspeedlimit|lowspeedtime)|lfs\.\S+|status\.\S+|log\.\S+|tag\.sort)$/i

export function remote(context: ProgramContext, args: readonly Word[]): void {
  const read = readArguments(args, { arity: arity('-t --track -m --master'), style: 'gnu' })
  const [verb, name, url] = read.operands
  const remoteName = name ? show(name) : ''
  switch (textOf(verb) ?? '') {
    case '':
    case 'show':
    case 'get-url':
      context.record({ does: 'change-repository', deed: 'inspect' })
      return
    case 'update':
    case 'prune':
      context.record({ does: 'change-repository', deed: 'fetch', remote: remoteName })
      return
    case 'add':
    case 'set-url': {
      if (url && isTransportHelper(url))
        context.code('shell', url.kind === 'literal' ? literal(url.text.replace(/^ext::/, '')) : url, {
          via: 'git ext::',
        })
      context.record({
        does: 'change-repository',
        deed: 'add-remote',
        remote: remoteName,
        ...(url ? { url: show(url) } : {}),
      })
      return
    }
    case 'remove':
    case 'rm':
    case 'rename':
    case 'set-head':
    case 'set-branches':
      context.record({ does: 'change-repository', deed: 'configure', remote: remoteName })
      return
    default:
      context.opaque('unknown-subcommand', `git remote ${show(verb!)}`)
  }
}

/** A source recorded in `.gitmodules` is fetched again by everybody who checks the project out. */
function recordSubmodule(context: ProgramContext, url: Word): void {
  const target = parseTarget(show(url))
  if (!/^\.{1,2}\//.test(show(url)) && !(target.kind === 'named' && isCodeHost(target.name, context.surroundings)))
    context.writes(literal('.gitmodules'), 'append', { kind: 'text', text: `url = ${show(url)}` })
}

export function submodule(context: ProgramContext, args: readonly Word[]): void {
  const read = readArguments(args, {
    arity: arity('-b --branch --name --reference --depth -j --jobs --filter'),
    style: 'gnu',
    stopAtOperand: true,
  })
  const [verb, ...more] = read.operands
  switch (textOf(verb) ?? 'status') {
    case 'foreach': {
      const words = more.filter((word) => !/^--(recursive|quiet)$/.test(show(word)))
      if (words.length === 1) context.code('shell', words[0]!, { via: 'git submodule foreach' })
      else context.runs(words, { via: 'git submodule foreach' })
      return
    }
    case 'add': {
      const url = more.find((word) => /[:/]/.test(show(word)))
      if (url && isTransportHelper(url)) context.opaque('unreadable-code', show(url))
      else if (url) {
        context.contacts(url, 'repository')
        recordSubmodule(context, url)
        const [into] = more.slice(more.indexOf(url) + 1)
        const name = /([^/:]+?)(?:\.git)?\/*$/.exec(show(url))?.[1] ?? '.'
        if (!/^(?:\.{0,2}\/|~|file:)/.test(show(url))) context.writes(into ?? literal(name), 'directory', cloned(url))
      }
      context.record({ does: 'change-repository', deed: 'clone', ...(url ? { url: show(url) } : {}) })
      return
    }
    case 'update':
    case 'init':
    case 'sync':
    case 'absorbgitdirs':
    case 'set-branch':
    case 'set-url':
      context.record({ does: 'change-repository', deed: 'fetch' })
      return
    case 'deinit':
      context.record({
        does: 'change-repository',
        deed: more.some((word) => /^(-f|--force)$/.test(show(word))) ? 'discard-work' : 'configure',
      })
      return
    case 'status':
    case 'summary':
      context.record({ does: 'change-repository', deed: 'inspect' })
      return
    default:
      context.opaque('unknown-subcommand', context.invocation.evidence)
  }
}

export function worktree(context: ProgramContext, args: readonly Word[]): void {
  const read = readArguments(args, { arity: arity('-b -B --reason --expire'), style: 'gnu' })
  const [verb, path, to] = read.operands
  switch (textOf(verb) ?? '') {
    case 'add':
      if (path) context.writes(path, 'directory')
      context.record({ does: 'change-repository', deed: 'branch' })
      return
    case 'remove':
      // Without force it refuses to remove a tree in which anything is not committed.
      if (path && read.has('-f', '--force')) context.deletes(path, { recursive: true })
      context.record({ does: 'change-repository', deed: read.has('-f', '--force') ? 'discard-work' : 'configure' })
      return
    case 'move':
      if (path) context.deletes(path, { recursive: true, ...(to ? { movedTo: context.place(to) } : {}) })
      if (to) context.writes(to, 'directory')
      return
    case 'list':
      context.record({ does: 'change-repository', deed: 'inspect' })
      return
    case 'prune':
    case 'lock':
    case 'unlock':
    case 'repair':
      context.record({ does: 'change-repository', deed: 'configure' })
      return
    default:
      context.opaque('unknown-subcommand', context.invocation.evidence)
  }
}

/** What this name is short for, by the settings as this call has them. */
export function aliasOf(context: ProgramContext, name: string): string | undefined {
  return lastOf(settingsNow(context), settingKey(`alias.${name}`))
}
