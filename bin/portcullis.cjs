#!/usr/bin/env node
// Plain old JavaScript on purpose: an old Node must be able to read this file and say what is wrong.
'use strict'
var wanted = [22, 18]
var have = process.versions.node.split('.').map(Number)
if (have[0] < wanted[0] || (have[0] === wanted[0] && have[1] < wanted[1])) {
  process.stderr.write(
    'portcullis needs Node ' +
      wanted.join('.') +
      ' or newer; this is ' +
      process.versions.node +
      ' (' +
      process.execPath +
      ').\n' +
      'Install a current Node (https://nodejs.org) and run this again. Until then every call is refused.\n',
  )
  process.exit(2)
}
var fs = require('fs')
var path = require('path')
var built = path.join(__dirname, '..', 'cli.mjs')
var source = path.join(__dirname, '..', 'src', 'surfaces', 'cli', 'main.ts')
import(require('url').pathToFileURL(fs.existsSync(built) ? built : source).href).catch(function (error) {
  process.stderr.write('portcullis could not start: ' + (error && error.message) + '\n')
  process.exit(2)
})
