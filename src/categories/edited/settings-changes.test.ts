import { describe, expect, it } from 'vitest'
import { frozenWorld } from '../../call/world.frozen.ts'
import { surroundingsOf } from '../../call/surroundings.ts'
import { DEFAULT_TRUST } from '../../policy/trust.ts'
import { movedSource } from './code-sources.ts'
import { lostGuardWord } from './guard-words.ts'
import { passedOver, silenced } from './guards.ts'
import { letsOut } from './kept-out.ts'
import { weakenedSetting } from './settings-changes.ts'

type Row = readonly [what: string, before: string, after: string]

describe('settings', () => {
  const weaker: readonly Row[] = [
    ['switched off', '"requireMfa": true', '"requireMfa": false'],
    ['takes everything', 'allowedTypes: [application/pdf]', 'allowedTypes: ["*/*"]'],
    ['a way round', '"secure-http": true', '"secure-http": true,\n"disable-tls": true'],
    ['old TLS', 'enabled-protocols: TLSv1.3', 'enabled-protocols: TLSv1,TLSv1.3'],
    ['less strict', 'ddl-auto: validate', 'ddl-auto: create-drop'],
    ['stretched', 'expiry = timedelta(minutes=20)', 'expiry = timedelta(days=3650)'],
    ['a rate', 'rates = {"login": "5/min"}', 'rates = {"login": "100000/min"}'],
    ['a secret that is written down', 'JWT_KEY: ${JWT_KEY}', 'JWT_KEY: 4d1f0c77aa99b2'],
  ]
  it.each(weaker)('%s', (_, before, after) => expect(weakenedSetting(before, after)).toBeDefined())

  const same: readonly Row[] = [
    ['no guard', '"newCheckout": true', '"newCheckout": false'],
    ['switched on', 'requireMfa: false', 'requireMfa: true'],
    ['a bit longer', 'timeout = 5000', 'timeout = 30000'],
    ['shorter', 'expiry = timedelta(minutes=20)', 'expiry = timedelta(minutes=10)'],
    ['a password for development', 'POSTGRES_PASSWORD: postgres', 'POSTGRES_PASSWORD: parcels'],
  ]
  it.each(same)('not: %s', (_, before, after) => expect(weakenedSetting(before, after)).toBeUndefined())
})

describe('where code comes from', () => {
  const surroundings = surroundingsOf('/p', frozenWorld({}), { trust: DEFAULT_TRUST })
  const moved: readonly (readonly [string, before: string, after: string])[] = [
    ['/p/main.tf', 'source = "github:acme/vpc"\nversion = "6.0.1"', 'source = "git::https://github.com/other/vpc.git"'],
    ['/p/uv.lock', 'url = "https://files.pythonhosted.org/a.tar.gz"', 'url = "https://files.cdn.example/a.tar.gz"'],
    ['/p/flake.lock', '"owner": "NixOS",', '"owner": "nix-mirror",'],
    ['/p/pom.xml', '<groupId>org.example</groupId>', '<groupId>org.exampie</groupId>'],
    ['/p/packages.lock.json', `"contentHash": "${'a'.repeat(44)}"`, `"contentHash": "${'b'.repeat(44)}"`],
    ['/p/gradle-wrapper.properties', `distributionSha256Sum=${'a'.repeat(64)}`, ''],
  ]
  it.each(moved)('%s', (path, before, after) => expect(movedSource(path, before, after, surroundings)).toBeDefined())

  const same: readonly (readonly [string, before: string, after: string])[] = [
    ['/p/pom.xml', '<version>3.4.1</version>', '<version>3.4.2</version>'],
    ['/p/package.json', '"homepage": "https://a.example"', '"homepage": "https://b.example"'],
    ['/p/notes.md', 'see https://a.example', 'see https://b.example'],
    [
      '/p/packages.lock.json',
      `"resolved": "1.0.0",\n"contentHash": "${'a'.repeat(44)}"`,
      `"resolved": "1.0.1",\n"contentHash": "${'b'.repeat(44)}"`,
    ],
  ]
  it.each(same)('not: %s %s', (path, before, after) =>
    expect(movedSource(path, before, after, surroundings)).toBeUndefined(),
  )
})

describe('what looks for weak code and secrets', () => {
  it('passes over a directory', () => expect(passedOver('/p/.semgrepignore', '', 'svc/app/\n')).toBeDefined())
  it('passes over what is built', () =>
    expect(passedOver('/p/.semgrepignore', '', 'node_modules/\ndist/\n')).toBeUndefined())
  it('has no rules for weak code', () =>
    expect(silenced('/p/pyproject.toml', 'select = ["E", "S"]', 'select = ["E"]')).toBeDefined())
  it('has more rules', () =>
    expect(silenced('/p/pyproject.toml', 'select = ["E", "S"]', 'select = ["E", "S", "I"]')).toBeUndefined())
  it('is no target any more', () =>
    expect(silenced('/p/Makefile', 'audit:\n\tpnpm audit', 'audit:\n\t@true')).toBeDefined())
  it.each([
    ['.golangci.yml', 'linters:\n  disable-all: true\n'],
    ['.golangci.yml', 'version: "2"\nlinters:\n  default: none\n'],
    ['.golangci.yml', 'issues:\n  exclude-rules:\n    - path: .*\n'],
    ['eslint.config.mjs', "export default [{ ignores: ['**/*'] }]"],
    ['.eslintrc.json', '{ "ignorePatterns": ["**"] }'],
    ['.eslintignore', '*\n'],
    ['biome.json', '{ "linter": { "enabled": false } }'],
    ['ruff.toml', 'exclude = ["*"]'],
    ['ruff.toml', 'ignore = ["ALL"]'],
    ['.flake8', '[flake8]\nexclude = .\n'],
    ['.pylintrc', '[MESSAGES CONTROL]\ndisable=all\n'],
    ['mypy.ini', '[mypy]\npython_version = 3.12\nignore_errors = True\n'],
    ['.rubocop.yml', 'AllCops:\n  DisabledByDefault: true\n'],
    ['.rubocop.yml', "AllCops:\n  Exclude:\n    - '**/*'\n"],
  ])('looks at nothing: %s %s', (name, text) => {
    expect(silenced(`/p/${name}`, '', text)).toBe('looks at nothing any more')
    expect(silenced(`/p/${name}`, text, `${text}\n`)).toBeUndefined()
  })
  it.each([
    ['.golangci.yml', 'linters:\n  disable-all: true\n  enable:\n    - gosec\n'],
    ['.golangci.yml', 'issues:\n  exclude-rules:\n    - path: _test\\.go\n'],
    ['eslint.config.mjs', "export default [{ ignores: ['dist/**', '**/*.d.ts'] }]"],
    ['.eslintignore', 'dist/*\n*.d.ts\n'],
    ['ruff.toml', 'exclude = ["migrations", "*.pyi"]'],
    ['.flake8', '[flake8]\nexclude = .git,build\n'],
    ['.pylintrc', 'disable=all\nenable=E,F\n'],
    ['mypy.ini', '[mypy]\nstrict = True\n[mypy-yaml.*]\nignore_errors = True\n'],
    ['.rubocop.yml', 'AllCops:\n  DisabledByDefault: true\nSecurity:\n  Enabled: true\n'],
  ])('looks at what is left: %s %s', (name, text) => expect(silenced(`/p/${name}`, '', text)).toBeUndefined())
  it('lets secrets into commits', () => expect(letsOut('/p/.gitignore', 'dist/\n.env\n', 'dist/\n')).toBeDefined())
  it('ignores them by a wider rule', () => expect(letsOut('/p/.gitignore', '.env\n', '.env*\n')).toBeUndefined())
})

describe('names that guard', () => {
  const lost: readonly Row[] = [
    ['called', 'r.Use(auth.RequireAPIKey(key))\nserve()', 'serve()'],
    ['put before something', '@EnableMethodSecurity\nclass A', 'class A'],
    ['named in quotes', 'use("Content-Security-Policy")', 'use("X")'],
    ['what it has is called', 'audit.warn(x)\nrun()', 'run()'],
  ]
  it.each(lost)('%s', (_, before, after) => expect(lostGuardWord(before, after)).toBeDefined())

  const kept: readonly Row[] = [
    ['an import', 'import { verify } from "x"\nrun()', 'run()'],
    ['a type', 'let a: Policy\nrun()', 'run()'],
    ['another of the kind', 'verifyToken(a)', 'authenticate(a)'],
    ['a word in a sentence', 'log("verify the owner")\nrun()', 'run()'],
  ]
  it.each(kept)('not: %s', (_, before, after) => expect(lostGuardWord(before, after)).toBeUndefined())
})
