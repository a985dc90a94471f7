import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { COMMAND_FILE, lastingCommand, type Surroundings, thisCommand } from './this-command.ts'

let place: string

beforeAll(() => (place = mkdtempSync(join(tmpdir(), 'command-'))))
afterAll(() => rmSync(place, { recursive: true, force: true }))

/** A package below `root`, with its launcher. */
function packageIn(root: string): Surroundings {
  const launcher = join(place, root, 'bin', 'portcullis.cjs')
  mkdirSync(dirname(launcher), { recursive: true })
  writeFileSync(launcher, '')
  chmodSync(launcher, 0o755)
  return { root: join(place, root), launcher, isCheckout: false, path: '/usr/bin', cwd: '/' }
}

describe('the command that works here', () => {
  test('in a checkout it is the npm script, from elsewhere with the place of the checkout', () => {
    const checkout = { ...packageIn('checkout'), isCheckout: true }
    expect(thisCommand({ ...checkout, cwd: checkout.root })).toBe('npm run -s portcullis --')
    expect(thisCommand(checkout)).toBe(`npm --prefix ${checkout.root} run -s portcullis --`)
    expect(lastingCommand({ ...checkout, cwd: checkout.root })).toBe(
      `npm --prefix ${checkout.root} run -s portcullis --`,
    )
  })

  test('installed so that a shell finds it, it is its name', () => {
    const global = packageIn('prefix/lib/node_modules/portcullis')
    mkdirSync(join(place, 'prefix/bin'))
    symlinkSync(global.launcher, join(place, 'prefix/bin/portcullis'))
    expect(thisCommand({ ...global, path: `/usr/bin:${join(place, 'prefix/bin')}` })).toBe('portcullis')
  })

  test('another program of that name on the PATH is not it', () => {
    const project = packageIn('project/node_modules/portcullis')
    expect(thisCommand({ ...project, path: join(place, 'prefix/bin') })).toBe('npx portcullis')
  })

  test('what npm adds to the PATH of a script is not there afterwards', () => {
    const project = packageIn('other/node_modules/portcullis')
    const bin = join(place, 'other/node_modules/.bin')
    mkdirSync(bin)
    symlinkSync(project.launcher, join(bin, 'portcullis'))
    expect(thisCommand({ ...project, path: bin })).toBe('npx portcullis')
  })

  test('with npx it is npx, although npx puts it on the PATH', () => {
    const cached = packageIn('.npm/_npx/0123456789abcdef/node_modules/portcullis')
    expect(thisCommand({ ...cached, path: join(place, 'prefix/bin') })).toBe('npx portcullis')
  })

  test('a copy for the hooks says what whoever made it runs', () => {
    const copy = packageIn('home/.portcullis/hooks/program-0123456789abcdef')
    writeFileSync(join(copy.root, COMMAND_FILE), 'npx portcullis\n')
    expect(thisCommand(copy)).toBe('npx portcullis')
  })

  test('unpacked anywhere else, it is the launcher itself', () => {
    const unpacked = packageIn('unpacked/package')
    expect(thisCommand(unpacked)).toBe(`node ${unpacked.launcher}`)
  })
})
