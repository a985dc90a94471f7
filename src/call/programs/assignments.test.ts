import { beforeAll, describe, expect, it } from 'vitest'
import { loadYaml } from '../yaml.ts'
import { assigned } from './assignments.ts'

beforeAll(loadYaml)

describe('what jq and yq make of a file', () => {
  it.each([
    ['.a = 1', '{"a":0,"b":2}', { a: 1, b: 2 }],
    ['.a.b = "x" | .c = true', '{"a":{}}', { a: { b: 'x' }, c: true }],
    ['.list[1] = null', '{"list":[1,2]}', { list: [1, null] }],
    ['del(.a.b)', '{"a":{"b":1,"c":2}}', { a: { c: 2 } }],
    ['."a-b"."c d" = [1]', '{}', { 'a-b': { 'c d': [1] } }],
    ['.__proto__.x = 1', '{}', JSON.parse('{"__proto__":{"x":1}}') as object],
  ])('%s of %s', (expression, text, expected) => {
    expect(JSON.parse(assigned(expression, text, 'json')!)).toEqual(expected)
    expect(Object.prototype).not.toHaveProperty('x')
  })

  it('keeps what a YAML file says besides', () => {
    expect(assigned('.a.b = false', '# why\na:\n  b: true # yes\n  c: 1\n', 'yaml')).toBe(
      '# why\na:\n  b: false # yes\n  c: 1\n',
    )
  })

  it.each(['.a[] = 1', '.a |= . + 1', '.a = env.X', '.a == 1', 'map(.x = 1)', '.a = $v', ''])(
    'does not follow %s',
    (expression) => expect(assigned(expression, '{"a":[]}', 'json')).toBeUndefined(),
  )

  it('does not follow a text of another form', () => {
    expect(assigned('.a = 1', 'not json', 'json')).toBeUndefined()
    expect(assigned('.a = 1', 'a: [', 'yaml')).toBeUndefined()
  })
})
