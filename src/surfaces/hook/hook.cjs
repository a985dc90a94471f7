// The hook where there is no curl or no POSIX shell: node hook.cjs AGENT STATE LAUNCHER SECONDS [--wire] [--observe]
// Plain old JavaScript on purpose, and a socket instead of an HTTP library: it starts in a fraction of the time.
// Whatever goes wrong ends in exit 2, a reason on stderr and nothing on stdout.
'use strict'
var fs = require('fs')
var net = require('net')
var path = require('path')

var MOST_INPUT = 12 * 1024 * 1024
var MOST_ANSWER = 1024 * 1024
var args = process.argv.slice(2)
var wire = args.indexOf('--wire') > 0
var observe = args.indexOf('--observe') > 0
var agent = args[0]
var state = args[1]
var launcher = args[2]
var seconds = Number(args[3])
var ended = false

function end(answer) {
  if (ended) return
  ended = true
  if (observe) process.exit(0)
  try {
    if (wire) {
      fs.writeSync(1, JSON.stringify({ stdout: answer.stdout, stderr: answer.stderr, exit: answer.exit }))
      process.exit(0)
    }
    if (answer.stdout) fs.writeSync(1, answer.stdout + '\n')
  } catch {
    // An allow that could not be handed over is no allow.
    answer = refusal('the answer could not be handed over')
    if (wire) process.exit(2)
  }
  try {
    if (answer.stderr) fs.writeSync(2, answer.stderr)
  } catch {}
  process.exit(answer.exit)
}

function refusal(because) {
  return {
    stdout: '',
    stderr:
      'portcullis: ' + because + '; nothing is allowed until that is mended (portcullis doctor tells what to do)\n',
    exit: 2,
  }
}

function refuse(because) {
  end(refusal(because))
}

/** Only exactly the expected shape is an answer. */
function isAnswer(value) {
  return (
    value !== null &&
    typeof value === 'object' &&
    typeof value.stdout === 'string' &&
    typeof value.stderr === 'string' &&
    (value.exit === 0 || value.exit === 2) &&
    (value.exit === 0 || value.stderr.trim() !== '')
  )
}

function readAnswer(text) {
  try {
    var value = JSON.parse(text)
    return isAnswer(value) ? value : undefined
  } catch {
    return undefined
  }
}

process.on('uncaughtException', function () {
  refuse('the hook failed')
})
process.on('unhandledRejection', function () {
  refuse('the hook failed')
})
;['SIGTERM', 'SIGINT', 'SIGHUP'].forEach(function (signal) {
  process.on(signal, function () {
    refuse('the hook was stopped from outside')
  })
})

if (!agent || !state || !launcher || !(seconds > 0)) {
  refuse('the hook was called without its arguments')
} else {
  setTimeout(function () {
    refuse('the gate did not answer in time')
  }, seconds * 1000)
  readInput()
}

function readInput() {
  var pieces = []
  var size = 0
  var tooLate = setTimeout(function () {
    refuse('what the agent said did not come to an end')
  }, 5000)
  process.stdin.on('data', function (piece) {
    size += piece.length
    if (size > MOST_INPUT) refuse('what the agent said is too long')
    pieces.push(piece)
  })
  process.stdin.on('error', function () {
    refuse('what the agent said could not be read')
  })
  process.stdin.on('end', function () {
    clearTimeout(tooLate)
    if (size === 0) return refuse('the agent said nothing')
    askDaemon(Buffer.concat(pieces))
  })
}

// A daemon that stops while a person is asked says 503; the one after it knows the question.
var RESTARTS = 2
var RESTART_MS = 3000

function askDaemon(payload, restarts) {
  var token
  try {
    token = fs.readFileSync(path.join(state, 'agent.token'), 'utf8').trim()
  } catch {
    return askInProcess(payload)
  }
  if (!/^[\w-]+$/.test(token)) return refuse('the token of the daemon cannot be read')
  var socket = net.connect(path.join(state, 'portcullis.sock'))
  var pieces = []
  var size = 0
  var connected = false
  socket.on('connect', function () {
    connected = true
    // HTTP/1.0: the answer ends with the connection and never comes in pieces with lengths of their own.
    socket.write(
      'POST /v1/hooks/' +
        encodeURIComponent(agent) +
        ' HTTP/1.0\r\nHost: portcullis\r\nConnection: close\r\nContent-Type: application/json\r\nAuthorization: Bearer ' +
        token +
        '\r\nX-Portcullis-Patience: ' +
        Math.floor(seconds) +
        '\r\nContent-Length: ' +
        payload.length +
        '\r\n\r\n',
    )
    socket.write(payload)
  })
  socket.on('data', function (piece) {
    size += piece.length
    if (size > MOST_ANSWER) return refuse("the gate's answer is too long")
    pieces.push(piece)
  })
  socket.on('error', function () {
    if (!connected || size === 0) return restarts ? comeBack(payload, restarts) : askInProcess(payload)
    refuse('the daemon could not be asked')
  })
  socket.on('end', function () {
    if (size === 0) return restarts ? comeBack(payload, restarts) : askInProcess(payload)
    var text = Buffer.concat(pieces).toString('utf8')
    var body = text.indexOf('\r\n\r\n')
    if (/^HTTP\/1\.[01] 503 /.test(text)) return comeBack(payload, restarts || 0)
    var answer = /^HTTP\/1\.[01] 200 /.test(text) && body > 0 ? readAnswer(text.slice(body + 4)) : undefined
    if (answer === undefined) return refuse("the gate's answer cannot be read")
    end(answer)
  })
}

function comeBack(payload, restarts) {
  if (ended) return
  if (restarts >= RESTARTS) return refuse('the daemon is stopping')
  setTimeout(function () {
    askDaemon(payload, restarts + 1)
  }, RESTART_MS)
}

var asked = false
function askInProcess(payload) {
  if (asked || ended) return
  asked = true
  var child = require('child_process').spawn(
    process.execPath,
    [launcher, 'hook', agent, '--in-process', '--wire', '--deadline', String(seconds)],
    { stdio: ['pipe', 'pipe', 'ignore'], env: Object.assign({}, process.env, { PORTCULLIS_STATE: state }) },
  )
  var pieces = []
  child.on('error', function () {
    refuse('the daemon cannot be reached and judging without it failed')
  })
  child.stdin.on('error', function () {})
  child.stdin.end(payload)
  child.stdout.on('data', function (piece) {
    pieces.push(piece)
  })
  child.on('close', function (code) {
    var answer = code === 0 ? readAnswer(Buffer.concat(pieces).toString('utf8')) : undefined
    if (answer === undefined)
      return refuse('the daemon cannot be reached and judging without it failed (exit ' + code + ')')
    end(answer)
  })
}
