import { beforeAll, describe, expect, test } from 'vitest'
import { loadYaml } from '../../call/yaml.ts'
import { weakenedGuard } from './guards.ts'
import { strangeWorkflow, weakenedGroovy, weakenedWorkflow } from './workflows.ts'

const SHA = '0123456789abcdef0123456789abcdef01234567'
const GITHUB = `on: [push]
jobs:
  scan:
    steps:
      - uses: acme/setup@${SHA}
      - uses: gitleaks/gitleaks-action@v2
      - run: npm audit
      - run: pip install --require-hashes -r requirements.txt
      - run: pytest -q
  unit:
    steps:
      - run: npm test
  deploy:
    if: github.ref == 'refs/heads/main'
    steps:
      - run: helm upgrade web chart
`
const GITLAB = `include:
  - template: Jobs/SAST.gitlab-ci.yml
scan:
  script: [trivy fs --exit-code 1 .]
deploy:
  script: [helm upgrade web chart]
  when: manual
  rules:
    - if: $CI_COMMIT_BRANCH == "main"
`
const CIRCLE = `orbs:
  node: circleci/node@7.1.0
jobs:
  build:
    steps:
      - run: { name: scan, command: bundle exec brakeman }
workflows:
  main:
    jobs:
      - build
      - hold: { type: approval }
      - ship: { filters: { branches: { only: main } } }
`
const JENKINS = `pipeline { stages {
  stage('Test') { steps { sh './gradlew check' } }
  stage('Scan') { steps { sh 'trivy fs .' } }
  stage('Deploy') { when { branch 'main' }
    input { message 'Go?' }
    steps { sh './push.sh' } }
} }
`

const FOUND: readonly (readonly [string, string, string, string])[] = [
  ['one of two scanners goes', GITHUB, '      - uses: gitleaks/gitleaks-action@v2\n', ''],
  ['a pin becomes a tag', GITHUB, `setup@${SHA}`, 'setup@v1'],
  ['a check may fail', GITHUB, 'pytest -q', 'pytest -q\n        continue-on-error: true'],
  ['hashes are not required', GITHUB, ' --require-hashes', ''],
  ['a deploy has no condition', GITHUB, "    if: github.ref == 'refs/heads/main'\n", ''],
  ['a security template goes', GITLAB, '  - template: Jobs/SAST.gitlab-ci.yml', '  - local: a.yml'],
  ['a remote file is included', GITLAB, 'include:\n', 'include:\n  - remote: https://ci.example.net/a.yml\n'],
  ['a scanner finds nothing', GITLAB, '--exit-code 1', '--exit-code 0'],
  ['a scanner may fail', GITLAB, '--exit-code 1 .]', '--exit-code 1 .]\n  allow_failure: true'],
  ['nobody starts the deploy', GITLAB, '  when: manual\n', ''],
  ['any branch deploys', GITLAB, ' == "main"', ''],
  ['nobody approves', CIRCLE, '      - hold: { type: approval }\n', ''],
  ['no filter', CIRCLE, 'ship: { filters: { branches: { only: main } } }', 'ship: {}'],
  ['an orb of others', CIRCLE, 'orbs:\n', 'orbs:\n  x: strangers/x@1.0.0\n'],
  ['brakeman goes', CIRCLE, 'bundle exec brakeman', 'bundle exec rake'],
]
const FREE: readonly (readonly [string, string, string, string])[] = [
  ['another scanner for secrets', GITHUB, 'gitleaks/gitleaks-action@v2', 'trufflesecurity/trufflehog@v3'],
  ['another hash', GITHUB, SHA, SHA.replace('0123', 'ffff')],
  ['a stricter condition', GITHUB, "'refs/heads/main'", "'refs/heads/main' && success()"],
  ['a local include', GITLAB, 'include:\n', 'include:\n  - local: ci/a.yml\n'],
  ['another image', GITLAB, 'scan:\n', 'scan:\n  image: aquasec/trivy:0.65.0\n'],
  ['a newer orb', CIRCLE, 'node@7.1.0', 'node@7.2.0'],
  ['one job more', CIRCLE, '      - build\n', '      - build\n      - lint\n'],
]
const GROOVY_FOUND: readonly (readonly [string, string, string])[] = [
  ['nobody is asked', "    input { message 'Go?' }\n", ''],
  ['the scan goes', "  stage('Scan') { steps { sh 'trivy fs .' } }\n", ''],
  ['the check may fail', './gradlew check', './gradlew check || true'],
  ['a token is printed', './push.sh', 'echo $TOKEN | base64; ./push.sh'],
  ['any branch', "when { branch 'main' }", ''],
]

function changed(text: string, old: string, now: string): string {
  expect(text).toContain(old)
  return text.replace(old, () => now)
}

describe('pipelines before and after', () => {
  beforeAll(loadYaml)
  test.each(FOUND)('found: %s', (_, text, old, now) => {
    expect(weakenedWorkflow(text, changed(text, old, now))).toBeTypeOf('string')
  })
  test.each(FREE)('free: %s', (_, text, old, now) => {
    expect(weakenedWorkflow(text, changed(text, old, now))).toBeUndefined()
  })
  test.each(GROOVY_FOUND)('found in Groovy: %s', (_, old, now) => {
    expect(weakenedGroovy(JENKINS, changed(JENKINS, old, now))).toBeTypeOf('string')
  })
  test('free in Groovy: one stage more, another name of a branch', () => {
    expect(
      weakenedGroovy(
        JENKINS,
        changed(JENKINS, "  stage('Scan')", "  stage('Docs') { steps { sh 'make docs' } }\n  stage('Scan')"),
      ),
    ).toBeUndefined()
  })
  test('owners: another team of the organization, and a stranger', () => {
    const owners = '* @acme/core\n/infra @acme/platform\n'
    expect(weakenedGuard('/p/.github/CODEOWNERS', owners, owners.replace('platform', 'sre'))).toBeUndefined()
    expect(weakenedGuard('/p/.github/CODEOWNERS', owners, owners.replace('@acme/platform', '@bot'))).toBeTypeOf(
      'string',
    )
  })
})

describe('a new workflow', () => {
  beforeAll(() => loadYaml())
  const withStep = (step: string): string =>
    `on: push\njobs:\n  a:\n    runs-on: x\n    steps:\n      - uses: actions/checkout@v4\n      - ${step}\n`

  test.each(['run: exit 0', 'run: true', "run: ':'"])('that does nothing but succeed: %s', (step) =>
    expect(strangeWorkflow(withStep(step))).toBe('does nothing but succeed'),
  )
  test.each(['run: npm test', 'run: echo hello', 'uses: acme/lint@v1'])('that does something: %s', (step) =>
    expect(strangeWorkflow(withStep(step))).toBeUndefined(),
  )
})
