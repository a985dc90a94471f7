import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { optionsInHelp } from '../../src/call/programs/help-text.ts'
import { type Facts, nothing } from './facts.ts'

const MIRROR = 'http://deb.debian.org/debian/dists/bookworm/main'
/** A package larger than this is not downloaded for a manual page. */
const LARGEST = 40_000_000
const SECTIONS = /^(?:1|8|6|1p|1ssl|8ssl)$/

/** Manual pages of Debian packages. Nothing is installed: packages are downloaded and unpacked into the cache. */
export class Manuals {
  readonly #cache: string
  #packages: ReadonlyMap<string, string> | undefined

  constructor(cache: string) {
    this.#cache = cache
  }

  /** What the manual page tells, and the pages of its subcommands (`git-push`). */
  facts(name: string): Facts | undefined {
    const page = installedPage(name) ?? this.#unpackedPage(name)
    if (page === undefined) return undefined
    const facts = read(name, page)
    const words = subcommandPages(name, path.dirname(page))
    if (words.length === 0) return facts
    const subcommands = Object.fromEntries(words.map(([word, file]) => [word, read(word, file)]))
    return { ...facts, subcommands }
  }

  /** The Debian package that brings a program. */
  packageOf(name: string): string | undefined {
    this.#packages ??= this.#contents()
    return this.#packages.get(`bin/${name}`) ?? this.#packages.get(`man/${name}`)
  }

  #unpackedPage(name: string): string | undefined {
    const wanted = this.packageOf(name)
    if (wanted === undefined) return undefined
    const folder = path.join(this.#cache, 'packages', wanted)
    if (!existsSync(folder)) {
      mkdirSync(folder, { recursive: true })
      const downloads = path.join(this.#cache, 'downloads')
      mkdirSync(downloads, { recursive: true })
      if (sizeOf(wanted) < LARGEST)
        spawnSync('apt-get', ['download', wanted], { cwd: downloads, timeout: 120_000, stdio: 'ignore' })
      const file = readdirSync(downloads).find((one) => one.startsWith(`${wanted}_`))
      if (file !== undefined) {
        const tree = path.join(folder, 'tree')
        spawnSync('dpkg', ['-x', path.join(downloads, file), tree], { timeout: 120_000, stdio: 'ignore' })
        const manuals = path.join(tree, 'usr/share/man')
        if (existsSync(manuals)) spawnSync('cp', ['-RL', manuals, folder], { stdio: 'ignore' })
        rmSync(tree, { recursive: true, force: true })
        rmSync(path.join(downloads, file))
      }
    }
    return pageIn(path.join(folder, 'man'), name)
  }

  /** `bin/NAME` and `man/NAME` → package, from the lists of contents of the distribution. */
  #contents(): ReadonlyMap<string, string> {
    const file = path.join(this.#cache, 'debian-programs.json')
    if (!existsSync(file)) {
      const found: Record<string, string> = {}
      for (const architecture of ['amd64', 'all']) {
        const list = execFileSync('curl', ['-fsS', `${MIRROR}/Contents-${architecture}.gz`], {
          maxBuffer: 2 ** 28,
          timeout: 300_000,
        })
        for (const line of gunzipSync(list).toString('utf8').split('\n')) {
          const [, program, manual, from] =
            /^(?:(?:usr\/)?s?bin\/(\S+)|usr\/share\/man\/man[168]\/([^/\s]+?)\.[168]\w*\.gz)\s+(\S+)$/.exec(line) ?? []
          const key = program === undefined ? `man/${manual}` : `bin/${program}`
          if (from !== undefined) found[key] ??= from.split(',')[0]!.split('/').at(-1)!
        }
      }
      mkdirSync(this.#cache, { recursive: true })
      writeFileSync(file, JSON.stringify(found))
    }
    return new Map(Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>))
  }
}

function sizeOf(wanted: string): number {
  const told = spawnSync('apt-get', ['download', '--print-uris', wanted], { encoding: 'utf8', timeout: 30_000 })
  return Number(/\.deb (\d+) /.exec(told.stdout)?.[1] ?? LARGEST)
}

function installedPage(name: string): string | undefined {
  return pageIn('/usr/share/man', name)
}

function pageIn(root: string, name: string): string | undefined {
  if (!/^[\w.+@-]+$/.test(name) || !existsSync(root)) return undefined
  for (const folder of ['man1', 'man8', 'man6']) {
    const place = path.join(root, folder)
    for (const section of ['1', '8', '6', '1ssl', '1p'])
      for (const end of ['.gz', '']) {
        const file = path.join(place, `${name}.${section}${end}`)
        if (SECTIONS.test(section) && existsSync(file)) return file
      }
  }
  return undefined
}

const listed = new Map<string, readonly string[]>()

/** `git-push.1` of git, where git has a page of its own and the pages are many. */
function subcommandPages(name: string, folder: string): readonly (readonly [string, string])[] {
  const files = listed.get(folder) ?? readdirSync(folder)
  listed.set(folder, files)
  const pages = files.flatMap((file): (readonly [string, string])[] => {
    const word = file.startsWith(`${name}-`)
      ? /^([a-z][\w-]*)\.\d\w*(?:\.gz)?$/.exec(file.slice(name.length + 1))?.[1]
      : undefined
    return word === undefined ? [] : [[word, path.join(folder, file)]]
  })
  const isSuite = ['git', 'openssl', 'npm', 'podman', 'docker', 'gh', 'cargo', 'perf', 'systemd'].includes(name)
  return isSuite && pages.length > 4 ? pages : []
}

function read(name: string, page: string): Facts {
  const printed = spawnSync('man', ['-E', 'ascii', '-P', 'cat', '-l', page], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], MANWIDTH: '600', MAN_KEEP_FORMATTING: '', HOME: os.tmpdir(), LC_ALL: 'C' },
    timeout: 30_000,
    maxBuffer: 2 ** 26,
  })
  const { flags, valued, optionalValue } = optionsInHelp(printed.stdout ?? '')
  return { ...nothing(name), sources: ['manual'], flags, valued, optionalValue }
}
