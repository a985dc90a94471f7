import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { release } from 'node:os'
import { join } from 'node:path'
import { isJsonObject, readJson } from '../call/strict-json.ts'
import type { JsonObject, JsonValue } from '../call/tool-call.ts'
import type { Tools } from '../containment/runs.node.ts'

/** What came of a trial. */
export interface Tried {
  readonly works: boolean
  readonly says: string
  /** Milliseconds since 1970. */
  readonly at: number
}

/** What is known of the walls on this machine: a trial of our own, and what came of tickets in each client's commands. */
export interface WallsMemory {
  /** Counts only for the programs and the kernel that it was made with. */
  readonly trial?: Tried & { readonly with: string }
  readonly clients: Readonly<Record<string, Tried>>
}

/** Where it is kept. */
export function fileIn(state: string): string {
  return join(state, 'walls.json')
}

/** What cannot be read was never found out. */
export function wallsMemory(state: string): WallsMemory {
  let value: JsonValue
  try {
    const read = readJson(readFileSync(fileIn(state)))
    value = 'ok' in read ? read.ok : {}
  } catch {
    value = {}
  }
  const { trial, clients } = isJsonObject(value) ? value : {}
  const own = triedIn(trial)
  const made = isJsonObject(trial) ? trial['with'] : undefined
  return {
    ...(own === undefined || typeof made !== 'string' ? {} : { trial: { ...own, with: made } }),
    clients: Object.fromEntries(
      Object.entries(isJsonObject(clients) ? clients : {}).flatMap(([name, one]) => {
        const tried = triedIn(one)
        return tried === undefined ? [] : [[name, tried]]
      }),
    ),
  }
}

function triedIn(value: JsonValue | undefined): Tried | undefined {
  if (!isJsonObject(value)) return undefined
  const { works, says, at } = value
  return typeof works === 'boolean' && typeof says === 'string' && typeof at === 'number'
    ? { works, says, at }
    : undefined
}

/** Whole or not at all. What cannot be kept is found out again. */
function keep(state: string, memory: JsonObject): void {
  const file = fileIn(state)
  const next = `${file}.${process.pid}.new`
  try {
    mkdirSync(state, { recursive: true, mode: 0o700 })
    writeFileSync(next, `${JSON.stringify(memory)}\n`, { mode: 0o600 })
    renameSync(next, file)
  } catch {
    // Nothing is contained without a trial that is remembered.
  }
}

export function rememberTrial(state: string, tools: Tools, tried: Tried): void {
  const { clients } = wallsMemory(state)
  keep(state, { trial: { ...tried, with: madeWith(tools) }, clients: asJson(clients) })
}

/** What came of a ticket in a client's own commands. The same again is not written again. */
export function rememberClient(state: string, agent: string, tried: Tried): void {
  const memory = wallsMemory(state)
  if (memory.clients[agent]?.works === tried.works) return
  keep(state, {
    ...(memory.trial === undefined ? {} : { trial: { ...memory.trial } }),
    clients: asJson({ ...memory.clients, [agent]: tried }),
  })
}

function asJson(clients: WallsMemory['clients']): JsonObject {
  return Object.fromEntries(Object.entries(clients).map(([name, tried]) => [name, { ...tried }]))
}

/** Other programs or another kernel may build other walls. */
export function madeWith({ bubblewrap, runner }: Tools): string {
  const mark = (path: string): string => {
    const { size, mtimeMs, ino } = statSync(path)
    return `${path}:${size}:${Math.floor(mtimeMs)}:${ino}`
  }
  return [release(), mark(bubblewrap), mark(runner)].join(' ')
}
