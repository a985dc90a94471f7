import { describe, expect, test } from 'vitest'
import { gatedGuard } from './gated-guards.ts'
import { lostFlags } from './guarding-flags.ts'
import { loosenedLine } from './held-lines.ts'
import { looseSource } from './held-versions.ts'
import { looserValue } from './looser-values.ts'

type Row = readonly [path: string, before: string, after: string]

const LOOSER: readonly Row[] = [
  ['verify.kt', '.withIssuer(issuer).withAudience(audience).build()', '.withIssuer(issuer).build()'],
  ['trips.cs', '[Authorize(Policy = "Dispatcher")]', '[Authorize]'],
  [
    'rooms.ex',
    '  plug :require_role, :billing when action in [:refund, :void]',
    '  plug :require_role, :billing when action in [:void]',
  ],
  ['trips.cs', 'Find(t => t.Id == id && t.FleetId == user.FleetId)', 'Find(t => t.Id == id)'],
  ['upload.rs', 'const LARGEST: usize = 4_194_304;', 'const LARGEST: usize = usize::MAX;'],
  ['Contact.php', "  $casts = ['notes' => 'encrypted'];", "  $casts = ['notes' => 'string'];"],
]

const SAME: readonly Row[] = [
  [
    'auth.ts',
    'const payload = jwt.verify(token, process.env.JWT_SECRET!)',
    'const payload = jwt.verify(token, config.jwtSecret, { algorithms })',
  ],
  [
    'server.ts',
    "app.get('/orders', verifyToken, (req, res) => res.json([]))",
    "app.get('/orders', verifyToken, listOrders)",
  ],
  ['upstream.ts', "tls: { minVersion: 'TLSv1.2' }", "tls: { minVersion: 'TLSv1.3' }"],
  ['session.rs', 'user.active && user.allowed(x) && !sealed', 'user.active\n  && user.allowed(x)\n  && !sealed'],
  ['upload.py', 'name = secure_filename(file.filename)', 'name = f"{uuid4()}-{secure_filename(file.filename)}"'],
  [
    'rooms.rb',
    '  before_action :require_admin, only: %i[destroy]',
    '  before_action :require_admin, only: %i[destroy update]',
  ],
]

describe('a line that keeps somebody out', () => {
  test.each(LOOSER)('%s: %s', (path, before, after) => {
    expect(loosenedLine(path, before, after)).toBeDefined()
    expect(loosenedLine(path, after, before)).toBeUndefined()
  })
  test.each(SAME)('%s: %s is the same in other words', (path, before, after) =>
    expect(loosenedLine(path, before, after)).toBeUndefined(),
  )
})

describe('a value that says what may come', () => {
  test.each<Row>([
    ['q.ts', "sort: z.enum(['show', 'date'])", 'sort: z.string().max(60)'],
    ['app.ts', 'const allowed = /^https:\\/\\/a\\.example$/', 'const allowed = /a\\.example/'],
    ['key.go', 'os.WriteFile(path, key, 0600)', 'os.WriteFile(path, key, 0644)'],
    ['serve.py', 'app.run(host="127.0.0.1")', 'app.run(host="0.0.0.0")'],
    ['user.rb', 'params.permit(:name)', 'params.permit(:name, :role)'],
    [
      'hash.py',
      'PASSWORD_HASHERS = ["a.Argon2PasswordHasher"]',
      'PASSWORD_HASHERS = ["a.MD5PasswordHasher", "a.Argon2PasswordHasher"]',
    ],
  ])('%s: %s', (path, before, after) => {
    expect(looserValue(path, before, after)).toBeDefined()
    expect(looserValue(path, after, before)).toBeUndefined()
  })
})

describe('a check behind a switch', () => {
  test.each<Row>([
    ['hook.ts', 'verifySignature(body)', 'if (process.env.STRICT) verifySignature(body)'],
    [
      'auth.py',
      'def may_edit(user):\n    return user.owner',
      'def may_edit(user):\n    if user.beta:\n        return True\n    return user.owner',
    ],
  ])('%s: %s', (path, before, after) => expect(gatedGuard(path, before, after)).toBeDefined())
  test('a refusal more is none', () =>
    expect(
      gatedGuard(
        'auth.ts',
        'export function requireAdmin(req, res, next) {\n  next()\n}',
        "export function requireAdmin(req, res, next) {\n  if (req.user.role !== 'admin') return res.status(403).end()\n  next()\n}",
      ),
    ).toBeUndefined())
})

describe('what holds packages to what was agreed', () => {
  test.each([
    ['RUN npm ci', 'RUN npm install'],
    ['sha256sum -c tool.sha256', 'true'],
    ['curl -fLO https://github.com/a/x/y.tgz', 'curl -fLO https://github.com/b/x/y.tgz'],
    ['RUN pip install -r r.txt', 'RUN pip install --trusted-host x -r r.txt'],
  ])('%s', (before, after) => {
    expect(lostFlags(before, after)).toBeDefined()
    expect(lostFlags(before, `${before}\necho done`)).toBeUndefined()
  })
  test.each<Row>([
    ['Dockerfile', `FROM node:22@sha256:${'a1'.repeat(32)}`, 'FROM node:22'],
    ['Dockerfile', 'FROM node:22', 'FROM node:22\nCOPY --from=other/tools:latest /x /x'],
    ['.npmrc', 'ignore-scripts=true', 'save-exact=true'],
    [
      'pnpm-workspace.yaml',
      'onlyBuiltDependencies:\n  - esbuild',
      'onlyBuiltDependencies:\n  - esbuild\n  - fast-helper',
    ],
    [
      'nuget.config',
      '<add key="signatureValidationMode" value="require" />',
      '<add key="signatureValidationMode" value="accept" />',
    ],
    ['package.json', '  "zod": "3.24.1"', '  "zod": "latest"'],
    [
      'a.html',
      '<script src="https://c.example/x.js" integrity="sha384-x"></script>',
      '<script src="https://c.example/x.js"></script>',
    ],
  ])('%s: %s', (path, before, after) => {
    expect(looseSource(`/p/${path}`, before, after)).toBeDefined()
    expect(looseSource(`/p/${path}`, after, before)).toBeUndefined()
  })
})

describe('a dependency is held to what was looked at', () => {
  test.each<Row>([
    ['requirements.txt', 'requests==2.32.3', 'requests>=2'],
    ['requirements.txt', 'pyyaml==6.0.1', 'pyyaml==5.3'],
    ['package.json', '    "zod": "3.23.8",', '    "zod": "3.20.0",'],
  ])('%s: %s', (path, before, after) => {
    expect(looseSource(path, before, after)).toBeDefined()
    expect(looseSource(path, after, before)).toBeUndefined()
  })
})
