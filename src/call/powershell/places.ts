import { isInside, resolvePlace, windowsPath } from '../paths.ts'
import type { Place } from '../place.ts'
import type { Context } from '../tools/tool.ts'
import { literal, type Word } from '../word.ts'

/** A Windows or PowerShell path as a place. Backslashes separate; drives, UNC and `~` are understood. */
export function placeOf(word: Word, cwd: Place, context: Context): Place {
  const { surroundings, world } = context
  const slashed = slash(unprovided(word))
  if (slashed.kind === 'literal') {
    const device = devicePath(slashed.text)
    if (device !== undefined) return { kind: 'path', path: device, real: device }
    if (/[*?]/.test(slashed.text)) return placeOf({ kind: 'glob', pattern: slashed.text }, cwd, context)
    const drive = cwd.kind === 'path' ? /^[A-Za-z]:/.exec(cwd.path)?.[0] : undefined
    const rooted = /^\/(?!\/)/.test(slashed.text) && (drive !== undefined || firstChar(word) === '\\')
    if (rooted) return resolvePlace(literal(`${drive ?? 'C:'}${slashed.text}`), cwd, surroundings, world)
    if (/^\/\/[^/]/.test(slashed.text)) {
      const share = windowsPath(slashed.text.replace('//', '\\\\'))!
      return { kind: 'path', path: share, real: share }
    }
    if (drive !== undefined && cwd.kind === 'path' && !/^([A-Za-z]:|~)/.test(slashed.text)) {
      const joined = windowsPath(`${cwd.path}/${slashed.text}`)!
      return { kind: 'path', path: joined, real: joined }
    }
    // `C:x` is relative to that drive's own directory: not known.
    if (/^[A-Za-z]:[^/]/.test(slashed.text)) return { kind: 'unknown', source: slashed.text }
  }
  return resolvePlace(slashed, cwd, surroundings, world)
}

/**
 * `\\?\C:\x` is `C:\x`, and so is `x` in a shadow copy, which holds every file of the drive as it was. Whatever else is
 * named by its device stays as it is written: its `?` is no wildcard.
 */
function devicePath(text: string): string | undefined {
  const inside = /^\/\/[?.]\/(.+)$/s.exec(text)?.[1] ?? /^\/(?=globalroot\/)(.+)$/is.exec(text)?.[1]
  if (inside === undefined) return undefined
  const named =
    /^(?:globalroot\/)?(?:device\/)?harddiskvolumeshadowcopy[^/]*\/(.*)$/is.exec(inside)?.[1] ??
    /^(?:globalroot\/)?(?:global\?\?\/)?c:\/(.*)$/is.exec(inside)?.[1]
  if (named !== undefined && !/[*]/.test(named)) return windowsPath(`C:/${named}`)
  const share = /^unc\/(.+)$/is.exec(inside)?.[1]
  return windowsPath(share === undefined ? `\\\\${text.slice(2)}` : `\\\\${share}`)
}

function firstChar(word: Word): string {
  return word.kind === 'literal' ? (word.text[0] ?? '') : ''
}

function slash(word: Word): Word {
  switch (word.kind) {
    case 'literal':
      return literal(word.text.replaceAll('\\', '/'))
    case 'glob':
      return { kind: 'glob', pattern: word.pattern.replaceAll('\\', '/') }
    case 'dynamic':
      return {
        ...word,
        pieces: word.pieces.map((piece) => ('known' in piece ? { known: piece.known.replaceAll('\\', '/') } : piece)),
      }
  }
}

function unprovided(word: Word): Word {
  if (word.kind !== 'literal') return word
  const bare = word.text
    .replace(/^(?:Microsoft\.PowerShell\.Core\\)?FileSystem::/i, '')
    .replace(/^\\\\[?.]\\(?=[A-Za-z]:)/, '')
  return literal(bare)
}

/**
 * Well-known variables of the environment and where they point. A variable that is not here has no known value: it is
 * dynamic, never empty.
 */
export function environmentValue(name: string, context: Context): string | undefined {
  const { home, platform } = context.surroundings
  const own = home.replaceAll('\\', '/')
  const windows = platform === 'windows' || /^[A-Za-z]:/.test(own)
  const temporary = windows ? `${own}/AppData/Local/Temp` : '/tmp'
  switch (name.toLowerCase()) {
    case 'userprofile':
    case 'home':
      return own
    case 'homepath':
      return own
    case 'homedrive':
    case 'systemdrive':
      return windows || name.toLowerCase() === 'systemdrive' ? 'C:' : ''
    case 'appdata':
      return `${own}/AppData/Roaming`
    case 'localappdata':
      return `${own}/AppData/Local`
    case 'temp':
    case 'tmp':
      return temporary
    case 'systemroot':
    case 'windir':
      return 'C:/Windows'
    case 'programfiles':
    case 'programw6432':
      return 'C:/Program Files'
    case 'programfiles(x86)':
      return 'C:/Program Files (x86)'
    case 'commonprogramfiles':
      return 'C:/Program Files/Common Files'
    case 'programdata':
    case 'allusersprofile':
      return 'C:/ProgramData'
    case 'public':
      return 'C:/Users/Public'
    case 'comspec':
      return 'C:/Windows/System32/cmd.exe'
    case 'username':
    case 'user':
      return context.world.user
    default:
      return undefined
  }
}

/**
 * The search path keeps what it held, and what stands before that is the project's own or installed: the names that
 * worked before still mean what they meant.
 */
export function isPathExtended(word: Word, itself: RegExp, engine: { cwd: Place; context: Context }): boolean {
  if (word.kind !== 'dynamic') return false
  const at = word.pieces.findIndex((piece) => 'unknown' in piece && itself.test(piece.unknown))
  if (at < 0 || !word.pieces.slice(0, at).every((piece) => 'known' in piece)) return false
  const before = word.pieces
    .slice(0, at)
    .map((piece) => ('known' in piece ? piece.known : ''))
    .join('')
  const { workspace } = engine.context.surroundings
  return before
    .split(';')
    .filter((directory) => directory.trim() !== '')
    .every((directory) => {
      const place = placeOf(literal(directory), engine.cwd, engine.context)
      return place.kind === 'path' && (isInside(place.real, workspace) || /^[A-Za-z]:\/program files/i.test(place.path))
    })
}

/** Which kind of drive a PowerShell path names, when it is not the file system. */
export function providerOf(path: string): 'registry' | 'certificates' | 'memory' | 'remote-management' | 'file' {
  const bare = path.trim()
  if (/^(?:(?:Microsoft\.PowerShell\.Core\\)?Registry::|HK(?:LM|CU|CR|U|CC):|HKEY_)/i.test(bare)) return 'registry'
  if (/^(?:(?:Microsoft\.PowerShell\.Security\\)?Certificate::|Cert:)/i.test(bare)) return 'certificates'
  if (/^(?:Env|Function|Alias|Variable|Temp):/i.test(bare)) return 'memory'
  if (/^(?:WSMan|IIS|AD|SQLSERVER):/i.test(bare)) return 'remote-management'
  return 'file'
}
