import { parse } from 'unbash'
import { describe, expect, test } from 'vitest'
import { isSieve } from './sieves.ts'

function sieve(text: string): boolean {
  const command = parse(text).commands[0]?.command
  if (command?.type !== 'Command') throw new Error(`no simple command: ${text}`)
  return isSieve(command)
}

describe('what a stage of a pipe lets through', () => {
  test.each([
    'grep NODE',
    'grep -c .',
    'rg -i path',
    'cut -d= -f1',
    "awk -F= '{print $1}'",
    "awk '/NODE/ {print}'",
    "sed -n '/^NODE/p'",
    "sed 's/=.*//'",
    'wc -l',
    'sha256sum',
    'head -0',
    'grep -v TOKEN',
  ])('%s picks', (text) => expect(sieve(text)).toBe(true))

  test.each([
    'sort',
    'cat',
    'grep .',
    'grep =',
    'grep -v PATH',
    'head -20',
    "awk -F= '{print $2}'",
    'base64',
    'tee x',
    'cut -d= -f2',
  ])('%s lets the values through', (text) => expect(sieve(text)).toBe(false))
})
