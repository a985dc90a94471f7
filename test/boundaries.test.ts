import { readdirSync, readFileSync } from 'node:fs'
import { join, normalize, relative } from 'node:path'
import { describe, expect, test } from 'vitest'

/**
 * Who may import whom. A folder may import itself and what stands on its line; everything else is a boundary broken.
 * Tests beside the code may import anything.
 */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  call: [],
  'verdict.ts': ['call'],
  'session.ts': ['call'],
  agents: ['call', 'verdict.ts', 'session.ts'],
  categories: ['call', 'verdict.ts', 'session.ts'],
  policy: ['call', 'verdict.ts', 'session.ts'],
  checks: ['call', 'verdict.ts', 'session.ts', 'categories', 'policy'],
  classifier: ['call', 'verdict.ts', 'session.ts', 'categories', 'policy', 'checks', 'journal'],
  humans: ['call', 'verdict.ts', 'session.ts', 'categories', 'policy', 'checks', 'journal'],
  journal: ['call', 'verdict.ts', 'session.ts', 'categories', 'policy'],
  results: ['call', 'verdict.ts', 'session.ts', 'categories', 'policy'],
  containment: ['call', 'verdict.ts', 'session.ts', 'categories', 'policy', 'checks', 'classifier', 'journal'],
  'recording.ts': ['call', 'verdict.ts', 'session.ts', 'checks', 'classifier', 'journal'],
  'gate.ts': [
    'call',
    'verdict.ts',
    'session.ts',
    'agents',
    'categories',
    'policy',
    'checks',
    'classifier',
    'humans',
    'journal',
    'results',
    'recording.ts',
  ],
  surfaces: ['*'],
  'index.ts': ['*'],
}

/** The only files that may touch the machine: everything else gets clock, disk, environment and network as arguments. */
const MAY_DO_IO: readonly RegExp[] = [
  /^call\/world\.node\.ts$/,
  /^call\/code\/grammar\.node\.ts$/,
  /^policy\/load\.ts$/,
  /^classifier\/models\//,
  /^humans\/channels\//,
  /^containment\/[\w-]+\.node\.ts$/,
  /^journal\/stores\//,
  /^surfaces\//,
]

/** Pure parts of Node that anyone may use. */
const PURE = new Set(['node:crypto', 'node:buffer', 'node:util'])

/** Tests, and what only tests use. */
const FOR_TESTS = /\.test(?:ing)?\.ts$|^categories\/example-deeds\.ts$/

const root = join(import.meta.dirname, '..', 'src')
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !FOR_TESTS.test(file),
)

function importsOf(file: string): readonly string[] {
  const text = readFileSync(join(root, file), 'utf8')
  return [
    ...text.matchAll(
      /(?:^|\n)\s*(?:import|export)\s[^'"]*?from\s+'([^']+)'|import\('([^']+)'\)|\n\s*import\s+'([^']+)'/g,
    ),
  ].map((match) => (match[1] ?? match[2] ?? match[3])!)
}

/** Examples in categories quote code; what is quoted is not run. */
function withoutStrings(text: string): string {
  return text.replace(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|\/(?:[^/\\\n]|\\.)+\/[gimsuy]*/g, "''")
}

function roomOf(file: string): string {
  return file.split('/')[0]!
}

/** What is loaded along with a file: its imports, without those of types and those made when they are needed. */
function loadedBy(file: string): readonly string[] {
  const text = readFileSync(join(root, file), 'utf8')
  return [
    ...text.matchAll(/(?:^|\n)(?:import|export)(?! type\b)\s[^'"]*?from\s+'(\.[^']+)'|\nimport\s+'(\.[^']+)'/g),
  ].map((match) => normalize(join(file, '..', (match[1] ?? match[2])!)))
}

/** Groups of files each of which is loaded along with every other one of its group. */
function circlesIn(loaded: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const reached = new Map([...loaded.keys()].map((file) => [file, allLoadedBy(file, loaded)]))
  const inCircle = [...loaded.keys()].filter((file) => reached.get(file)!.has(file))
  const circles = inCircle.map((file) =>
    inCircle.filter((other) => reached.get(file)!.has(other) && reached.get(other)!.has(file)).toSorted(),
  )
  return [...new Map(circles.map((circle) => [circle.join(' '), circle])).values()]
}

function allLoadedBy(file: string, loaded: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const found = new Set<string>()
  const open = [...(loaded.get(file) ?? [])]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (found.has(next)) continue
    found.add(next)
    open.push(...(loaded.get(next) ?? []))
  }
  return found
}

describe('import boundaries', () => {
  test('there are files to look at', () => expect(files.length).toBeGreaterThan(20))

  test.each(files)('%s imports only what it may', (file) => {
    const allowed = MAY_IMPORT[roomOf(file)]
    expect(allowed, `${roomOf(file)} has no line in the table`).toBeDefined()
    for (const target of importsOf(file)) {
      if (!target.startsWith('.')) continue
      const room = roomOf(relative('.', normalize(join(file, '..', target))))
      if (room === '..' || room === roomOf(file) || allowed!.includes('*')) continue
      expect(allowed, `${file} imports ${target}`).toContain(room)
    }
  })

  test.each(files)('%s touches the machine only where that is its job', (file) => {
    const io = importsOf(file).filter((target) => target.startsWith('node:') && !PURE.has(target))
    if (MAY_DO_IO.some((pattern) => pattern.test(file))) return
    expect(io).toEqual([])
    const text = withoutStrings(readFileSync(join(root, file), 'utf8'))
    expect(text, 'reads the environment, the clock or chance').not.toMatch(
      /\bprocess\.env\b|\bDate\.now\(|\bMath\.random\(|\bfetch\(/,
    )
  })

  test('no file imports itself by way of others, types aside', () => {
    const loaded = new Map(files.map((file) => [file, loadedBy(file)]))
    expect(circlesIn(loaded)).toEqual([])
  })

  test('and a circle would be found', () => {
    const files = new Map([
      ['a', ['b']],
      ['b', ['c']],
      ['c', ['b']],
      ['d', ['a']],
    ])
    expect(circlesIn(files)).toEqual([['b', 'c']])
  })

  test('gate.ts stays a story of at most 150 lines', () => {
    expect(readFileSync(join(root, 'gate.ts'), 'utf8').split('\n').length).toBeLessThanOrEqual(151)
  })

  /** What runs in the browser may know of the rest only how text is shown, the names of the layers, and types. */
  const SHARED_WITH_THE_PAGE = ['call/visible.ts', 'humans/look-alikes.ts', 'verdict.ts']
  const page = readdirSync(join(root, 'surfaces', 'console'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.ts$|\.config\.ts$|\.d\.ts$/.test(file))
    .map((file) => join('surfaces', 'console', file))

  test.each(page)('%s takes nothing of the server into the page', (file) => {
    const text = readFileSync(join(root, file), 'utf8')
    for (const [, from] of text.matchAll(/(?:^|\n)(?:import|export) (?!type )[^'"]*'([^']+)'/g)) {
      if (/^(?:preact|uplot)(?:\/|$)/.test(from!)) continue
      const target = normalize(join(file, '..', from!))
      if (target.startsWith(join('surfaces', 'console'))) continue
      expect(SHARED_WITH_THE_PAGE, `${file} imports ${from}`).toContain(target)
    }
    expect(text, 'makes markup of text').not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write/i)
  })
})
