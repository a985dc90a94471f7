import { describe, expect, test } from 'vitest'
import { NO_TRUST, TRUST_KINDS, type Trust, type TrustKind, trusts } from './trust.ts'

const trusting = (kind: TrustKind, trusted: readonly string[], not: readonly string[] = []): Trust => ({
  ...NO_TRUST,
  [kind]: { trusted, not },
})

describe('a list of trust', () => {
  test.each(TRUST_KINDS)('nobody is on %s until somebody says so', (kind) => {
    expect(trusts(NO_TRUST, kind, 'github.com')).toBe(false)
    expect(trusts(NO_TRUST, kind, '')).toBe(false)
  })

  test.each<[TrustKind, string, string, boolean]>([
    ['hosts', 'company.com', 'company.com', true],
    ['hosts', 'Company.com.', 'company.COM', true],
    ['hosts', 'company.com', 'a.company.com', false],
    ['hosts', '*.company.com', 'a.b.company.com', true],
    ['hosts', '*.company.com', 'company.com', false],
    ['hosts', '*.company.com', 'evilcompany.com', false],
    ['hosts', '*.company.com', 'a.company.com.evil.net', false],
    ['registries', 'npmjs.org', 'registry.npmjs.org', true],
    ['registries', 'registry.npmjs.org', 'registry.npmjs.org.evil.com', false],
    ['registries', 'registry.npmjs.org', 'npmjs.org', false],
    ['registries', 'org', 'evilorg', false],
    ['publishers', 'ms-*', 'ms-python', true],
    ['publishers', 'github', 'GitHub', true],
    ['publishers', 'github', 'github-evil', false],
    ['tools', 'npm:@angular/*', 'npm:@angular/cli', true],
    ['tools', 'npm:@angular/*', 'npm:@angularx/cli', false],
    ['tools', 'npm:@angular/*', 'npm:@angular/../evil', false],
    ['tools', 'npm:degit', 'pip:degit', false],
    ['tools', 'go:golang.org/x/*', 'go:golang.org/x/tools/cmd/stringer@latest', true],
    ['tools', 'go:golang.org/x/*', 'go:golang.org/xevil/a', false],
    ['installers', 'bun.sh/install*', 'bun.sh/install', true],
    ['installers', 'bun.sh/install*', 'BUN.sh/install', true],
    ['installers', 'bun.sh/install*', 'bun.sh/Install', false],
    ['installers', 'sh.rustup.rs/', 'sh.rustup.rs', true],
    ['installers', 'sh.rustup.rs/', 'sh.rustup.rs/other', false],
    [
      'installers',
      'raw.githubusercontent.com/Homebrew/install/*',
      'raw.githubusercontent.com/Homebrew/install/HEAD/install.sh',
      true,
    ],
    [
      'installers',
      'raw.githubusercontent.com/Homebrew/install/*',
      'raw.githubusercontent.com/Homebrew/install/../../evil/x/main/i.sh',
      false,
    ],
    [
      'installers',
      'raw.githubusercontent.com/Homebrew/install/*',
      'raw.githubusercontent.com/Homebrew/install/%2e%2e/%2e%2e/evil/x',
      false,
    ],
  ])('%s: %s for %s: %s', (kind, entry, name, expected) => {
    expect(trusts(trusting(kind, [entry]), kind, name)).toBe(expected)
  })

  test('what is taken away is not trusted, whatever pattern still names it', () => {
    const trust = trusting('publishers', ['ms-*', 'wix'], ['ms-evil', 'wix'])
    expect(trusts(trust, 'publishers', 'ms-python')).toBe(true)
    expect(trusts(trust, 'publishers', 'ms-evil')).toBe(false)
    expect(trusts(trust, 'publishers', 'wix')).toBe(false)
    expect(trusts(trusting('publishers', ['github'], ['*']), 'publishers', 'github')).toBe(false)
  })
})
