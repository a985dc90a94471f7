import { describe, expect, test } from 'vitest'
import { factsOf } from './programs/facts.testing.ts'

const has = (command: string, fact: RegExp): boolean => factsOf(command).some((each) => fact.test(each))

describe('a variable that nobody listed, before a program that takes settings', () => {
  test.each([
    ['X_HOME=/tmp/x npm test', /opaque dynamic-code/],
    ['X_OPTS=-javaagent:/tmp/x.jar mvn test', /opaque dynamic-code/],
    ['X_FLAGS="-O2 -fplugin=/tmp/x.so" go build', /opaque dynamic-code/],
    ['X_ARGS=@/tmp/args javac A.java', /opaque dynamic-code/],
    ['PYTEST_ADDOPTS="-p evil" pytest', /opaque dynamic-code/],
    ['X_PLUGINS=evil pytest', /opaque dynamic-code/],
    ['X_PAGER="rm x" bat a', /delete .*\/x/],
    ['X_MIRROR=https://mirror.example.net npm ci', /contact mirror\.example\.net/],
    ['X_CA_BUNDLE=/tmp/ca.pem pip list', /system trust-certificate/],
    ['X_CA_BUNDLE= pip list', /system weaken-tls/],
    ['export X_HOME=/tmp/x', /opaque dynamic-code/],
    ['X_CONFIG_FILE=/tmp/x npm test', /opaque dynamic-code/],
    // Names that sound like data are anybody's to choose.
    ['X_CACHE=/tmp/x npm test', /opaque dynamic-code/],
    ['X_DATA=/tmp/x npm test', /opaque dynamic-code/],
    ['MY_OUTPUT_DIR=/tmp/x npm test', /opaque dynamic-code/],
  ])('%s', (command, fact) => expect(has(command, fact), factsOf(command).join(', ')).toBe(true))

  test.each([
    'PORT=3000 npm test',
    'RUFF_CACHE_DIR=/tmp/x npm test',
    'DATA_DIR=/tmp/x npm test',
    'COVERAGE_FILE=/tmp/x pytest',
    'X_OPTS="-Xmx2g -Dfile.encoding=UTF-8" mvn test',
    'X_FLAGS="-O2 -Iinclude" go build',
    'PYTEST_ADDOPTS="-q -p no:cacheprovider" pytest',
    'X_HOME=./home npm test',
    'X_HOME=/usr/lib/x npm test',
    'X_URL=https://api.example.net npm test',
    'X_MIRROR=http://localhost:4873 npm ci',
    'X_CA_BUNDLE=certs/dev.pem npm test',
    'X_HOME=/tmp/x ls',
  ])('%s is data', (command) => expect(has(command, /opaque|contact|system/), factsOf(command).join(', ')).toBe(false))
})

describe('an option of a program that loads code', () => {
  test.each([
    'eslint --config /tmp/x.js src',
    'docker compose -f /tmp/x.yml up -d',
    'javac @/tmp/args',
    'cmake -DCMAKE_TOOLCHAIN_FILE=/tmp/t.cmake -B build',
    'jest --globalSetup=/tmp/x.js',
    `jest --config '{"globalSetup":"/tmp/x.js"}'`,
    'pytest -p evil',
    'pytest -o addopts="-p evil"',
  ])('%s loads what it names', (command) => expect(has(command, /opaque|code/), factsOf(command).join(', ')).toBe(true))

  test.each([
    'eslint --config eslint.config.js src',
    'pytest --junitxml=/tmp/report.xml -p no:warnings',
    'go build -o /tmp/app ./cmd/app',
    'tsc --outDir /tmp/out',
    'prettier --ignore-path ../../.prettierignore --check .',
    'docker run alpine sh -c "ls -f /tmp"',
  ])('%s loads nothing of others', (command) => expect(has(command, /opaque/), factsOf(command).join(', ')).toBe(false))
})
