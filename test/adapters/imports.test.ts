import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SOURCES } from '../product.ts'

const folder = join(SOURCES, 'surfaces', 'sdk', 'adapters')

const FILES = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))

test.each(FILES)('%s loads no framework before it is used', (file) => {
  const text = readFileSync(join(folder, file), 'utf8')
  const loaded = [...text.matchAll(/^(?:import|export) (?:\{[^}]*\}|\* as \w+|\w+) from '([^']+)'/gm)].map(
    ([, from]) => from!,
  )
  expect(loaded.filter((from) => !from.startsWith('.') && !from.startsWith('node:'))).toEqual([])
})
