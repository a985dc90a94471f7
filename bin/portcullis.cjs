#!/usr/bin/env node
// Plain old JavaScript on purpose: an old Node must be able to read this file and say what is wrong.
'use strict'
try {
  require('./needs-node.cjs')
} catch (error) {
  process.stderr.write(error.message + '\n')
  // To an agent only 2 is a refusal; to everybody else 2 and 1 are decisions, and this is none (EX_UNAVAILABLE).
  process.exit(process.argv[2] === 'hook' ? 2 : 69)
}
var fs = require('fs')
var path = require('path')
// A checkout runs its sources, also when it has built the package.
var source = path.join(__dirname, '..', 'src', 'surfaces', 'cli', 'main.ts')
var built = path.join(__dirname, '..', 'dist', 'cli.cjs')
var main = fs.existsSync(source)
  ? import(require('url').pathToFileURL(source).href)
  : Promise.resolve(built).then(require)
main
  .then(function (loaded) {
    return loaded.started
  })
  .catch(function (error) {
    process.stderr.write('portcullis could not start: ' + (error && error.message) + '\n')
    process.exit(2)
  })
