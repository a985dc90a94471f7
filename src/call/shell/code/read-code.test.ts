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
    ['perl', 'print "$1\\n" if /x(\\d+)/; $sum += $F[0]; END { print $sum }', true, []],
    ['perl', '@a = sort { $a <=> $b } map { lc } @F; print join(",", @a)', true, []],
    ['perl', 'my %h; $h{lc $_}++ for @F; print "$_ $h{$_}" for sort keys %h', true, []],
    ['perl', 'tr/a-z/A-Z/; s{/}{::}g; print', true, []],
    ['perl', 'use List::Util qw(sum); print sum(@F)', true, []],
    ['perl', 'print -e $_ ? "y" : "n"', true, []],
    ['perl', 'unheard_of("x")', false, []],
    ['perl', 'Foo->bar("x")', false, []],
    ['perl', '&{"sys" . "tem"}("ls")', false, []],
    ['perl', 'print "@{[ frob() ]}"', false, []],
    ['perl', '@ARGV = ("ls|"); print <>', false, []],
    ['perl', 'my $x = \\&frob; $x->("ls")', false, []],
    ['perl', 'eval "frob"', false, []],
    ['ruby', 'puts ARGF.read.split("\\n").map(&:strip).uniq.sort', true, []],
    ['ruby', 'require "json"; puts JSON.parse(STDIN.read)["a"]', true, []],
    ['ruby', 'x = [1, 2]; x.each { |y| puts "#{y * 2}" }', true, []],
    ['ruby', 'puts RUBY_VERSION', true, []],
    ['ruby', 'def twice(n) = n * 2; puts twice(4)', true, []],
    ['ruby', 'unheard_of "x"', false, []],
    ['ruby', 'Foo::Bar.new.go', false, []],
    ['ruby', '"x".then { |a| a.frobnicate }', false, []],
    ['ruby', 'puts "#{frob}"', false, []],
    ['ruby', '%w[a].each(&:frob)', false, []],
    ['php', 'echo PHP_VERSION;', true, []],
    ['php', 'echo json_encode(array_unique(explode(",", "a,b")));', true, []],
    ['php', '$d = new DateTime("now"); echo $d->format("Y");', true, []],
    ['php', 'unheard_of("x");', false, []],
    ['php', '$f = "sys" . "tem"; $f("ls");', false, ['opaque']],
    ['php', 'new Unheard("x");', false, []],
    ['php', '("sys" . "tem")("ls");', false, []],
    ['php', 'register_shutdown_function("x");', false, []],
    ['lua', 'print(string.rep("a", 3), #arg)', true, []],
    ['lua', 'local t = {} for i = 1, 3 do t[i] = i end print(table.concat(t, ","))', true, []],
    ['lua', 'unheard_of("x")', false, []],
    ['lua', 'local o = os; o["exe" .. "cute"]("ls")', false, []],
    ['lua', '_G["os"]["execute"]("ls")', false, []],
    ['awk', 'function f(x) { return x * 2 } { print f($1), tolower($2), length($0) }', true, []],
    ['awk', '{ frob($1) }', false, []],
    ['applescript', 'display notification "done" with title "build"', true, []],
    ['applescript', 'return 1 + 1', true, []],
    ['applescript', 'tell application "Finder" to activate', false, ['opaque']],
    ['applescript', 'get the clipboard', false, []],
    ['applescript', 'frobnicate', false, []],
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
