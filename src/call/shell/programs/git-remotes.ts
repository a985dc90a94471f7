import {
  addressesOf,
  defaultRemote,
  type GitSetting,
  includedPath,
  isInclude,
  settingKey,
  settingsIn,
} from '../../git-config.ts'
import { gitDirectoryOf } from '../../surroundings.ts'
import { literal, show, textOf, type Word } from '../../word.ts'
import type { ProgramContext } from './program.ts'

/** Where git keeps the settings of this repository. */
export function repositoryConfig(context: ProgramContext): string {
  const { surroundings, world } = context
  return `${gitDirectoryOf(surroundings.workspace, world) ?? `${surroundings.workspace}/.git`}/config`
}

/** What a file holds now: what the session or this call wrote there, else what is on disk. */
export function textNow(context: ProgramContext, path: string): string | undefined {
  const written = context.written(context.place(literal(path)))
  return written?.kind === 'text' ? written.text : written === undefined ? context.world.read(path) : undefined
}

/** Settings as they were before: on disk, without what this call or the session brings. */
function configured(context: ProgramContext): readonly GitSetting[] {
  const { home } = context.surroundings
  const read = (path: string): string | undefined => context.world.read(path)
  return [`${home}/.config/git/config`, `${home}/.gitconfig`, repositoryConfig(context)].flatMap((path) =>
    settingsIn(path, read, home),
  )
}

/** Settings as this very call has them: files as they are now, then variables, then `-c`. */
export function settingsNow(context: ProgramContext): readonly GitSetting[] {
  const { environment } = context.invocation
  const home = textOf(environment.get('HOME')) ?? context.surroundings.home
  const read = (path: string): string | undefined => textNow(context, path)
  const global = textOf(environment.get('GIT_CONFIG_GLOBAL'))
  const files = [
    ...(global === undefined ? [`${home}/.config/git/config`, `${home}/.gitconfig`] : [placed(context, global)]),
    repositoryConfig(context),
  ]
  const settings = files.flatMap((path) => settingsIn(path, read, home))
  for (const { key, value } of givenSettings(context)) {
    const name = settingKey(key)
    settings.push({ key: name, value })
    if (isInclude(name)) settings.push(...settingsIn(includedPath(value, directoryOf(context), home), read, home))
  }
  return settings
}

function placed(context: ProgramContext, path: string): string {
  const place = context.place(literal(path))
  return place.kind === 'path' ? place.real : path
}

function directoryOf(context: ProgramContext): string {
  return context.invocation.cwd.kind === 'path' ? context.invocation.cwd.path : context.surroundings.cwd
}

/** Settings given for this call alone: `GIT_CONFIG_KEY_0`, `-c key=value`. */
function givenSettings(context: ProgramContext): readonly GitSetting[] {
  const found: GitSetting[] = []
  const { args, environment } = context.invocation
  for (const [name, word] of environment) {
    const index = /^GIT_CONFIG_KEY_(\d+)$/.exec(name)?.[1]
    const value = index === undefined ? undefined : environment.get(`GIT_CONFIG_VALUE_${index}`)
    if (value !== undefined) found.push({ key: show(word), value: show(value) })
  }
  for (const [index, word] of args.entries()) {
    if (!show(word).startsWith('-') && show(args[index - 1] ?? literal('')) !== '-c') break
    const given = textOf(word) === '-c' ? args[index + 1] : undefined
    const equals = given === undefined ? -1 : show(given).indexOf('=')
    if (equals > 0) found.push({ key: show(given!).slice(0, equals), value: show(given!).slice(equals + 1) })
  }
  return found
}

export interface Remote {
  /** As it is named, or would be. */
  readonly name: string
  /** Every address it stands for. Empty: none is known. */
  readonly urls: readonly string[]
}

/**
 * Where a push or a fetch goes. An address that nothing in this call or session has changed is the one of the remote's
 * name; a changed one is what the changes make of it.
 */
export function remoteOf(context: ProgramContext, target: Word | undefined, direction: 'push' | 'fetch'): Remote {
  const now = settingsNow(context)
  const before = configured(context)
  const { branch, remotes } = context.surroundings
  const name = target ? show(target) : defaultRemote(now, branch, direction)
  const wasName = target ? name : defaultRemote(before, branch, direction)
  const urls = addressesOf(now, name, direction)
  const were = addressesOf(before, wasName, direction)
  if (urls.length === were.length && urls.every((url, index) => url === were[index])) {
    const known = remotes.get(name) ?? urls[0]
    return { name, urls: known === undefined ? [] : [known] }
  }
  return { name, urls }
}
