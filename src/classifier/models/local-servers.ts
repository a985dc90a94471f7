import { request } from 'node:http'
import { z } from 'zod'
import { isLoopback } from './loopback.ts'

/** A program that serves models in OpenAI's format, and where it usually listens. */
const USUAL = [
  { kind: 'llama.cpp', port: 8080 },
  { kind: 'Ollama', port: 11434 },
  { kind: 'vLLM', port: 8000 },
  { kind: 'LM Studio', port: 1234 },
] as const

export type ServerKind = (typeof USUAL)[number]['kind'] | 'unknown'

/** A server that answered. */
export interface LocalServer {
  readonly kind: ServerKind
  /** As `classifier.baseUrl` wants it. */
  readonly baseUrl: string
  readonly models: readonly ServedModel[]
}

export interface ServedModel {
  readonly id: string
  /** The context it runs with, in tokens, when the server says. */
  readonly contextTokens?: number
}

/** Where servers are looked for: literal addresses of this machine, no name that could be looked up. */
export const USUAL_ADDRESSES: readonly string[] = USUAL.map(({ port }) => `http://127.0.0.1:${port}/v1`)

const PATIENCE = 700
const MOST_BYTES = 512 * 1024
const MOST_MODELS = 200

/**
 * Asks each address for its models, all at once, for less than a second. Only addresses of this machine are asked, whatever
 * is given: nothing leaves it. No key is sent, no redirect is followed, and what does not answer like a server of models
 * is none.
 */
export async function findLocalServers(
  addresses: readonly string[] = USUAL_ADDRESSES,
  patience: number = PATIENCE,
): Promise<readonly LocalServer[]> {
  const asked = [...new Set(addresses.map((address) => address.replace(/\/+$/, '')))].filter(isLoopback)
  const found = await Promise.all(asked.map((address) => askServer(address, patience)))
  return found.filter((server) => server !== undefined)
}

const modelsShape = z.object({
  data: z.array(
    z.looseObject({
      id: z.string().regex(/^[\w][\w.:@/-]{0,199}$/),
      owned_by: z.string().optional().catch(undefined),
    }),
  ),
})

async function askServer(baseUrl: string, patience: number): Promise<LocalServer | undefined> {
  const listed = modelsShape.safeParse(await getJson(`${baseUrl}/models`, patience))
  if (!listed.success || listed.data.data.length === 0) return undefined
  const rows = listed.data.data.slice(0, MOST_MODELS)
  const kind = kindOf(baseUrl, rows[0]?.owned_by)
  const models = await Promise.all(
    rows.map(async (row): Promise<ServedModel> => {
      const contextTokens = ofListing(row) ?? (await ofServer(baseUrl, kind, row.id, patience))
      return { id: row.id, ...(contextTokens === undefined ? {} : { contextTokens }) }
    }),
  )
  return { kind, baseUrl, models }
}

const OWNERS: Readonly<Record<string, ServerKind>> = {
  llamacpp: 'llama.cpp',
  library: 'Ollama',
  vllm: 'vLLM',
  organization_owner: 'LM Studio',
}

function kindOf(baseUrl: string, owner: string | undefined): ServerKind {
  const byOwner = OWNERS[owner ?? '']
  if (byOwner !== undefined) return byOwner
  const port = Number(new URL(baseUrl).port)
  return USUAL.find((usual) => usual.port === port)?.kind ?? 'unknown'
}

/** The context that a server on this machine runs a model with. Undefined when it does not say, or is elsewhere. */
export async function contextOf(
  baseUrl: string,
  model: string,
  patience: number = PATIENCE,
): Promise<number | undefined> {
  if (!isLoopback(baseUrl)) return undefined
  const server = await askServer(baseUrl.replace(/\/+$/, ''), patience)
  return server?.models.find(({ id }) => id === model || id === `${model}:latest`)?.contextTokens
}

const tokens = z.number().int().min(256).max(100_000_000)

/** vLLM, LM Studio and llama.cpp say it in the list itself, each in its own words. What is loaded counts before what could be. */
function ofListing(row: Readonly<Record<string, unknown>>): number | undefined {
  const meta = z.looseObject({}).safeParse(row['meta']).data ?? {}
  const said = [row['loaded_context_length'], row['max_model_len'], meta['n_ctx'], row['max_context_length']]
  return said.map((value) => tokens.safeParse(value).data).find((value) => value !== undefined)
}

/** Ollama cuts a prompt to this, without a word, unless it is told otherwise. */
const OLLAMA_DEFAULT = 4_096

const propsShape = z.object({ default_generation_settings: z.object({ n_ctx: tokens }) })
const loadedShape = z.object({ models: z.array(z.object({ name: z.string(), context_length: tokens.optional() })) })
const shownShape = z.object({ parameters: z.string().optional() })
const studioShape = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      loaded_context_length: tokens.optional(),
      max_context_length: tokens.optional(),
    }),
  ),
})

async function ofServer(
  baseUrl: string,
  kind: ServerKind,
  model: string,
  patience: number,
): Promise<number | undefined> {
  const root = new URL(baseUrl).origin
  switch (kind) {
    case 'llama.cpp':
    case 'unknown':
      return propsShape.safeParse(await getJson(`${root}/props`, patience)).data?.default_generation_settings.n_ctx
    case 'LM Studio': {
      const rows = studioShape.safeParse(await getJson(`${root}/api/v0/models`, patience)).data?.data
      const row = rows?.find(({ id }) => id === model)
      return row?.loaded_context_length ?? row?.max_context_length
    }
    case 'Ollama': {
      const loaded = loadedShape.safeParse(await getJson(`${root}/api/ps`, patience)).data?.models
      const running = loaded?.find(({ name }) => name === model)?.context_length
      if (running !== undefined) return running
      const shown = shownShape.safeParse(await getJson(`${root}/api/show`, patience, { model })).data
      const set = /^num_ctx\s+(\d{3,9})$/m.exec(shown?.parameters ?? '')?.[1]
      return set === undefined ? OLLAMA_DEFAULT : Number(set)
    }
    case 'vLLM':
      return undefined
  }
}

/** Undefined for whatever is not JSON with status 200, in time and of bounded size. */
async function getJson(url: string, patience: number, body?: object): Promise<unknown> {
  if (!isLoopback(url)) return undefined
  const { promise, resolve } = Promise.withResolvers<unknown>()
  const text = body === undefined ? undefined : JSON.stringify(body)
  const outgoing = request(url, {
    method: text === undefined ? 'GET' : 'POST',
    agent: false,
    headers:
      text === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) },
  })
  const timer = setTimeout(() => outgoing.destroy(), patience)
  outgoing.once('close', () => {
    clearTimeout(timer)
    resolve(undefined)
  })
  outgoing.on('error', () => undefined)
  outgoing.once('response', (incoming) => {
    if (incoming.statusCode !== 200) return void outgoing.destroy()
    const chunks: Buffer[] = []
    let bytes = 0
    incoming.on('error', () => undefined)
    incoming.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > MOST_BYTES) outgoing.destroy()
      else chunks.push(chunk)
    })
    incoming.once('end', () => resolve(parsed(Buffer.concat(chunks).toString('utf8'))))
  })
  outgoing.end(text)
  return promise
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
