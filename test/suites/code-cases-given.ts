import type { Case } from './code-cases.ts'

const parses = (use: string): string =>
  `import argparse, shutil, os\np = argparse.ArgumentParser()\np.add_argument("--dir", "-d", default="dist")\na = p.parse_args()\n${use}`
const clicks =
  'import click, shutil\n@click.command()\n@click.option("--dir", default="dist")\ndef f(dir):\n  shutil.rmtree(dir)\nf()'

/** What a program is given: by its command line, by variables, by a host that it asks. */
export const GIVEN_CASES: readonly Case[] = [
  ['an option that is not given is its default', 'python', parses('shutil.rmtree(a.dir)'), ['delete-tree dist'], []],
  ['an option that is given', 'python', parses('shutil.rmtree(a.dir)'), ['delete-tree /srv'], ['--dir', '/srv']],
  ['the beginning of an option', 'python', parses('shutil.rmtree(a.dir)'), ['delete-tree /srv'], ['--di=/srv']],
  ['a short option with its value', 'python', parses('shutil.rmtree(a.dir)'), ['delete-tree /srv'], ['-d/srv']],
  ['a command line that nobody knows', 'python', parses('shutil.rmtree(a.dir)'), ['delete-tree option']],
  ['an option of a command', 'python', clicks, ['delete-tree dist'], []],
  ['an option of a command that is given', 'python', clicks, ['delete-tree /srv'], ['--dir', '/srv']],
  ['a word that is given', 'python', 'import os, sys\nos.remove(sys.argv[1])', ['delete a'], ['a']],
  ['a word that is not given', 'javascript', 'require("fs").unlinkSync(process.argv[2] ?? "a")', ['delete a'], []],
  [
    'a text with nothing in the place of a word',
    'javascript',
    'require("child_process").execSync(`rm -rf /${process.argv[2] ?? ""}`)',
    ['shell rm -rf /'],
    [],
  ],
  ['the default of a variable', 'python', 'import os\nos.remove(os.environ.get("OUT", "a"))', ['delete a']],
  [
    'a variable that the code sets',
    'python',
    'import os\nos.environ["OUT"] = "/srv"\nos.remove(os.environ.get("OUT", "a"))',
    ['delete /srv'],
  ],
  [
    'a function with nothing by default is called by somebody else',
    'python',
    'import os, signal\ndef f(p=None):\n  os.remove(p)\nsignal.signal(1, f)',
    ['delete p'],
  ],
  [
    'an address that a host gives is that host’s',
    'python',
    'import requests\nr = requests.get("https://a.example/x")\nrequests.get(r.json()["next"])',
    ['contact https://a.example/x nothing', 'contact https://a.example/ nothing'],
  ],
  [
    'what is sent to an address that a host gives is sent somewhere',
    'python',
    'import requests\nr = requests.get("https://a.example/x")\nrequests.post(r.json()["next"], data="x")',
    ['contact https://a.example/x nothing', 'contact r.json()["next"] data'],
  ],
  [
    'a page of a driven browser may be a file',
    'javascript',
    'const b = await require("playwright").chromium.launch()\nconst p = await b.newPage()\nawait p.goto("file:///srv/x")',
    ['read file:///srv/x'],
  ],
  ['a template of Ruby is code', 'ruby', 'require "erb"\nERB.new("<%= `ls` %>").result', ['code  `ls` ']],
  ['a template that reaches into Python', 'python', 'import jinja2\njinja2.Template("{{ x.__class__ }}")', ['?']],
  [
    'a recursive function yields what it yields',
    'javascript',
    'const fs = require("fs")\nfunction* w(d) { for (const n of fs.readdirSync(d)) { yield "a"; yield* w("b") } }\nfor (const f of w("b")) fs.unlinkSync(f)',
    ['names b', 'delete a'],
  ],
  [
    'a task is given what runs commands',
    'python',
    'from invoke import task\n@task\ndef f(c):\n  c.run("ls a")',
    ['shell ls a'],
  ],
  [
    'a task with settings is, too',
    'python',
    'from fabric import task\n@task(hosts=["b"])\ndef f(c):\n  c.sudo("ls a")',
    ['shell ls a'],
  ],
  [
    'a session of nox runs programs',
    'python',
    'import nox\n@nox.session\ndef f(s):\n  s.run("rm", "a")',
    ['program rm a'],
  ],
  [
    'a session of nox installs',
    'python',
    'import nox\n@nox.session(python="3")\ndef f(s):\n  s.install("a")',
    ['program pip install a'],
  ],
  ['what a function without a decorator is given may be anything', 'python', 'def f(c):\n  c.run("ls a")', []],
  ['the names in a module', 'javascript', 'Object.keys(require("a-b"))', []],
  ['the functions of a module', 'javascript', 'Object.values(require("fs"))', ['?']],
  [
    'a client of one address',
    'javascript',
    'const { Pool } = require("undici")\nnew Pool("http://a.example").request({ path: "/b", method: "GET" })',
    ['contact http://a.example/b nothing'],
  ],
  [
    'a client of one address that sends',
    'javascript',
    'const { Pool } = require("undici")\nnew Pool("http://a.example").request({ path: "/b", method: "POST" })',
    ['contact http://a.example/b data'],
  ],
  [
    'a database by its whole address',
    'javascript',
    'new (require("pg").Pool)({ connectionString: "postgres://a/b" })',
    ['contact postgres://a/b unknown'],
  ],
  [
    'a statement in an object',
    'python',
    'import sqlite3, sqlalchemy\nsqlite3.connect("a").execute(sqlalchemy.text("SELECT 1"))',
    ['read a', 'sql SELECT 1'],
  ],
  [
    'a client of one address that is asked nobody knows what',
    'javascript',
    'const { Pool } = require("undici")\nnew Pool("http://a.example").request(JSON.parse(x))',
    ['contact http://a.example data'],
  ],
  [
    'a framework of Ruby brings its words',
    'ruby',
    'require "sinatra"\nset :bind, "0.0.0.0"\nget("/") { `ls a` }',
    ['door', 'shell ls a'],
  ],
  ['a template that somebody sends', 'ruby', 'require "sinatra"\nget("/") { erb params[:t] }', ['door', '?']],
  ['words of a framework that is not there', 'ruby', 'get("/") { 1 }', ['?']],
  ['a reader that makes any object', 'ruby', 'Oj.load("1")', ['?']],
  ['a reader that makes plain values', 'ruby', 'Oj.load("1", mode: :strict)', []],
  [
    'a table that is asked by a template',
    'javascript',
    'const { drizzle } = require("drizzle-orm/better-sqlite3")\nconst { sql } = require("drizzle-orm")\ndrizzle("a").execute(sql`drop table b`)',
    ['read a', 'sql drop table b'],
  ],
  [
    'a feed from elsewhere',
    'javascript',
    'const P = require("rss-parser")\nnew P().parseURL("https://a.example/f")',
    ['contact https://a.example/f nothing'],
  ],
  [
    'a framework of Ruby listens where it is told',
    'ruby',
    'require "sinatra/reloader"\nset :bind, "0.0.0.0"',
    ['door'],
  ],
]
