import { describe, expect, it } from 'vitest'
import { windowsPrograms } from '../../powershell/native/index.ts'
import { effectsOf } from '../../programs/examples.testing.ts'
import { allPrograms } from './index.ts'
import { MACHINE_OPTIONS } from './inert-options-machine.ts'
import { SERVICE_OPTIONS } from './inert-options-services.ts'
import { hasOwnLanguage } from './read-options.ts'

/** Programs that do nothing but print something, whatever their options are, or whose code reads each of them. */
const NEVER_UNDERSTOOD_BY_OPTION = /^(?:unknown|opaque|code|system|secret|settings|open|end-process|agent)/

describe('options without an effect', () => {
  it('stand once for each program', () => {
    const names = [MACHINE_OPTIONS, SERVICE_OPTIONS].flatMap((table) => Object.keys(table).join(' ').split(' '))
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  })

  it('belong to programs that are known', () => {
    const known = new Set(allPrograms().flatMap(({ names }) => names))
    const names = [MACHINE_OPTIONS, SERVICE_OPTIONS].flatMap((table) => Object.keys(table).join(' ').split(' '))
    expect(names.filter((name) => !known.has(name))).toEqual([])
  })

  it('are options', () => {
    const options = [MACHINE_OPTIONS, SERVICE_OPTIONS].flatMap((table) => Object.values(table).join(' ').split(' '))
    expect(options.filter((option) => !/^-[-\w.:#?~+@]*=?$/.test(option))).toEqual([])
  })
})

describe('a program', () => {
  it('belongs to one entry', () => {
    const names = allPrograms().flatMap((program) => program.names)
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  })

  it('belongs to one entry where PowerShell starts it, too', () => {
    const names = windowsPrograms.flatMap((program) => program.names)
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  })
})

describe('an option that nobody wrote down', () => {
  const names = [...new Set(allPrograms().flatMap((program) => program.names))].filter((name) => !hasOwnLanguage(name))

  it('is not understood, whatever the program', () => {
    const open = names.filter(
      (name) => !effectsOf(`${name} --unheard-of-option`).some((line) => NEVER_UNDERSTOOD_BY_OPTION.test(line)),
    )
    expect(open).toEqual([])
  })

  it('names itself', () => {
    expect(effectsOf('kubectl get pods --unheard-of')).toContain('unknown option --unheard-of of kubectl')
    expect(effectsOf('gh pr list --unheard-of=1')).toContain('unknown option --unheard-of of gh')
    expect(effectsOf('rsync -a% a b')).toContain('unknown option -a% of rsync')
  })

  it('is not understood as a value of a flag either', () => {
    expect(effectsOf('curl --silent=/tmp/x https://example.com')).toContain('unknown option --silent of curl')
    expect(effectsOf('kubectl get pods --watch=true')).not.toContain('unknown option --watch of kubectl')
  })
})
