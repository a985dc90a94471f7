import { describe, expect, it } from 'vitest'
import type { Language } from '../../action.ts'
import { readCode } from './read-code.ts'
import { readStatements } from './sql.ts'

const inline = { project: false, local: () => false }

describe('inline code', () => {
  const rows: readonly [Language, string, boolean, readonly string[]][] = [
    ['python', 'import x; print(x.__version__)', true, []],
    ['python', 'import json,sys; print(json.load(sys.stdin)["a"])', true, []],
    ['python', 'print(open("a.txt").read())', true, ['read']],
    ['python', 'open("a.txt", "w").write("x")', true, ['write']],
    ['python', 'open("a.txt", mode)', true, ['write']],
    ['python', 'from subprocess import run as r; r(["ls"])', true, ['program']],
    ['python', 's = __builtins__; s.eval("1")', false, ['opaque']],
    ['python', 'import os; getattr(os, "sys" + "tem")("ls")', false, ['opaque']],
    ['python', 'import unheard_of; unheard_of.go()', false, []],
    ['python', 'eval(input())', false, ['opaque']],
    ['python', 'import os; print(os.environ)', true, ['environment']],
    ['python', 'import os; print(os.environ.get("HOME"))', true, []],
    ['python', '# os.system("x")\nprint("os.system(1)")', true, []],
    ['javascript', 'console.log(require("./package.json").version)', true, []],
    ['javascript', 'const fs = require("node:fs"); fs.unlinkSync("a")', true, ['delete']],
    ['javascript', 'require(name)', false, ['opaque']],
    ['javascript', 'globalThis["ev" + "al"]("1")', false, []],
    ['javascript', 'fetch("https://example.org/x", {method: "POST", body: data})', true, ['contact']],
    ['javascript', 'console.log(process.env)', true, ['environment']],
    ['perl', 's/foo/bar/g; print', true, []],
    ['perl', 's/(.*)/`$1`/e', false, ['shell']],
    ['ruby', 'puts 1 + 1', true, []],
    ['ruby', 'eval(ARGV[0])', false, ['opaque']],
    ['php', 'echo strtoupper("a");', true, []],
    ['awk', '{ printf "%s|", $0 }', true, []],
    ['awk', '{ print | "sort" }', true, ['shell']],
    ['awk', '{ print > "out.txt" }', true, ['write']],
    ['awk', '$3 > 5 { print $1 }', true, []],
    ['other', 'anything', false, []],
  ]
  for (const [language, text, seenThrough, effects] of rows)
    it(`${language}: ${text}`, () => {
      const reading = readCode(language, text, inline)
      expect({
        seenThrough: reading.seenThrough,
        effects: [...new Set(reading.effects.map((effect) => effect.does))],
      }).toEqual({ seenThrough, effects })
    })

  it("the project's own scripts are judged only by what is certain", () => {
    const project = { project: true, local: () => true }
    expect(readCode('python', 'import app; app.run(); eval(x); shutil.rmtree(tmp)', project)).toMatchObject({
      seenThrough: true,
      effects: [],
    })
    expect(readCode('python', 'import shutil; shutil.rmtree("/")', project).effects).toHaveLength(1)
  })
})

describe('SQL', () => {
  const rows: readonly [string, readonly string[]][] = [
    ['SELECT * FROM users; -- DROP TABLE users', ['read']],
    ["SELECT 'DROP TABLE users'", ['read']],
    ['DELETE FROM users', ['delete-all']],
    ['DELETE FROM users WHERE 1=1', ['delete-all']],
    ['DELETE FROM users WHERE id = 5', ['write']],
    ['UPDATE users SET a = 1', ['write-all']],
    ['UPDATE users SET a = 1 WHERE id = 2', ['write']],
    ['DROP DATABASE production; TRUNCATE t', ['drop', 'delete-all']],
    ['GRANT ALL ON x TO y', ['grant']],
    ['CREATE TABLE t (a int)', ['schema']],
    ["COPY t TO PROGRAM 'sh'", ['execute']],
    ['EXPLAIN DELETE FROM t', ['read']],
    ['EXPLAIN ANALYZE DELETE FROM t', ['delete-all']],
    ['FROBNICATE x', ['execute']],
    ['WITH gone AS (DELETE FROM t RETURNING *) SELECT * FROM gone', ['delete-all']],
  ]
  for (const [text, deeds] of rows) it(text, () => expect(readStatements(text).map(({ deed }) => deed)).toEqual(deeds))
})
