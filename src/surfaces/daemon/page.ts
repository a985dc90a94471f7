import { hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { ownCommand } from '../../call/own-command.ts'

/** The built page of the console, in memory: what lies on disk later is never looked at. */
export interface Page {
  /** By path, as it is asked for. */
  readonly files: ReadonlyMap<string, PageFile>
}

interface PageFile {
  readonly type: string
  readonly bytes: Buffer
  readonly gzip: Buffer | undefined
  readonly tag: string
  /** Named by their content: they never change. */
  readonly immutable: boolean
}

/** What a page may consist of. A file of another kind is not served. */
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
}

/** Compressed already. */
const DENSE: ReadonlySet<string> = new Set(['.png', '.ico', '.woff2'])

const FILE_NAME = /^[A-Za-z0-9_][A-Za-z0-9_.-]*$/
const MOST_FILES = 200

/** Everything comes from here, nothing is inline, nothing may frame it, and no text becomes script. */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

/** Beside the built code, or where a checkout builds it. */
export function pageDirectory(): string {
  return import.meta.url.endsWith('.ts')
    ? join(import.meta.dirname, '..', '..', '..', 'build', 'console')
    : join(import.meta.dirname, 'console')
}

/** Reads the built page. Without one there are no files, and `/` says how to make it. */
export function loadPage(directory: string): Page {
  const files = new Map<string, PageFile>()
  for (const folder of ['', 'assets']) {
    const path = join(directory, folder)
    if (!existsSync(path)) continue
    for (const entry of readdirSync(path, { withFileTypes: true }))
      if (entry.isFile() && FILE_NAME.test(entry.name) && extname(entry.name) in TYPES && files.size < MOST_FILES)
        files.set(
          folder === '' ? `/${entry.name}` : `/${folder}/${entry.name}`,
          readPageFile(join(path, entry.name), folder === 'assets'),
        )
  }
  const index = withCommand(directory) ?? textFile(NOT_BUILT)
  files.delete('/index.html')
  files.set('/', index)
  return { files }
}

/** The page tells people what to run: in a checkout that is something else than in a package. Without paths of this machine, because whoever opens the page reads it. */
function withCommand(directory: string): PageFile | undefined {
  const path = join(directory, 'index.html')
  if (!existsSync(path)) return undefined
  const command = ownCommand('')
    .trim()
    .replace(/ --prefix \S+/, '')
  const text = readFileSync(path, 'utf8').replace(COMMAND, (_all, before: string) => `${before}${escaped(command)}"`)
  return pageFile(Buffer.from(text), TYPES['.html']!, true, false)
}

const COMMAND = /(<meta name="portcullis-command" content=")[^"]*"/

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

const NOT_BUILT =
  '<!doctype html><html lang="en"><title>Portcullis</title><p>The console is not built: run <code>npm run build:console</code> and start again.'

function readPageFile(path: string, immutable: boolean): PageFile {
  const extension = extname(path)
  return pageFile(readFileSync(path), TYPES[extension]!, !DENSE.has(extension), immutable)
}

function textFile(text: string): PageFile {
  return pageFile(Buffer.from(text), TYPES['.html']!, false, false)
}

function pageFile(bytes: Buffer, type: string, compress: boolean, immutable: boolean): PageFile {
  const gzip = compress ? gzipSync(bytes, { level: 9 }) : undefined
  return {
    type,
    bytes,
    gzip: gzip !== undefined && gzip.length < bytes.length ? gzip : undefined,
    tag: `W/"${hash('sha256', bytes).slice(0, 32)}"`,
    immutable,
  }
}

/** Answers with a file of the page. The headers that are on every answer are set already. */
export function sendPageFile(request: IncomingMessage, response: ServerResponse, file: PageFile): void {
  const encodings = request.headers['accept-encoding']
  const zipped = typeof encodings === 'string' && /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(encodings)
  const bytes = zipped && file.gzip !== undefined ? file.gzip : file.bytes
  const headers = {
    'content-security-policy': PAGE_POLICY,
    'cache-control': file.immutable ? 'max-age=31536000, immutable' : 'no-store',
    etag: file.tag,
    vary: 'accept-encoding',
  }
  if (request.headers['if-none-match'] === file.tag) {
    response.writeHead(304, headers).end()
    return
  }
  response.writeHead(200, {
    ...headers,
    'content-type': file.type,
    'content-length': bytes.length,
    ...(bytes === file.gzip ? { 'content-encoding': 'gzip' } : {}),
  })
  response.end(bytes)
}
