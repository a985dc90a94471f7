import { requestText, sendRaw, type Where } from './raw-request.ts'

/** A daemon that runs, and what opens it. */
export interface Target {
  readonly agent: string
  readonly operator: string
  readonly port: Where
  readonly portNumber: number
  readonly socket: Where
  readonly project: string
  /** A call as the daemon takes it. */
  call(command: string): object
}

type Headers = readonly (readonly [string, string])[]

/** One request that must be refused. `status`: any of these; 0 stands for a connection that is cut. */
export interface Negative {
  readonly what: string
  readonly where: Where
  readonly bytes: string | Buffer
  readonly status: readonly number[]
}

/** A request that would be answered if nothing about it were changed. */
export interface Honest {
  readonly name: string
  readonly where: Where
  readonly method: string
  readonly target: string
  readonly headers: Headers
  readonly body: string
}

export function honestOnes(running: Target): readonly Honest[] {
  const body = JSON.stringify(running.call('ls'))
  const forget = JSON.stringify({ id: 'kept' })
  const port = running.portNumber
  const json = (text: string): Headers => [
    ['Content-Type', 'application/json'],
    ['Content-Length', String(Buffer.byteLength(text))],
  ]
  const head = (host: string, token: string): Headers => [
    ['Host', host],
    ['Connection', 'close'],
    ['Authorization', `Bearer ${token}`],
  ]
  const own = `127.0.0.1:${port}`
  return [
    {
      name: 'judge',
      where: running.port,
      method: 'POST',
      target: '/v1/judge',
      headers: [...head(own, running.agent), ...json(body)],
      body,
    },
    {
      name: 'forget',
      where: running.port,
      method: 'POST',
      target: '/v1/session/forget',
      headers: [...head(own, running.operator), ...json(forget)],
      body: forget,
    },
    {
      name: 'health',
      where: running.port,
      method: 'GET',
      target: '/v1/health',
      headers: head(own, running.operator),
      body: '',
    },
    {
      name: 'judge over the socket',
      where: running.socket,
      method: 'POST',
      target: '/v1/judge',
      headers: [...head('localhost', running.agent), ...json(body)],
      body,
    },
  ]
}

export function text(honest: Honest, change: Partial<Honest> = {}): string {
  const { method, target, headers, body } = { ...honest, ...change }
  return requestText(method, target, headers, body)
}

/** The header replaced, taken away (undefined), or sent twice. */
function withHeader(honest: Honest, name: string, ...values: readonly string[]): Headers {
  const rest = honest.headers.filter(([key]) => key.toLowerCase() !== name.toLowerCase())
  return [...values.map((value) => [name, value] as const), ...rest]
}

export function hosts(honest: Honest, port: number): readonly Negative[] {
  const wrong = [
    'evil.com',
    `evil.com:${port}`,
    `127.0.0.1.evil.com:${port}`,
    `localhost.:${port}`,
    `0.0.0.0:${port}`,
    `[::ffff:127.0.0.1]:${port}`,
    `[::1]:${port}`,
    `127.0.0.1:${port + 1}`,
    '127.0.0.1',
    `127.1:${port}`,
    `2130706433:${port}`,
    `LOCALHOST.evil.com:${port}`,
    `user@127.0.0.1:${port}`,
    `127.0.0.1:${port}.evil.com`,
    '',
  ]
  const rows = wrong.map((host) => ({
    what: `${honest.name}: Host ${host}`,
    where: honest.where,
    bytes: text(honest, { headers: withHeader(honest, 'Host', host) }),
    status: [421, 400],
  }))
  const own = honest.headers.find(([name]) => name === 'Host')![1]
  return [
    ...rows,
    {
      what: `${honest.name}: no Host`,
      where: honest.where,
      bytes: text(honest, { headers: withHeader(honest, 'Host') }),
      status: [400],
    },
    {
      what: `${honest.name}: no Host in HTTP/1.0`,
      where: honest.where,
      bytes: text(honest, { headers: withHeader(honest, 'Host') }).replace('HTTP/1.1', 'HTTP/1.0'),
      status: [421],
    },
    {
      what: `${honest.name}: two Hosts, the first right`,
      where: honest.where,
      bytes: text(honest, { headers: withHeader(honest, 'Host', own, 'evil.com') }),
      status: [400, 421],
    },
    {
      what: `${honest.name}: two Hosts, the second right`,
      where: honest.where,
      bytes: text(honest, { headers: withHeader(honest, 'Host', 'evil.com', own) }),
      status: [400, 421],
    },
    {
      what: `${honest.name}: an absolute address`,
      where: honest.where,
      bytes: text(honest, { target: `http://${own}${honest.target}` }),
      status: [421],
    },
    {
      what: `${honest.name}: an absolute foreign address`,
      where: honest.where,
      bytes: text(honest, { target: `http://evil.com${honest.target}` }),
      status: [421],
    },
  ]
}

export function origins(honest: Honest, port: number): readonly Negative[] {
  const foreign = [
    'https://evil.com',
    'null',
    'http://localhost.evil',
    `http://127.0.0.1:${port + 1}`,
    'http://127.0.0.1',
    `https://127.0.0.1:${port}`,
    `http://127.0.0.1:${port}.evil.com`,
    `http://127.0.0.1:${port}/`,
    'file://',
    'chrome-extension://abcdef',
  ]
  const one = foreign.map((origin) => ['Origin', origin] as const)
  const metadata: readonly (readonly [string, string])[] = [
    ['Sec-Fetch-Site', 'cross-site'],
    ['Sec-Fetch-Site', 'same-site'],
    ['Sec-Fetch-Site', 'Same-Origin'],
    ['Sec-Fetch-Mode', 'no-cors'],
    ['Sec-Fetch-Mode', 'websocket'],
    ['Sec-Fetch-Dest', 'image'],
    ['Sec-Fetch-Dest', 'script'],
    ['Sec-Fetch-Dest', 'iframe'],
    ['Sec-Fetch-Dest', 'embed'],
    ['Upgrade', 'websocket'],
  ]
  return [...one, ...metadata].map(([name, value]) => ({
    what: `${honest.name}: ${name} ${value}`,
    where: honest.where,
    bytes: text(honest, { headers: [...withHeader(honest, name, value), ...(name === 'Upgrade' ? UPGRADE : [])] }),
    status: [403],
  }))
}

const UPGRADE: Headers = [['Sec-WebSocket-Key', 'dGhlIHNhbXBsZSBub25jZQ==']]

export function tokens(honest: Honest, running: Pick<Target, 'agent' | 'operator'>): readonly Negative[] {
  const right = honest.headers.find(([name]) => name === 'Authorization')![1].slice('Bearer '.length)
  const flipped = `${right[0] === 'A' ? 'B' : 'A'}${right.slice(1)}`
  const wrong: readonly (readonly [string, readonly string[]])[] = [
    ['none', []],
    ['empty', ['']],
    ['only the scheme', ['Bearer']],
    ['another', [`Bearer ${'x'.repeat(43)}`]],
    ['cut short', [`Bearer ${right.slice(0, -1)}`]],
    ['longer', [`Bearer ${right}x`]],
    ['one character off', [`Bearer ${flipped}`]],
    ['upper case', [`Bearer ${right.toUpperCase()}`]],
    ['without scheme', [right]],
    ['Basic', [`Basic ${Buffer.from(`operator:${right}`).toString('base64')}`]],
    ['in two parts', [`Bearer ${right.slice(0, 20)} ${right.slice(20)}`]],
    ['twice', [`Bearer ${right}`, `Bearer ${right}`]],
    ['both', [`Bearer ${running.agent}, Bearer ${running.operator}`]],
  ]
  const rows = wrong.map(([what, values]) => ({
    what: `${honest.name}: token ${what}`,
    where: honest.where,
    bytes: text(honest, { headers: withHeader(honest, 'Authorization', ...values) }),
    status: [401],
  }))
  const bare = withHeader(honest, 'Authorization')
  return [
    ...rows,
    {
      what: `${honest.name}: token in the address`,
      where: honest.where,
      bytes: text(honest, { target: `${honest.target}?token=${right}&access_token=${right}`, headers: bare }),
      status: [401],
    },
    {
      what: `${honest.name}: token in a cookie`,
      where: honest.where,
      bytes: text(honest, { headers: [...bare, ['Cookie', `token=${right}`]] }),
      status: [401],
    },
    {
      what: `${honest.name}: token in another header`,
      where: honest.where,
      bytes: text(honest, { headers: [...bare, ['X-Api-Key', right]] }),
      status: [401],
    },
  ]
}

export function methods(honest: Honest): readonly Negative[] {
  const row = (method: string, headers: Headers = honest.headers, status = [405]): Negative => ({
    what: `${honest.name}: ${method} ${headers.length > honest.headers.length ? 'preflight' : ''}`,
    where: honest.where,
    bytes: text(honest, { method, headers }),
    status,
  })
  const preflight: Headers = [...honest.headers, ['Access-Control-Request-Method', 'POST']]
  return [
    ...['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD', 'TRACE', 'PROPFIND'].map((method) => row(method)),
    row('CONNECT', honest.headers, [405, 0]),
    row('BREW', honest.headers, [400]),
    row('OPTIONS', preflight),
    row(honest.method === 'POST' ? 'GET' : 'POST', honest.headers, [405, 400, 415]),
    row(
      honest.method === 'POST' ? 'GET' : 'POST',
      [...honest.headers, ['X-HTTP-Method-Override', honest.method]],
      [405],
    ),
  ]
}

export function types(honest: Honest): readonly Negative[] {
  const wrong = [
    'text/plain',
    'text/plain;charset=UTF-8',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/json',
    'application/jsonp',
    'application/json-patch+json',
    'application/json; charset=utf-16',
    'application/json, text/plain',
    'text/plain; application/json',
    'application/javascript',
    '',
  ]
  const rows = wrong.map((type) => ({
    what: `${honest.name}: Content-Type ${type}`,
    where: honest.where,
    bytes: text(honest, { headers: withHeader(honest, 'Content-Type', type) }),
    status: [415],
  }))
  return [
    ...rows,
    {
      what: `${honest.name}: no Content-Type`,
      where: honest.where,
      bytes: text(honest, { headers: withHeader(honest, 'Content-Type') }),
      status: [415],
    },
    {
      what: `${honest.name}: two Content-Types`,
      where: honest.where,
      bytes: text(honest, { headers: withHeader(honest, 'Content-Type', 'application/json', 'text/plain') }),
      status: [415],
    },
    {
      what: `${honest.name}: compressed`,
      where: honest.where,
      bytes: text(honest, { headers: [...honest.headers, ['Content-Encoding', 'gzip']] }),
      status: [415],
    },
  ]
}

export function paths(honest: Honest): readonly Negative[] {
  const wrong = [
    '/',
    '/v1',
    '/v1/',
    '/v1/judge/',
    '//v1/judge',
    '/v1//judge',
    '/v1/./judge',
    '/v1/../v1/judge',
    '/v1/%6audge',
    '/v1/%2e%2e/v1/judge',
    '/v1/..%2f..%2fetc/passwd',
    '/../../../../etc/passwd',
    '/v1/judge%00',
    '/v1/judge;x=1',
    '/v1\\judge',
    '/V1/JUDGE',
    '/v1/hooks/',
    '/v1/hooks/../judge',
    '/v1/hooks/a/b',
    '/v1/hooks/Claude',
    '/v1/nothing',
    '/v1/audit/records/..',
    '/static/index.html',
    '/.git/config',
    '*',
    `/v1/judge?${'x'.repeat(5000)}`,
  ]
  return wrong.map((target) => ({
    what: `${honest.name}: path ${target.slice(0, 40)}`,
    where: honest.where,
    bytes: text(honest, { target }),
    status: [404, 421, 414, 400],
  }))
}

function bodies(honest: Honest, running: Target): readonly Negative[] {
  const call = JSON.stringify(running.call('ls'))
  const inner = (extra: string): string => `${call.slice(0, -1)},${extra}}`
  const wrong: readonly (readonly [what: string, body: string | Buffer, status?: readonly number[]])[] = [
    ['nothing', ''],
    ['not JSON', 'hello'],
    ['cut off', call.slice(0, -5)],
    ['two values', `${call}${call}`],
    ['a list', `[${call}]`],
    ['a text', JSON.stringify(call)],
    ['null', 'null'],
    ['a double key', inner('"tool":"Read"')],
    ['a prototype', inner('"__proto__":{"a":1}')],
    ['a mode it would like', inner('"mode":"bypassPermissions"')],
    ['an unknown key', inner('"approved":true')],
    ['a verdict of its own', inner('"decision":"allow"')],
    ['a comment', `/* */${call}`],
    ['JSONP', `callback(${call})`],
    ['NUL in it', call.replace('ls', 'l\\u0000s')],
    ['half a surrogate pair', call.replace('ls', 'l\\ud800s')],
    ['bytes that are not UTF-8', Buffer.concat([Buffer.from(call.slice(0, 20)), Buffer.from([0xff, 0xfe])])],
    ['too deep', inner(`"x":${'['.repeat(200)}${']'.repeat(200)}`)],
    ['too many entries', inner(`"x":[${'1,'.repeat(20_000)}1]`)],
    ['too large', inner(`"x":"${'x'.repeat(1_200_000)}"`), [413]],
    ['a relative directory', call.replace(JSON.stringify(running.project), '"project"')],
    ['no session', call.replace(/"session":"\w+"/, '"session":""')],
    ['an input that is a list', call.replace(/"input":\{[^}]*\}/, '"input":[]')],
    ['a tool that is a number', call.replace('"Bash"', '7')],
  ]
  return wrong.flatMap(([what, body, status = [400]]) => {
    const size = String(Buffer.byteLength(body))
    const head = requestText('POST', '/v1/judge', withHeader(honest, 'Content-Length', size))
    const chunked = requestText('POST', '/v1/judge', [
      ...withHeader(honest, 'Content-Length'),
      ['Transfer-Encoding', 'chunked'],
    ])
    const chunk = Buffer.concat([
      Buffer.from(Buffer.byteLength(body) === 0 ? '' : `${Buffer.byteLength(body).toString(16)}\r\n`),
      Buffer.from(body),
      Buffer.from(Buffer.byteLength(body) === 0 ? '0\r\n\r\n' : '\r\n0\r\n\r\n'),
    ])
    return [
      {
        what: `body: ${what}`,
        where: honest.where,
        bytes: Buffer.concat([Buffer.from(head), Buffer.from(body)]),
        status,
      },
      {
        what: `chunked body: ${what}`,
        where: honest.where,
        bytes: Buffer.concat([Buffer.from(chunked), chunk]),
        status,
      },
    ]
  })
}

/** Requests that two readers would cut differently. */
export function smuggled(honest: Honest): readonly Negative[] {
  const bare = withHeader(honest, 'Content-Length')
  const size = String(Buffer.byteLength(honest.body))
  const row = (what: string, bytes: string, status: readonly number[] = [400]): Negative => ({
    what: `${honest.name}: ${what}`,
    where: honest.where,
    bytes,
    status,
  })
  const headed = (headers: Headers, body = honest.body): string => text(honest, { headers, body })
  return [
    row('two lengths', headed([...bare, ['Content-Length', size], ['Content-Length', '0']])),
    row('two lengths in one', headed([...bare, ['Content-Length', `${size}, ${size}`]])),
    row('a length with a sign', headed([...bare, ['Content-Length', `+${size}`]])),
    row('a length in hex', headed([...bare, ['Content-Length', '0x10']])),
    row('a negative length', headed([...bare, ['Content-Length', '-1']])),
    row(
      'length and chunks',
      headed([...bare, ['Content-Length', size], ['Transfer-Encoding', 'chunked']], '0\r\n\r\n'),
    ),
    row('chunked, identity', headed([...bare, ['Transfer-Encoding', 'chunked, identity']], '0\r\n\r\n')),
    row('gzip, chunked', headed([...bare, ['Transfer-Encoding', 'gzip, chunked']], '0\r\n\r\n'), [400, 501]),
    row('chunk garbage', headed([...bare, ['Transfer-Encoding', 'chunked']], 'zz\r\n{}\r\n0\r\n\r\n')),
    row('a chunk size that overflows', headed([...bare, ['Transfer-Encoding', 'chunked']], `${'f'.repeat(17)}\r\n{}`)),
    row('a space before the colon', text(honest).replace('Host:', 'Host :')),
    row('a folded header', text(honest).replace('Connection: close', 'X-A: b\r\n c: d')),
    row('bare line feeds', text(honest).replaceAll('\r\n', '\n'), [400]),
    row('NUL in a header', text(honest, { headers: [...honest.headers, ['X-A', 'a\0b']] })),
    row('a huge header', text(honest, { headers: [...honest.headers, ['X-A', 'a'.repeat(20_000)]] }), [431]),
    row(
      'too many headers',
      text(honest, { headers: [...honest.headers, ...Array.from({ length: 80 }, (_, i) => [`X-${i}`, 'a'] as const)] }),
      [431],
    ),
    row('another protocol', 'GET / HTTP/9.9\r\n\r\n'),
    row('HTTP/2 preface', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
    row('TLS', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003'),
    row('an unknown expectation', text(honest, { headers: [...honest.headers, ['Expect', '200-ok']] }), [417]),
  ]
}

export function negatives(running: Target): readonly Negative[] {
  const [judge, forget, health, overSocket] = honestOnes(running) as [Honest, Honest, Honest, Honest]
  const port = running.portNumber
  const bodied = { ...health, headers: [...health.headers, ['Content-Length', '2'] as const], body: '{}' }
  return [
    ...[judge, forget, health, overSocket].flatMap((honest) => hosts(honest, port)),
    ...[judge, forget, health].flatMap((honest) => origins(honest, port)),
    ...origins(overSocket, port),
    {
      what: 'own origin over the socket, where there are no browsers',
      where: overSocket.where,
      bytes: text(overSocket, { headers: [...overSocket.headers, ['Origin', `http://127.0.0.1:${port}`]] }),
      status: [403],
    },
    ...[judge, forget, health].flatMap((honest) => tokens(honest, running)),
    ...[judge, health].flatMap((honest) => methods(honest)),
    ...[judge, forget].flatMap((honest) => types(honest)),
    ...paths(judge),
    ...bodies(judge, running),
    ...smuggled(judge),
    { what: 'a GET with a body', where: health.where, bytes: text(bodied), status: [400] },
  ]
}

/** What is wrong with how a request was refused; undefined when it was refused as it must be. */
export async function refusedAs(row: Negative): Promise<string | undefined> {
  const answer = await sendRaw(row.where, row.bytes)
  if (answer === 'closed') return row.status.includes(0) ? undefined : 'the connection was cut without an answer'
  if (answer === 'silent') return 'no answer'
  const cors = [...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))
  if (cors.length > 0) return `CORS header ${cors.join(', ')}`
  if (answer.headers.has('set-cookie')) return 'a cookie is set'
  return row.status.includes(answer.status) ? undefined : `${answer.status}, not ${row.status.join(' or ')}`
}
