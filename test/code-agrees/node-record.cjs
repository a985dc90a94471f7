/**
 * Runs snippets behind Node's own wall (`--permission`) and prints what each of them did. Files: the calls are written down,
 * and Node's refusal says again which path it was, so that the record is no opinion of ours. Programs and addresses: the
 * calls are written down and nothing is started.
 */
const fs = require('node:fs')
const path = require('node:path')
const childProcess = require('node:child_process')
const http = require('node:http')
const https = require('node:https')

class Stopped extends Error {}

let told
let inside = 0

/** @type {Readonly<Record<string, (args: readonly unknown[]) => readonly (readonly string[])[]>>} */
const FILES = {
  readFile: ([at]) => [['read', String(at)]],
  createReadStream: ([at]) => [['read', String(at)]],
  writeFile: ([at]) => [['write', String(at)]],
  appendFile: ([at]) => [['append', String(at)]],
  unlink: ([at]) => [['delete', String(at)]],
  rm: ([at]) => [['delete-tree', String(at)]],
  rename: ([from, to]) => [['move', String(from), String(to)]],
  copyFile: ([from, to]) => [
    ['read', String(from)],
    ['write', String(to)],
  ],
  mkdir: ([at]) => [['directory', String(at)]],
}

function wrap(module, name, events, how) {
  const real = module[name]
  if (typeof real !== 'function') return
  module[name] = function (...args) {
    if (told === undefined || inside > 0) return real.apply(this, args)
    told.push(...events(args))
    if (how === 'stop') throw new Stopped()
    inside++
    try {
      return real.apply(this, args)
    } finally {
      inside--
    }
  }
}

for (const [name, events] of Object.entries(FILES)) {
  wrap(fs, name, events, 'do')
  wrap(fs, `${name}Sync`, events, 'do')
  wrap(fs.promises, name, events, 'do')
}
const argv = ([file, list]) => [['program', file, ...(Array.isArray(list) ? list : [])]]
for (const name of ['spawn', 'spawnSync', 'execFile', 'execFileSync']) wrap(childProcess, name, argv, 'stop')
for (const name of ['exec', 'execSync']) wrap(childProcess, name, ([code]) => [['shell', code]], 'stop')
for (const module of [http, https])
  for (const name of ['get', 'request']) wrap(module, name, ([url]) => [['fetch', String(url.href ?? url)]], 'stop')
globalThis.fetch = (url) => {
  told.push(['fetch', String(url)])
  throw new Stopped()
}

async function main() {
  const results = []
  for (const snippet of JSON.parse(fs.readFileSync(0, 'utf8'))) {
    told = []
    let refused
    try {
      await new Function('require', `return (async () => {\n${snippet}\n})()`)(require)
    } catch (error) {
      if (error.code === 'ERR_ACCESS_DENIED') refused = path.relative(process.cwd(), error.resource ?? '')
      else if (!(error instanceof Stopped)) throw new Error(snippet, { cause: error })
    }
    const done = told
    told = undefined
    results.push({ did: done, refused })
  }
  process.stdout.write(JSON.stringify(results))
}

void main()
