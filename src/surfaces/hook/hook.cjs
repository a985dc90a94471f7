// The hook where there is no Perl and no curl, or no POSIX shell:
//   node hook.cjs AGENT STATE LAUNCHER SECONDS [--wire] [--spare SECONDS] [--observe yes|no] [--passed 'NAME NAME']
//     [--doctor COMMAND]
// Plain old JavaScript on purpose, and a socket instead of an HTTP library: it starts in a fraction of the time.
// Whatever goes wrong ends in exit 2, a reason on stderr and nothing on stdout.
'use strict'
var crypto = require('crypto')
var fs = require('fs')
var net = require('net')
var path = require('path')

var MOST_INPUT = 12 * 1024 * 1024
var MOST_ANSWER = 1024 * 1024
var args = process.argv.slice(2)
var wire = args.indexOf('--wire') > 0
var observe = option('--observe') === 'yes'
var agent = args[0]
var state = args[1]
var launcher = args[2]
var seconds = Number(args[3])
var spare = Number(option('--spare') || seconds)
var passed = option('--passed')
var doctor = option('--doctor') || 'portcullis doctor'
var child
var ended = false

function option(name) {
  var at = args.indexOf(name)
  return at > 3 ? args[at + 1] : undefined
}

function end(answer) {
  if (ended) return
  ended = true
  if (child && child.exitCode === null) child.kill('SIGKILL')
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
    stderr: 'portcullis: ' + because + '; calls are blocked until this is fixed (run: ' + doctor + ')\n',
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

var timer
/** From now on, so many seconds, and what it means when they are over. */
function deadline(most, because) {
  clearTimeout(timer)
  timer = setTimeout(function () {
    refuse(because)
  }, most * 1000)
}

var loader = Object.keys(process.env).find(function (name) {
  return /^(?:LD|DYLD)_/.test(name) && !/^LD_(?:RUN_PATH|BIND_NOW)$/.test(name) && process.env[name] !== ''
})
if (!agent || !state || !launcher || !(seconds > 0) || !(spare > 0)) refuse('the hook was called without its arguments')
else if (loader !== undefined)
  refuse(
    loader +
      ' is set, which loads code into programs: unset it where the agent is started, and look at `env` in its settings',
  )
else readInput()

function readInput() {
  var pieces = []
  var size = 0
  deadline(5, 'what the agent said did not come to an end')
  process.stdin.on('data', function (piece) {
    size += piece.length
    if (size > MOST_INPUT) refuse('what the agent said is too long')
    pieces.push(piece)
  })
  process.stdin.on('error', function () {
    refuse('what the agent said could not be read')
  })
  process.stdin.on('end', function () {
    if (size === 0) return refuse('the agent said nothing')
    deadline(seconds, 'the daemon did not answer in time')
    askDaemon(Buffer.concat(pieces))
  })
}

// A daemon that stops while a person is asked says 503; the one after it knows the question.
var RESTARTS = 2
var RESTART_MS = 3000

/** Windows has no owners of this kind; there the directory's access list decides. */
function isOwn(stat, bits) {
  return process.getuid === undefined || (stat.uid === process.getuid() && (stat.mode & bits) === 0)
}

/** Of this user alone: nobody else can have chosen or seen it. */
function secret(name, form) {
  try {
    var file = fs.openSync(path.join(state, name), fs.constants.O_RDONLY | (fs.constants.O_NOFOLLOW || 0))
    try {
      var stat = fs.fstatSync(file)
      var found = stat.isFile() && isOwn(stat, 63) ? form.exec(fs.readFileSync(file, 'utf8')) : null
      return found === null ? undefined : found[1]
    } finally {
      fs.closeSync(file)
    }
  } catch {
    return undefined
  }
}

function lookAt(file) {
  return fs.lstatSync(file, { throwIfNoEntry: false })
}

function sha256(bytes) {
  return crypto.createHash('sha256').update(bytes).digest('hex')
}

/** The body without its proof, when the proof is the daemon's for this very question; undefined otherwise. */
function proven(body, key, nonce, payload) {
  var found = /^(\{[^]*"exit":([02])),"proof":"([0-9a-f]{64})"\}$/.exec(body)
  if (found === null) return undefined
  var answer = found[1] + '}'
  var text =
    ['portcullis hook proof 1', agent, nonce, sha256(payload), found[2], sha256(Buffer.from(answer))].join('\n') + '\n'
  var wanted = crypto.createHmac('sha256', Buffer.from(key, 'hex')).update(text).digest()
  return crypto.timingSafeEqual(wanted, Buffer.from(found[3], 'hex')) ? answer : undefined
}

function askDaemon(payload, restarts) {
  var address = path.join(state, 'portcullis.sock')
  try {
    var directory = lookAt(state)
    var door = lookAt(address)
    if (directory === undefined || door === undefined)
      return restarts ? comeBack(payload, restarts) : askInProcess(payload)
    if (!directory.isDirectory() || !isOwn(directory, 18))
      return refuse('others may write the state directory, or it belongs to somebody else')
    if (process.platform !== 'win32' && (!door.isSocket() || !isOwn(door, 63)))
      return refuse("what lies in the place of the daemon's socket is not the daemon's")
  } catch {
    return refuse('the state directory cannot be looked at')
  }
  var token = secret('agent.token', /^([\w-]+)\n?$/)
  if (token === undefined) return refuse('the token of the daemon cannot be read, or others can read it')
  var key = secret('hook.key', /^([0-9a-f]{64})\n?$/)
  if (key === undefined) return refuse('the key of the hook cannot be read, or others can read it')
  var nonce = crypto.randomBytes(16).toString('hex')
  var socket = net.connect(address)
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
        '\r\nX-Portcullis-Nonce: ' +
        nonce +
        '\r\nX-Portcullis-Observe: ' +
        (observe ? 'yes' : 'no') +
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
    if (!/^HTTP\/1\.[01] 200 /.test(text) || body < 0) return refuse("the gate's answer cannot be read")
    var ours = proven(text.slice(body + 4), key, nonce, payload)
    if (ours === undefined)
      return refuse("the answer is not proven to be the daemon's (is it of an older version? restart it)")
    var answer = readAnswer(ours)
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

/**
 * What the gate's own process gets to see. Called by the script there is nothing in our own environment, and the secrets
 * it may need come by descriptor 3; called by hand it is the caller's, without what loads code into Node.
 */
function environment() {
  var own = Object.assign({}, process.env, { PORTCULLIS_STATE: state })
  for (var name in own) if (/^NODE_|^OPENSSL_/.test(name)) delete own[name]
  if (passed === undefined) return own
  var names = passed.split(' ')
  fs.readFileSync(3, 'utf8')
    .split('\n')
    .forEach(function (line) {
      var at = line.indexOf('=')
      if (at > 0 && names.indexOf(line.slice(0, at)) >= 0) own[line.slice(0, at)] = line.slice(at + 1)
    })
  return own
}

var asked = false
function askInProcess(payload) {
  if (asked || ended) return
  asked = true
  deadline(spare, 'the daemon cannot be reached and judging without it took too long')
  child = require('child_process').spawn(
    process.execPath,
    ['--disable-sigusr1', launcher, 'hook', agent, '--in-process', '--wire', '--deadline', String(spare)].concat(
      observe ? ['--observe'] : [],
    ),
    { stdio: ['pipe', 'pipe', 'ignore'], env: environment() },
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
