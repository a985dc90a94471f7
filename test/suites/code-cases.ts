import type { Language } from '../../src/call/action.ts'
import type { readCode } from '../../src/call/shell/code/read-code.ts'
import { literal, show } from '../../src/call/word.ts'
import { GIVEN_CASES } from './code-cases-given.ts'
import { MORE_CASES } from './code-cases-more.ts'

/** Code, and what a reader must say of it: every effect as `does what`, and `?` when something is not understood. */
export type Case = readonly [
  why: string,
  language: Language,
  code: string,
  effects: readonly string[],
  /** The words it is started with; left out: nobody knows. */
  args?: readonly string[],
]

export const CODE_CASES: readonly Case[] = [
  ['a module under another name', 'python', 'import os as o\no.remove("a")', ['delete a']],
  ['a function under another name', 'python', 'from shutil import rmtree as t\nt("a")', ['delete-tree a']],
  ['a module in a variable', 'python', 'import os\nm = os\nm.remove("a")', ['delete a']],
  ['a function in a variable', 'javascript', 'const r = require("fs").rmSync\nr("a")', ['delete-tree a']],
  ['a name that is never imported is a variable', 'python', 'code = 200\nprint(code)\nsignal = 1\nprint(signal)', []],
  [
    'a second value is possible',
    'python',
    'import os\np = "a"\nif x:\n  p = "b"\nos.remove(p)',
    ['delete b', 'delete a'],
  ],
  [
    'a value in a handler is possible',
    'python',
    'import os\ntry:\n  p = "a"\nexcept OSError:\n  p = "b"\nos.remove(p)',
    ['delete b', 'delete a'],
  ],
  [
    'a loop over constants',
    'python',
    'import os\nfor n in ["a", "b"]:\n  os.remove(n + ".txt")',
    ['delete a.txt', 'delete b.txt'],
  ],
  ['a parameter bound at the call', 'python', 'import os\ndef f(x, y="b"):\n  os.remove(x + y)\nf("a")', ['delete ab']],
  [
    'a list put together is argv',
    'python',
    'import subprocess\nc = ["git"]\nc += ["push"]\nc.append("-f")\nsubprocess.run(c)',
    ['program git push -f'],
  ],
  [
    'a method of a class',
    'python',
    'import os\nclass A:\n  def __init__(self, p):\n    self.p = p\n  def go(self):\n    os.remove(self.p)\nA("a").go()',
    ['delete a'],
  ],
  [
    'a decorator of the code itself',
    'python',
    'import os\ndef d(f):\n  def g(*a):\n    return f(*a)\n  return g\n@d\ndef h(p):\n  os.remove(p)\nh("a")',
    ['delete a'],
  ],
  ['a comprehension', 'python', 'import os\n[os.remove(p) for p in ["a"]]', ['delete a']],
  [
    'a function handed on',
    'python',
    'import os\nfrom concurrent.futures import ThreadPoolExecutor as T\nwith T() as t:\n  list(t.map(os.remove, ["a"]))',
    ['delete a'],
  ],
  [
    'everything a search finds',
    'python',
    'from pathlib import Path\nfor p in Path("a").rglob("*"):\n  p.unlink()',
    ['names a', 'delete-tree a'],
  ],
  [
    'what a search finds lies below',
    'python',
    'from pathlib import Path\nfor p in Path("a").rglob("*.py"):\n  p.read_text()',
    ['names a', 'read **/*.py'],
  ],
  ['a function that nothing calls may be called', 'python', 'import os\ndef f():\n  os.remove("a")', ['delete a']],
  ['text that is evaluated is followed', 'python', 'eval("1 + 1")', ['code 1 + 1']],
  ['text that is timed is followed', 'python', 'import timeit\ntimeit.timeit("x()")', ['code x()']],
  ['text that is profiled is followed', 'python', 'import cProfile\ncProfile.run("x()")', ['code x()']],
  ['text that is not known is not', 'python', 'exec(input())', ['?']],
  ['a pickle makes any object', 'python', 'import pickle\npickle.load(open("a", "rb"))', ['read a', '?']],
  [
    'settings of a logger make any object',
    'python',
    'import logging.config\nlogging.config.dictConfig({"handlers": {"a": {"()": "os.system"}}})',
    ['?'],
  ],
  ['tests run code', 'python', 'import pytest\npytest.main(["/tmp/x.py"])', ['?']],
  ['an interpreter of another language', 'python', 'import tkinter\ntkinter.Tcl().eval("exec ls")', ['?']],
  ['a library that nobody described', 'python', 'import unheard\nunheard.go()', ['?']],
  ['a call of a library that is not in its table', 'python', 'import os\nos.unheard()', ['?']],
  ['a library that cannot act', 'python', 'import math, json\nprint(math.sqrt(2), json.dumps({}))', []],
  ['a syntax error', 'python', 'import os\nprint("a"\nos.remove("a")', ['?']],
  ['a syntax error at the end', 'javascript', 'console.log(1)\nfoo(', ['?']],
  ['a print of Python 2', 'python', 'print "x"', []],
  ['a print of Python 2 into a file', 'python', 'print >>f, "x"', ['?']],
  ['an exec of Python 2', 'python', 'exec "import os"', ['code import os']],
  [
    'hidden text that is run',
    'python',
    'import base64\nexec(base64.b64decode("cHJpbnQoMSk="))',
    ['code print(1)', '?'],
  ],
  ['a way round every name', 'python', 'print.__self__.__dict__["eval"]("1")', ['?']],
  [
    'a list to which something unknown was added',
    'python',
    'import os, sys\nf = ["a"]\nf += sys.argv[1:]\nfor p in f:\n  os.remove(p)',
    ['delete a', 'delete f += sys.argv[1:]'],
  ],
  ['a whole environment', 'python', 'import os\nprint(dict(os.environ))', ['environment environment']],
  [
    'the environment of a program',
    'python',
    'import os, subprocess\nsubprocess.run(["ls"], env={**os.environ, "A": "1"})',
    ['program ls'],
  ],
  [
    'a file that leaves in a header',
    'python',
    'import requests\nrequests.get("https://a.b/c", headers={"x": open("a").read()})',
    ['read a', 'contact https://a.b/c data'],
  ],
  [
    'an address where a path stands',
    'python',
    'import pandas as pd\npd.DataFrame().to_csv("s3://a/b")',
    ['contact s3://a/b data'],
  ],
  ['a method by a computed name', 'javascript', 'require("child_" + "process")["exec" + "Sync"]("ls")', ['shell ls']],
  ['a module by an unknown name', 'javascript', 'require(x)', ['?']],
  ['a promise of a module', 'javascript', 'import("fs").then((m) => m.rmSync("a"))', ['delete-tree a']],
  [
    'destructured',
    'javascript',
    'const { execFileSync: r } = require("node:child_process"); const [c, ...a] = ["git", "log"]; r(c, a)',
    ['program git log'],
  ],
  ['text as a timer', 'javascript', 'setTimeout("go()", 1)', ['code go()']],
  ['a function made of text', 'javascript', 'new Function("a", "return a")', ['code return a']],
  ['a virtual machine', 'javascript', 'require("vm").runInThisContext("x")', ['code x']],
  [
    'types are left out',
    'javascript',
    'import fs from "node:fs"\nconst p: string = "a" as string\nfs.rmSync(p!)',
    ['delete-tree a'],
  ],
  ['a constructor reaches everything', 'javascript', '[].at.constructor("return process")()', ['?']],
  ['a block', 'ruby', 'Dir.glob("a/*.rb").each { |f| File.delete(f) }', ['delete a/*.rb']],
  ['backticks', 'ruby', 'x = "ls"\n`#{x} -l`', ['shell ls -l']],
  ['a method by name', 'ruby', 'Kernel.send(:system, "ls")', ['?']],
  [
    'a program of Go',
    'compiled',
    'package main\nimport "os/exec"\nfunc main() { exec.Command("git", "log").Run() }',
    ['program git log'],
  ],
  ['a library of Go that nobody described', 'compiled', 'package main\nimport "a.b/c"\nfunc main() { c.Go() }', ['?']],
  ...MORE_CASES,
  ...GIVEN_CASES,
  ['too deep', 'python', `x = ${'['.repeat(2000)}${']'.repeat(2000)}`, ['?']],
]

/** Every case in which the reader says something else. */
export function misread(read: typeof readCode, cases: readonly Case[] = CODE_CASES): readonly string[] {
  return cases.flatMap(([why, language, code, expected, args]) => {
    const { effects, seenThrough } = read(language, code, {
      project: false,
      local: () => false,
      args: args?.map(literal),
    })
    const said = effects.flatMap((effect): readonly string[] => {
      switch (effect.does) {
        case 'opaque':
          return ['?']
        case 'program':
          return [`program ${effect.words.map(show).join(' ')}`]
        case 'shell':
        case 'code':
          return [`${effect.does} ${show(effect.code)}`]
        case 'contact':
          return [`contact ${show(effect.target)} ${effect.sends}`]
        case 'copy':
        case 'move':
          return [`${effect.does} ${show(effect.from)} ${show(effect.to)}`]
        case 'environment':
          return [`environment ${effect.name}`]
        case 'sql':
          return [`sql ${effect.code}`]
        case 'door':
        case 'end-process':
          return [effect.does]
        default:
          return [`${effect.does} ${show(effect.path)}`]
      }
    })
    const told = [...new Set(said)]
    const isRight = JSON.stringify(told) === JSON.stringify(expected) && seenThrough === !expected.includes('?')
    return isRight
      ? []
      : [`${why}: ${JSON.stringify(told)}, seen through: ${seenThrough}, wanted ${JSON.stringify(expected)}`]
  })
}
