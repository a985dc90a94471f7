import { describe, expect, test } from 'vitest'
import { effectsOf } from '../call/programs/examples.testing.ts'
import { programsFrom } from '../call/programs/from-settings.ts'
import { allPrograms } from '../call/shell/programs/index.ts'
import { makeLayer, type Owner } from './layers.ts'
import { mergeLayers } from './merge.ts'
import { programEntries } from './program-settings.ts'
import { readSettings, showProblem } from './read-settings.ts'

function made(programs: object, owner: Owner = 'user') {
  const { read, problems } = readSettings(JSON.stringify({ programs }), 's.json')
  if (read === undefined) return { problems: problems.map(showProblem), notices: [], effects: () => [] }
  const layer = makeLayer(read, { owner, file: 's.json', base: '/home/dev/project', home: '/home/dev' })
  const policy = mergeLayers([layer.layer], { problems: layer.problems, notices: layer.notices, trusted: false })
  return {
    problems: layer.problems.map(showProblem),
    notices: layer.notices.map(showProblem),
    effects: (command: string) => effectsOf(command, programsFrom(policy.programs ?? {})),
  }
}

const CRM = {
  crm: {
    options: { '-o, --output': 'write', '--format': { words: 'json text' } },
    flags: '-q --quiet',
    subcommands: {
      'list, show': 'service crm read',
      rm: { operands: 'text', effects: ['service crm delete'] },
    },
  },
}

test('every built-in entry is of the schema that settings have', () => {
  const entries = Object.fromEntries(
    allPrograms().flatMap(({ names, entry }) => (entry ? [[names.join(' '), entry]] : [])),
  )
  expect(Object.keys(entries).length).toBeGreaterThan(40)
  expect(programEntries().safeParse(JSON.parse(JSON.stringify(entries))).error?.issues ?? []).toEqual([])
})

describe('an owner', () => {
  test.each([
    ['crm list --format json', ['service crm read']],
    ['crm rm 42', ['service crm delete']],
    ['crm show -o a.txt 1', ['write a.txt', 'service crm read']],
    ['crm show --format xml 1', ['unknown value xml for --format of crm show', 'service crm read']],
    ['crm drop', ['unknown subcommand drop of crm']],
    ['crm list --all', ['unknown option --all of crm list', 'service crm read']],
  ])('adds a program: %s', (command, effects) => {
    expect(made(CRM).effects(command)).toEqual(effects)
  })

  test('adds an option to a known program, and leaves the others as they are', () => {
    const { effects } = made({ eslint: { options: { '--house': 'write' } } })
    expect(effects('eslint --house x src')).toEqual(['write x', 'read-tree src'])
    expect(effects('eslint --parser /tmp/x.js src')).toEqual(['code javascript file /tmp/x.js', 'read-tree src'])
    expect(effects('eslint --unheard-of src')).toEqual(['unknown option --unheard-of of eslint', 'read-tree src'])
  })

  test('describes a program as being like another one', () => {
    const { effects } = made({ myeslint: { like: 'eslint' } })
    expect(effects('myeslint --fix src')).toEqual(['read-tree src', 'edit src'])
  })

  test('cannot take anything from a program that is code', () => {
    const { effects } = made({ rm: { operands: 'text', options: { '--log': 'write' } } })
    expect(effects('rm --log x -rf y')).toContain('delete-tree y')
    expect(effects('rm --log x -rf y')).toContain('write x')
  })
})

describe('a project that is not trusted', () => {
  test('adds effects', () => {
    const { effects, notices } = made({ 'git eslint': { effects: ['service ci deploy'] } }, 'untrusted-project')
    expect(notices).toEqual([])
    expect(effects('eslint src')).toEqual(['read-tree src', 'service ci deploy'])
    expect(effects('git status')).toContain('service ci deploy')
  })

  test('cannot make a program known', () => {
    const { effects, notices } = made({ crm: { ...CRM.crm, operands: 'text' } }, 'untrusted-project')
    expect(effects('crm list')).toEqual(['opaque unknown-program'])
    expect(notices.join('\n')).toMatch(/`flags` could make less of what crm does/)
    expect(notices.join('\n')).toMatch(/`subcommands` could make less/)
  })

  test.each([
    ['eslint', { options: { '--parser': 'text' } }, 'eslint --parser /tmp/x.js src', 'code javascript file /tmp/x.js'],
    ['eslint', { flags: '--parser' }, 'eslint --parser /tmp/x.js src', 'code javascript file /tmp/x.js'],
    ['eslint', { flags: '--odd' }, 'eslint --odd src', 'unknown option --odd of eslint'],
    ['rm', { operands: 'text' }, 'rm -rf x', 'delete-tree x'],
    ['rm', { forms: { '-r': {} } }, 'rm -rf x', 'delete-tree x'],
    ['rm', { prints: 'nothing', effects: ['look machine'] }, 'rm -rf x', 'delete-tree x'],
  ])('cannot take an effect away: %s %j', (name, entry, command, effect) => {
    expect(made({ [name]: entry }, 'untrusted-project').effects(command)).toContain(effect)
  })

  test('cannot hide what was written into a file behind a claim', () => {
    const claims = { eslint: { options: { '--house': 'run-command', '--report': 'write' } } }
    const { effects } = made(claims, 'untrusted-project')
    const written = "echo 'rm -rf ~/x' > a.sh"
    for (const claim of ["eslint --house 'echo true > a.sh'", 'eslint --report a.sh'])
      expect(effects(`${written}; ${claim}; sh a.sh`)).toContain('delete-tree ~/x')
  })
})

describe('what is wrong is named with its place and remedy', () => {
  test.each([
    [{ crm: { options: { '-o': 'writes' } } }, /programs\.crm\.options\.-o: there is no role `writes`: flag, text/],
    [{ crm: { effects: ['service crm destroy'] } }, /programs\.crm\.effects\[0\]: `destroy` is none of read, create/],
    [{ crm: { effects: ['explode'] } }, /there is no effect `explode`; there are read/],
    [{ crm: { effects: ['look'] } }, /`look` says nothing by itself/],
    [{ crm: { subcommands: { rm: 'service crm' } } }, /programs\.crm\.subcommands\.rm: `service` takes 2 words/],
    [{ crm: { flags: 'verbose' } }, /`verbose` is no option: write it as it is typed/],
    [{ crm: { option: {} } }, /programs\.crm\.option: unknown key; did you mean `options`\?/],
    [{ 'bin/crm': {} }, /must be the name of a program, without a directory|programs/],
    [{ crm: { like: 'nothing-known' } }, /programs\.crm\.like: there is no program `nothing-known`/],
    [{ crm: { like: 'git' } }, /`git` has a language of its own/],
    [{ a: { like: 'b' }, b: { like: 'a' } }, /is like a itself|there is no program/],
  ])('%j', (programs, message) => {
    const { problems } = made(programs)
    expect(problems.join('\n')).toMatch(message)
    expect(problems.join('\n')).toMatch(/^s\.json:1: /)
  })
})
