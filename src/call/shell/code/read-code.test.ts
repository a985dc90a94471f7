import { beforeAll, describe, expect, it } from 'vitest'
import type { Language } from '../../action.ts'
import { loadGrammars } from '../../code/grammar.node.ts'
import { readCode } from './read-code.ts'
import { readStatements } from './sql.ts'

beforeAll(() => loadGrammars())

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
    ['python', 'import os; getattr(os, "sys" + "tem")("ls")', true, ['shell']],
    ['python', 'import unheard_of; unheard_of.go()', false, ['opaque']],
    ['python', 'eval(input())', false, ['opaque']],
    ['python', 'import os; print(os.environ)', true, ['environment']],
    ['python', 'import os; print(os.environ.get("HOME"))', true, []],
    ['python', '# os.system("x")\nprint("os.system(1)")', true, []],
    ['python', 'import numpy as np; print(np.__version__, np.zeros(3).sum())', true, []],
    [
      'python',
      'import pandas as pd; d = pd.read_csv("a.csv"); print(d.groupby("x").size().sort_values().head())',
      true,
      ['read'],
    ],
    ['python', 'import sys; [print(line.strip()) for line in sys.stdin]', true, []],
    ['python', 'import os.path; print(os.path.join("a", "b"), os.getcwd())', true, []],
    [
      'python',
      'import requests; r = requests.get("https://example.org"); print(r.status_code, r.json())',
      true,
      ['contact'],
    ],
    ['python', 'from pathlib import Path; print(sorted(Path(".").glob("*.py")))', true, ['names']],
    [
      'python',
      'from pathlib import Path; p = Path("a"); p.write_text(p.read_text().replace("a", "b"))',
      true,
      ['read', 'write'],
    ],
    ['python', 'from pathlib import Path; Path("a").rename("b")', true, ['move']],
    ['python', 'import os; list(map(os.system, ["ls"]))', true, ['shell']],
    ['python', 'import threading, os; threading.Thread(target=os.remove, args=("a",)).start()', true, ['delete']],
    ['python', 'list(map(eval, ["1"]))', true, ['code']],
    ['python', 'import os as o; f = getattr(o, "system"); f("ls")', true, ['shell']],
    ['python', 'import sys; sys.modules["os"].remove("a")', false, ['opaque']],
    ['python', 'import os; os.unheard_of("x")', false, ['opaque']],
    ['python', 'import boto3; boto3.client("s3").list_buckets()', true, ['contact']],
    ['python', 'unseen.go()', false, ['opaque']],
    ['python', 'from os import remove; remove("a")', true, ['delete']],
    ['python', 'import os; m = os; m.remove("a")', true, ['delete']],
    ['python', 'import os\nfor m in [os]:\n  m.remove("a")', true, ['delete']],
    ['python', 'import shutil as s; f = lambda m: m.move("a", "b"); f(s)', true, ['move']],
    ['python', 'import os, sys; print(os.sep, sys.argv)', true, []],
    ['javascript', 'console.log(require("./package.json").version)', true, ['read']],
    ['javascript', 'const fs = require("node:fs"); fs.unlinkSync("a")', true, ['delete']],
    ['php', 'echo json_decode(file_get_contents("composer.json"), true)["require"]["php"];', true, ['read']],
    ['php', '$a = ["require"]; require "/tmp/x.php";', true, ['load']],
    ['python', 'import subprocess, sys\nsubprocess.run([sys.executable, "-m", "pytest"])', true, ['program']],
    ['python', 'import torch\ntorch.save(m, "out/m.pt")', true, ['write']],
    ['python', 'import duckdb\nprint(duckdb.sql("select 1").fetchall())', true, []],
    ['python', 'import duckdb\nduckdb.sql("COPY t TO \'/tmp/x\'")', false, ['opaque']],
    ['python', 'import duckdb\nduckdb.sql("select * from \'~/.netrc\'")', false, ['opaque']],
    ['python', 'import sys, subprocess\nsys.executable = x\nsubprocess.run([sys.executable])', true, ['program']],
    ['python', 'import psutil\n[p.kill() for p in psutil.process_iter()]', true, ['end-process']],
    ['python', 'from sqlalchemy import create_engine\ne = create_engine("sqlite:///a.db")\ne.connect()', true, []],
    [
      'python',
      'from sqlalchemy import create_engine\ne = create_engine("postgresql://db.example.com/x")\ne.connect()',
      true,
      ['contact'],
    ],
    ['python', 'import transformers\ntransformers.AutoModel.from_pretrained("bert-base-uncased")', true, []],
    ['python', 'import transformers\ntransformers.AutoModel.from_pretrained("someone/model")', false, ['opaque']],
    [
      'python',
      'import transformers\ntransformers.AutoModel.from_pretrained("gpt2", trust_remote_code=True)',
      false,
      ['opaque'],
    ],
    ['python', 'import torch.nn as nn\nm = nn.Linear(1, 2)\nprint(m(x))', true, []],
    ['python', 'import torch.nn as nn\nm = nn.Linear(1, 2)\nm = y\nprint(m(x))', false, ['opaque']],
    ['python', 'import types\nm = types.SimpleNamespace()\nprint(m(x))', true, []],
    ['python', 'import h5py\nprint(list(h5py.File("a.h5", "r").keys()))', true, ['read']],
    ['python', 'import h5py\nh5py.File("a.h5", "w")', true, ['write']],
    ['python', 'import redis\nr = redis.Redis(host="localhost")\nprint(r.ping())', true, ['contact']],
    ['python', 'import redis\nr = redis.Redis(host="localhost")\nr.flushall()', false, ['contact', 'opaque']],
    [
      'python',
      'import httpx\nc = httpx.Client(base_url="http://localhost:8000")\nprint(c.get("/x"))',
      true,
      ['contact'],
    ],
    [
      'python',
      'import httpx\nc = httpx.Client(base_url="http://localhost:8000")\nc.post("https://example.com/x")',
      true,
      ['contact'],
    ],
    ['javascript', 'require(name)', false, ['opaque']],
    ['javascript', "const s = 'a'; console.log(s.replace(/import (\\w+) from '/g, 'x'))", true, []],
    ['javascript', "console.log(/[/'(]/.test(s)); require('fs').unlinkSync('a')", true, ['delete']],
    ['javascript', "const x = (a) / 2; require('fs').unlinkSync('a'); b / 2", true, ['delete']],
    ['javascript', "const x = a! / 2; require('fs').unlinkSync('a'); b / 2", true, ['delete']],
    ['javascript', "let x = y\n/ 2; require('fs').unlinkSync('a'); b / 2", true, ['delete']],
    ['javascript', 'globalThis["ev" + "al"]("1")', true, ['code']],
    ['javascript', 'fetch("https://example.org/x", {method: "POST", body: data})', true, ['contact']],
    ['javascript', 'console.log(process.env)', true, ['environment']],
    ['javascript', 'const _ = require("lodash"); console.log(_.uniq([1, 1]).map((x) => x * 2))', true, []],
    ['javascript', 'process.stdin.on("data", (d) => console.log(JSON.parse(d).a))', true, []],
    [
      'javascript',
      'const { readFileSync } = require("fs"); console.log(readFileSync("a", "utf8").split("\\n").length)',
      true,
      ['read'],
    ],
    ['javascript', 'import("node:os").then((os) => console.log(os.cpus().length))', true, []],
    [
      'javascript',
      'const util = require("util"); const run = util.promisify(require("child_process").exec); run("ls")',
      true,
      ['shell'],
    ],
    ['javascript', 'const rm = require("fs").rmSync; rm("a")', true, ['delete-tree']],
    ['javascript', 'console.log(require("typescript").version)', true, []],
    ['javascript', 'require("./build").start()', true, ['load']],
    ['javascript', 'const x = require("unheard-of"); x.go()', false, ['opaque']],
    ['javascript', 'unseen.go()', false, ['opaque']],
    ['javascript', '["a"].forEach(require("fs").unlinkSync)', true, ['delete']],
    ['javascript', 'const fs = require("fs"); ["a"].forEach(fs.unlinkSync)', true, ['delete']],
    ['javascript', '(0, eval)("1")', true, ['code']],
    ['javascript', 'const fs = require("fs"); const x = fs; x.unlinkSync("a")', true, ['delete']],
    ['javascript', 'import fs from "fs"; [fs].map((x) => x.unlinkSync("a"))', true, ['delete']],
    ['javascript', 'import fs from "node:fs"; fs.unlinkSync("a")', true, ['delete']],
    ['javascript', 'import * as fs from "fs"; console.log(fs.existsSync("a"))', true, ['names']],
    ['javascript', '(async () => { (await import("child_process")).execSync("ls") })()', true, ['shell']],
    ['javascript', 'globalThis.process.getBuiltinModule("fs").rmSync("a")', true, ['delete-tree']],
    ['javascript', 'process.getBuiltinModule("fs").rmSync("a")', true, ['delete-tree']],
    ['javascript', '[].filter.constructor("return 1")()', false, ['opaque']],
    ['javascript', 'import("data:text/javascript,1")', false, ['opaque']],
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
    ['ruby', 'unheard_of "x"', false, ['opaque']],
    ['ruby', 'Foo::Bar.new.go', false, ['opaque']],
    ['ruby', '"x".then { |a| a.frobnicate }', true, []],
    ['ruby', 'puts "#{frob}"', false, ['opaque']],
    ['ruby', 'x = File; x.delete("a")', true, ['delete']],
    ['ruby', 'File.new("a", "w").write("x")', true, ['write']],
    ['ruby', 'File.truncate("a", 0)', true, ['delete']],
    ['ruby', 'require "csv"; puts CSV.read("/etc/shadow")', true, ['read']],
    ['ruby', 'puts File.join("a", "b"), File.basename(__FILE__)', true, []],
    ['ruby', '%w[a].each(&:frob)', true, []],
    ['php', 'echo PHP_VERSION;', true, []],
    ['php', 'echo json_encode(array_unique(explode(",", "a,b")));', true, []],
    ['php', '$d = new DateTime("now"); echo $d->format("Y");', true, []],
    ['php', 'unheard_of("x");', false, ['opaque']],
    ['php', '$f = "sys" . "tem"; $f("ls");', true, ['shell']],
    ['php', 'new Unheard("x");', false, ['opaque']],
    ['php', '("sys" . "tem")("ls");', true, ['shell']],
    ['php', 'register_shutdown_function("x");', false, ['opaque']],
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

  it('a variable that is given one path stands for it', () => {
    const written = (text: string) =>
      readCode('python', text, inline).effects.flatMap((effect) => (effect.does === 'write' ? [effect.path.kind] : []))
    expect(written('from pathlib import Path\np = Path("a.md")\np.write_text("x")')).toEqual(['literal'])
    expect(written('from pathlib import Path\np = Path("a.md")\np = Path(x)\np.write_text("x")')).toEqual(['dynamic'])
    expect(written('from pathlib import Path\np = Path("a.md")\nfor p in y:\n  p.write_text("x")')).toEqual(['dynamic'])
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
