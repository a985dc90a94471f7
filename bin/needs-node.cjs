// Plain old JavaScript on purpose: an old Node must be able to read this file and say what is wrong.
// The command line and every entry of the library load it before anything else.
'use strict'
var wanted = [22, 18]
var have = process.versions.node.split('.').map(Number)
if (have[0] < wanted[0] || (have[0] === wanted[0] && have[1] < wanted[1])) {
  var error = new Error(
    'portcullis needs Node ' +
      wanted.join('.') +
      ' or newer, and this is Node ' +
      process.versions.node +
      ' (' +
      process.execPath +
      '): install a current Node (https://nodejs.org) and run this again.',
  )
  error.code = 'ERR_PORTCULLIS_OLD_NODE'
  throw error
}
