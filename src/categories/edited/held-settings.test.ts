import { describe, expect, test } from 'vitest'
import { loosenedSettings, lostSetting } from './held-settings.ts'
import { loosenedPolicy } from './policy-files.ts'
import { movedGuard } from './route-guards.ts'

type Row = readonly [path: string, before: string, after: string]

const LOOSER: readonly Row[] = [
  ['auth.yml', 'password:\n  min-length: 12', 'password:\n  min-length: 6'],
  ['limits.json', '{ "maxLoginAttempts": 5 }', '{ "maxLoginAttempts": 60 }'],
  ['session.toml', '[session]\nidle_minutes = 20', '[session]\nidle_minutes = 600'],
  ['web.ts', 'session({ cookie: { maxAge: 20 * 60_000 } })', 'session({ cookie: { maxAge: 700 * 60_000 } })'],
  ['codecov.yml', 'coverage:\n  project:\n    target: 85%', 'coverage:\n  project:\n    target: 40%'],
  ['store.tf', 'backup_retention_period = 14', 'backup_retention_period = 2'],
  ['edge.tf', 'minimum_tls_version = "1.2"', 'minimum_tls_version = "1.0"'],
  ['mesh.yaml', 'mtls:\n  mode: STRICT', 'mtls:\n  mode: PERMISSIVE'],
  ['repository.json', '{ "visibility": "private" }', '{ "visibility": "public" }'],
  ['Info.plist', '<key>NSAllowsArbitraryLoads</key>\n<false/>', '<key>NSAllowsArbitraryLoads</key>\n<true/>'],
  [
    'manifest.xml',
    '<application android:usesCleartextTraffic="false">',
    '<application android:usesCleartextTraffic="true">',
  ],
  ['host.json', '{ "key": "X-Frame-Options", "value": "DENY" }', '{ "key": "X-Other", "value": "1" }'],
  ['_headers', 'Strict-Transport-Security: max-age=31536000', 'Strict-Transport-Security: max-age=60'],
  ['_headers', "Content-Security-Policy: script-src 'self'", "Content-Security-Policy: script-src 'self' https:"],
  ['gate.ts', "const PUBLIC_PATHS = ['/login']", "const PUBLIC_PATHS = ['/login', '/reports']"],
  ['gate.ts', "matcher: ['/app/:path*', '/api/:path*']", "matcher: ['/app/:path*']"],
  ['files.yml', 'allowed_types: [image/png]', 'allowed_types: [image/png, image/svg+xml]'],
  ['cors.json', '"origins": ["https://a.example"]', '"origins": ["https://a.example", "https://b.dev"]'],
  ['iam.tf', 'resources = ["arn:aws:s3:::x/*"]', 'resources = ["*"]'],
  ['roles.yml', 'viewer:\n  - orders.read', 'viewer:\n  - orders.read\n  - orders.delete'],
]

const SAME: readonly Row[] = [
  ['auth.yml', 'password:\n  min-length: 12', 'password:\n  min-length: 14'],
  ['session.toml', '[session]\nidle_minutes = 20', '[session]\nidle_minutes = 30'],
  ['cache.yml', 'pages:\n  ttl: 300', 'pages:\n  ttl: 7200'],
  ['compose.yml', 'restart: always', 'restart: never'],
  ['nginx.conf', 'gzip on;', 'gzip off;'],
  ['gate.ts', "const PUBLIC_PATHS = ['/login']", "const PUBLIC_PATHS = ['/login', '/health']"],
  ['cors.json', '"origins": ["https://a.example"]', '"origins": ["https://a.example", "https://www.a.example"]'],
  ['files.yml', 'allowed_types: [image/png]', 'allowed_types: [image/png, image/webp]'],
  ['roles.yml', 'viewer:\n  - orders.read', 'viewer:\n  - orders.read\n  - shows.read'],
  ['tsconfig.json', '"strict": true', '"strict": true,\n"target": "ES2023"'],
]

describe('a setting that keeps somebody out', () => {
  test.each(LOOSER)('%s: %s', (path, before, after) => expect(loosenedSettings(path, before, after)).toBeDefined())
  test.each(SAME)('%s: %s is as strict', (path, before, after) =>
    expect(loosenedSettings(path, before, after)).toBeUndefined(),
  )
  test('is not to be lost', () => {
    expect(lostSetting('api.yml', 'middlewares:\n  - auth\n  - gzip', 'middlewares:\n  - gzip')).toBeDefined()
    expect(lostSetting('api.yml', 'middlewares:\n  - auth\n  - gzip', 'middlewares:\n  - auth')).toBeUndefined()
    expect(lostSetting('sls.yml', 'authorizer: aws_iam', 'authorizer: cognito')).toBeUndefined()
    expect(lostSetting('locales/de.json', '"login": "Anmelden"', '"name": "Name"')).toBeUndefined()
  })
})

describe('a file of rules', () => {
  test.each<Row>([
    ['a.rego', 'default allow := false', 'default allow := true'],
    ['a.rego', 'allow if {\n  input.role == "a"\n  input.org == org\n}', 'allow if {\n  input.role == "a"\n}'],
    ['store.rules', 'allow write: if request.auth.uid == id;', 'allow write: if request.auth != null;'],
    ['pg_hba.conf', 'host all all 10.0.0.0/8 scram-sha-256', 'host all all 0.0.0.0/0 scram-sha-256'],
  ])('%s: %s', (path, before, after) => {
    expect(loosenedPolicy(path, before, after)).toBeDefined()
    expect(loosenedPolicy(path, before, before)).toBeUndefined()
  })
  test('may ask for more', () =>
    expect(loosenedPolicy('a.rego', 'input.role == "a"', 'input.role == "a"\ninput.org == org')).toBeUndefined())
})

describe('where a check stands', () => {
  const ROUTES = "router.get('/a', requireRole('x'), a)\nrouter.get('/b', requireRole('x'), b)"
  test.each<Row>([
    ['moved behind', "app.use(requireUser)\napp.use('/a', a)", "app.use('/a', a)\napp.use(requireUser)"],
    ['split', "app.use('/a', requireAdmin, a)", "app.use('/a', a)\napp.use('/a', requireAdmin)"],
    ['a bare route', ROUTES, `${ROUTES}\nrouter.get('/c', c)`],
    [
      'the rule for everything first',
      '.requestMatchers("/admin/**").hasRole("A")\n.requestMatchers("/**").authenticated()',
      '.requestMatchers("/**").authenticated()\n.requestMatchers("/admin/**").hasRole("A")',
    ],
  ])('%s', (_, before, after) => {
    expect(movedGuard(before, after)).toBeDefined()
    expect(movedGuard(after, before)).toBeUndefined()
  })
  test.each<Row>([
    ['a guarded route', ROUTES, `${ROUTES}\nrouter.get('/c', requireRole('x'), c)`],
    ['a route that shows nothing', ROUTES, `${ROUTES}\nrouter.get('/health', ok)`],
    [
      'a route among open ones',
      "app.get('/a', a)\napp.get('/b', b)",
      "app.get('/a', a)\napp.get('/b', b)\napp.get('/c', c)",
    ],
  ])('%s', (_, before, after) => expect(movedGuard(before, after)).toBeUndefined())
})
