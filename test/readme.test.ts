import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const readme = readFileSync(join(root, 'README.md'), 'utf8')
const npm = (...args: readonly string[]): ReturnType<typeof spawnSync> & { stdout: string } =>
  spawnSync('npm', args, { cwd: root, encoding: 'utf8', env: { ...process.env, NO_COLOR: '1' } }) as ReturnType<
    typeof spawnSync
  > & { stdout: string }

describe('the README tells the truth', () => {
  test('its first lines are the installation', () => {
    expect(readme).toMatch(/^# Portcullis\n\n```sh\nnpm install -g portcullis\b/)
  })

  test('npm start is shown; that it starts and stops is tried with the daemon', () => {
    expect(readme).toContain('npm install && npm start')
  })

  test('the tour gives a dozen verdicts, each with a reason', () => {
    expect(readme).toContain('npm run -s portcullis -- tour')
    const { status, stdout } = npm('run', '-s', 'portcullis', '--', 'tour')
    expect(status).toBe(0)
    expect(stdout.match(/^ {2}(allow|ask|deny) {2}\S+: /gm)).toHaveLength(12)
    expect(stdout).not.toContain('undefined')
  })

  test('npm test runs the tests, on the Node of the checkout', () => {
    expect(readme).toContain('npm install && npm test')
    const { status, stdout } = npm('test', '--', 'src/call/glob.test.ts')
    expect(status, stdout).toBe(0)
    expect(stdout).toMatch(/1 passed/)
  })

  test("CI runs the README's test command, then parts of the long one, and nothing of its own", () => {
    const commands = readFileSync(join(root, '.ci/run'), 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('npm '))
    expect(commands).toEqual(['npm install', 'npm test', 'npm run test:long -- slow walls fuzz'])
  })

  test('every command shown gives the answer shown', () => {
    const blocks = [...readme.matchAll(/^\$ portcullis (check|explain) -- (.+)\n((?:(?!\$|```).*\n)*)/gm)]
    expect(blocks.length).toBeGreaterThanOrEqual(2)
    for (const [, command, words, shown] of blocks) {
      const { stdout } = spawnSync('bash', ['-c', `npm run -s portcullis -- ${command} -- ${words}`], {
        cwd: root,
        encoding: 'utf8',
      })
      for (const line of shown!.split('\n').map((text) => text.replace(/ ?\.\.\.$/, '')))
        expect(stdout, `${command} -- ${words}`).toContain(line.replace('/home/dev/project', root))
    }
  })

  test('every script that is spoken of exists, and every script is spoken of', () => {
    const contributing = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object }
    const told = [...`${readme}${contributing}`.matchAll(/npm (?:run (?:-s )?)?([a-z:]*[a-z])/g)].map(
      ([, name]) => name!,
    )
    const builtIn = ['install', 'is', 'run', 'pack', 'was']
    expect(told.filter((name) => !builtIn.includes(name) && !(name in scripts))).toEqual([])
    // `npm run check` runs these two, and its failure names them.
    expect(Object.keys(scripts).filter((name) => !told.includes(name))).toEqual(['lint', 'types'])
  })

  test('every file it names exists', () => {
    for (const [, path] of readme.matchAll(/\]\(((?:docs|src|examples|test|bench)\/[^)#]*|[A-Z]+\.md)\)/g))
      expect(existsSync(join(root, path!)), path).toBe(true)
  })
})

describe('the pages tell the truth', () => {
  const pages = [...readdirSync(join(root, 'docs')), ...readdirSync(join(root, 'docs/decisions')).map(inDecisions)]

  test.each(pages.filter((page) => page.endsWith('.md')))('docs/%s links to what is there', (page) => {
    const text = readFileSync(join(root, 'docs', page), 'utf8')
    const missing = [...text.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)]
      .map(([, path]) => path!)
      .filter((path) => !existsSync(join(root, 'docs', dirname(page), path)))
    expect(missing).toEqual([])
  })

  test('whoever looks for a change finds the file', () => {
    const text = readFileSync(join(root, 'docs/architecture.md'), 'utf8')
    const named = [...text.matchAll(/`((?:src|test|scripts|native|bench)\/[^`<>*\s]*)`/g)].map(([, path]) => path!)
    expect(named.length).toBeGreaterThan(100)
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })
})

function inDecisions(page: string): string {
  return `decisions/${page}`
}

describe('the launcher', () => {
  test('on an old Node says what to do and refuses', () => {
    const old = "Object.defineProperty(process, 'versions', { value: { node: '18.20.0' } })"
    const launch = (...words: readonly string[]): { status: number | null; stderr: string } =>
      spawnSync(
        process.execPath,
        ['--import', `data:text/javascript,${old}`, join(root, 'bin/portcullis.cjs'), ...words],
        { encoding: 'utf8' },
      )
    expect(launch('check', '--', 'ls').status).toBe(69)
    expect(launch('hook', 'claude-code').status).toBe(2)
    expect(launch().stderr).toMatch(/^portcullis needs Node 22\.18 or newer, and this is Node 18\.20\.0 .*\n$/)
  })

  test('starts the command line', () => {
    const { status, stdout } = spawnSync(process.execPath, [join(root, 'bin/portcullis.cjs'), 'check', '--', 'ls'], {
      encoding: 'utf8',
    })
    expect(status).toBe(0)
    expect(stdout).toContain('allow')
  })
})
