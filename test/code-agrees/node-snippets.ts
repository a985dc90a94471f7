/** How code says a path: each line before it, and the expression. All of them are `data/a.txt`. */
const PATHS: readonly (readonly [before: string, path: string])[] = [
  ['', "'data/a.txt'"],
  ['', "path.join('data', 'a.txt')"],
  ['', "join('data', 'a.txt')"],
  ["const name = 'a'", '`data/${name}.txt`'],
  ['', "'data' + '/' + 'a.txt'"],
  ['', "['data', 'a.txt'].join('/')"],
  ["const parts = ['data']\nparts.push('a.txt')", "parts.join('/')"],
  ["let base = 'data/'\nbase += 'a.txt'", 'base'],
  ['const place = (name) => `data/${name}`', "place('a.txt')"],
  ["function place(name = 'a') {\n  return 'data/' + name + '.txt'\n}", 'place()'],
  ["const paths = { first: 'data/a.txt', second: 'data/b.txt' }", 'paths.first'],
  ["const paths = { first: 'data/a.txt' }", "paths['first']"],
  ["const { first } = { first: 'data/a.txt' }", 'first'],
  ["const [, second] = ['x', 'data/a.txt']", 'second'],
  ["const paths = ['data/a.txt', 'data/b.txt']", 'paths[0]'],
  ["class Config {\n  path = 'data/a.txt'\n}", 'new Config().path'],
  ['class Config {\n  constructor(name) {\n    this.path = `data/${name}.txt`\n  }\n}', "new Config('a').path"],
  ["class Config {\n  static path = 'data/a.txt'\n}", 'Config.path'],
  ['', "'data/b.txt'.replace('b', 'a')"],
  ['', "path.dirname('data/x') + '/a.txt'"],
  ['', "'DATA/A.TXT'.toLowerCase()"],
  ['', "'data'.concat('/', 'a.txt')"],
  ['', String.raw`'data\x2fa.txt'`],
  ['', String.raw`'data/\u0061.txt'`],
  ["const where = 'data'\nconst name = 'a.txt'", "[where, name].join('/')"],
  ["const place = function () {\n  return 'data/a.txt'\n}", 'place()'],
  ["const { dir: where } = { dir: 'data' }", '`${where}/a.txt`'],
  ["const place = async () => 'data/a.txt'", 'await place()'],
  ["const inner = { deep: { path: 'data/a.txt' } }", 'inner.deep.path'],
  ["const place = ((where) => (name) => `${where}/${name}`)('data')", "place('a.txt')"],
]

/** What is done with it. */
const ACTS: readonly string[] = [
  'fs.readFileSync(PATH)',
  "fs.writeFileSync(PATH, 'x')",
  "fs.appendFileSync(PATH, 'x')",
  'fs.unlinkSync(PATH)',
  'fs.rmSync(PATH, { recursive: true })',
  "fs.copyFileSync(PATH, 'out/c.txt')",
  "fs.renameSync(PATH, 'out/r.txt')",
  "fs.mkdirSync(PATH + '.d')",
  "await fs.promises.readFile(PATH, 'utf8')",
  "await fs.promises.writeFile(PATH, 'x')",
  "const { unlinkSync: gone } = require('node:fs')\ngone(PATH)",
  "await require('fs/promises').unlink(PATH)",
  "cp.execFileSync('cat', [PATH])",
  "cp.spawnSync('cat', ['-n', PATH])",
  "cp.execSync('cat ' + PATH)",
  'cp.execSync(`cat ${PATH} | wc -l`)',
  "const { spawn } = require('child_process')\nspawn('git', ['diff', '--', PATH])",
  "await fetch('http://localhost:1/' + PATH)",
  'http.get(`http://localhost:1/${PATH}`)',
  ';[PATH].forEach((one) => fs.unlinkSync(one))',
  "fs['unlinkSync'](PATH)",
]

/** Where it stands. */
const AROUND: readonly ((code: string) => string)[] = [
  (code) => code,
  (code) => `async function main() {\n${code}\n}\nawait main()`,
]

const IMPORTS =
  "const fs = require('fs')\nconst path = require('node:path')\nconst { join } = path\nconst cp = require('node:child_process')\nconst http = require('http')\n"

/** Harmless programs of which every path, argument and address is constant. */
export function nodeSnippets(): readonly string[] {
  return PATHS.flatMap(([before, path]) =>
    ACTS.flatMap((act) =>
      AROUND.map(
        (around) =>
          `${IMPORTS}${around(`${before === '' ? '' : `${before}\n`}${act.replaceAll('PATH', () => path)}`)}\n`,
      ),
    ),
  )
}
