import type { ActionOf } from '../call/action.ts'
import { resolveText } from '../call/paths.ts'
import type { Place } from '../call/place.ts'
import type { JsonValue } from '../call/tool-call.ts'
import type { Deeds } from './category.ts'
import { isOurs, kindsOf } from './grounds.ts'
import { mcpEffect } from './mcp-verbs.ts'

const MOST_TEXTS = 200

/** Every text in the arguments with the name it stands under, at most 200. */
export function textsOf(
  action: ActionOf<'call-mcp-tool'>,
): readonly { readonly name: string; readonly text: string }[] {
  const found: { name: string; text: string }[] = []
  const walk = (name: string, value: JsonValue, depth: number): void => {
    if (found.length >= MOST_TEXTS || depth > 8) return
    if (typeof value === 'string') found.push({ name, text: value })
    else if (Array.isArray(value)) for (const item of value) walk(name, item, depth + 1)
    else if (value !== null && typeof value === 'object')
      for (const [key, item] of Object.entries(value)) walk(key, item, depth + 1)
  }
  walk('', action.input, 0)
  return found
}

/** By the tool's name, or by a method that only reads where the name says nothing. */
export function onlyReads(action: ActionOf<'call-mcp-tool'>): boolean {
  const effect = mcpEffect(action.tool)
  if (effect !== 'unknown') return effect === 'read'
  const methods = textsOf(action).filter(({ name }) => /^(?:http_?)?(?:method|verb)$/i.test(name))
  return methods.length > 0 && methods.every(({ text }) => /^(?:GET|HEAD)$/i.test(text))
}

/** Arguments that name files, resolved as this machine would. */
export function placesOf(
  action: ActionOf<'call-mcp-tool'>,
  { surroundings, world }: Pick<Deeds, 'surroundings' | 'world'>,
): readonly Place[] {
  const cwd: Place = { kind: 'path', path: surroundings.cwd, real: world.real(surroundings.cwd) }
  return textsOf(action)
    .filter(({ name, text }) => text.length < 1000 && !/\s{2}|\n/.test(text) && looksLikePath(name, text))
    .map(({ text }) => resolveText(text, cwd, surroundings, world))
}

/** Servers that handle files of this machine, by the names under which people set them up. */
const FILE_SERVER =
  /^(?:mcp[-_])?(?:server[-_])?(?:file-?system|files?|fs|local(?:[-_]?(?:fs|files?))?|desktop-commander|serena|ide|lsp|editor)(?:[-_](?:mcp|server|tools?|local|fs|\d+))*$/i

/** A server for files, and every file that the call names is the project's own and holds no secret. */
export function handlesOwnFiles(action: ActionOf<'call-mcp-tool'>, deeds: Deeds): boolean {
  if (!FILE_SERVER.test(action.server)) return false
  const places = placesOf(action, deeds)
  return places.length > 0 && places.every((place) => isOurs(place, deeds) && !kindsOf(place, deeds).has('secret'))
}

function looksLikePath(name: string, text: string): boolean {
  if (/^(~|\.{1,2})?\/[^\s/]|^file:\/\/|^[A-Za-z]:[\\/]/i.test(text)) return true
  return (
    /(^|_)(path|file|filename|directory|dir|source|destination|target)(s|_path|name)?$/i.test(name) &&
    !/^https?:/i.test(text)
  )
}
