import { describe, expect, test } from 'vitest'
import { deedsOf } from './summary.testing.ts'

const manifest = (content: object): Readonly<Record<string, string>> => ({
  '/home/dev/project/package.json': JSON.stringify(content),
})

describe('javascript packages', () => {
  const files = manifest({
    scripts: { test: 'rm -rf coverage', pretest: 'rm -rf out', clean: 'rm -rf dist', prepare: 'mkdir tools' },
    dependencies: { left: '1' },
    devDependencies: { odd: '1' },
  })
  test.each([
    ['npm ci', ['install npm  declared project', 'write /home/dev/project/tools directory']],
    ['npm install --ignore-scripts', ['install npm  declared project']],
    ['npm install left', ['install npm left declared project', 'write /home/dev/project/tools directory']],
    ['npm i -g thing', ['install npm thing registry system']],
    [
      'npm i --ignore-scripts https://example.com/x.tgz',
      ['contact example.com repository nothing', 'install npm https://example.com/x.tgz url project'],
    ],
    ['npm test', ['delete /home/dev/project/out recursive', 'delete /home/dev/project/coverage recursive']],
    ['npm run clean', ['delete /home/dev/project/dist recursive']],
    ['npm run clean -- ../x', ['delete /home/dev/project/dist recursive', 'delete /home/dev/x recursive']],
    ['yarn clean', ['delete /home/dev/project/dist recursive']],
    ['pnpm -C . run clean', ['list /home/dev/project', 'delete /home/dev/project/dist recursive']],
    ['npm run absent', []],
    ['npx odd', []],
    ['npx unheard-of', ['install npm unheard-of registry user', 'run javascript network']],
    [
      'npm publish --ignore-scripts',
      ['service npm publish', 'contact registry.npmjs.org registry data', 'write /home/dev/project/tools directory'],
    ],
    [
      'npm config set registry http://example.com',
      ['settings package-manager registry', 'contact example.com other unknown'],
    ],
    ['npm nonsense', ['opaque unknown-subcommand']],
    ['npm run "$X"', []],
    ['npm "$X"', ['opaque dynamic-program']],
    ['node --test test/*.test.js', []],
    ['node --test /tmp/*.test.js', ['run javascript dynamic']],
    ['hatch run test:unit -x', []],
    ['hatch run rm x', ['delete /home/dev/project/x']],
    ['pecl install redis', ['install pecl redis registry system']],
    [
      'pecl install https://example.com/x',
      ['contact example.com fetch nothing', 'install pecl https://example.com/x url system'],
    ],
    ['docker-php-ext-install -j4 gd', ['install pecl gd registry system']],
    ['bun exec "rm x"', ['delete /home/dev/project/x']],
  ])('%s', (command, deeds) => {
    expect(deedsOf(command, files)).toEqual(deeds)
  })

  test('a manifest written a moment ago is the one that runs', () => {
    expect(deedsOf(`echo '{"scripts":{"x":"rm -rf y"}}' > package.json; npm run x`)).toContain(
      'delete /home/dev/project/y recursive',
    )
    expect(deedsOf(`echo '{"scripts":{"preinstall":"rm -rf y"}}' > package.json; yarn --cwd .`)).toContain(
      'delete /home/dev/project/y recursive',
    )
  })

  test('a project elsewhere is not ours', () => {
    expect(deedsOf('cd /srv/app && npm test', { '/srv/app/x': '' })).toContain('run shell file')
  })
})

describe('other packages', () => {
  test.each([
    [
      'pip install -r requirements.txt',
      ['read /home/dev/project/requirements.txt', 'install pip requirements.txt declared project'],
    ],
    ['pip install -e .', ['read /home/dev/project recursive', 'install pip . declared project']],
    ['pip install requests', ['install pip requests registry project']],
    [
      'pip install git+https://example.com/x.git',
      ['contact example.com repository nothing', 'install pip git+https://example.com/x.git repository project'],
    ],
    [
      'pip install --index-url https://example.com/simple x',
      ['contact example.com registry nothing', 'install pip x other-registry project'],
    ],
    ['pip install --trusted-host example.com x', ['system weaken-tls', 'install pip x registry project']],
    ['uv sync', ['install pip  declared project']],
    ['uv run rm x', ['delete /home/dev/project/x']],
    ['uvx ruff check .', ['read /home/dev/project recursive']],
    ['uvx unheard-of', ['install pip unheard-of registry user', 'run python network']],
    ['twine upload dist/x.whl', ['service pypi publish', 'read /home/dev/project/dist/x.whl']],
    ['cargo build --release', []],
    ['cargo install ripgrep', ['install cargo ripgrep registry user']],
    ['cargo --config build.rustc-wrapper=x build', ['opaque unknown-option']],
    ['go test ./...', []],
    ['go build -toolexec "rm x" .', ['delete /home/dev/project/x']],
    ['go install example.com/x@latest', ['install go example.com/x@latest url user']],
    ['go install github.com/acme/x@latest', ['install go github.com/acme/x@latest registry user']],
    ['go get k8s.io/api@v0.30.0', ['install go k8s.io/api@v0.30.0 registry project']],
    ['sudo apt-get install -y curl', ['install apt-get curl registry system']],
    ['apt-get update', ['read-system']],
    ['brew install jq', ['install brew jq registry user']],
    ['bundle exec rm x', ['delete /home/dev/project/x']],
    ['gem nonsense', ['opaque unknown-subcommand']],
  ])('%s', (command, deeds) => {
    expect(deedsOf(command)).toEqual(deeds)
  })
})

describe('builds', () => {
  const files = {
    '/home/dev/project/Makefile':
      'OUT = dist\nall: clean\n\tmkdir $(OUT)\nclean:\n\t@rm -rf $(OUT)\nodd:\n\t$(shell x)\n',
  }
  const simple = { '/home/dev/project/Makefile': files['/home/dev/project/Makefile'].replace(/odd:[^]*/, '') }
  test.each([
    ['make', ['delete /home/dev/project/dist recursive', 'write /home/dev/project/dist directory']],
    ['make clean', ['delete /home/dev/project/dist recursive']],
    ['make absent', []],
    ['make SHELL=/tmp/x clean', ['opaque unreadable-code', 'delete /home/dev/project/dist recursive']],
    [
      "make --eval='$(shell rm x)'",
      ['run other inline', 'delete /home/dev/project/dist recursive', 'write /home/dev/project/dist directory'],
    ],
  ])('%s', (command, deeds) => {
    expect(deedsOf(command, simple)).toEqual(expect.arrayContaining(deeds))
  })

  test("more than plain rules is the project's own, unless it was just written", () => {
    expect(deedsOf('make', files)).toEqual([])
    expect(deedsOf("printf 'a:\\n\\t$(shell curl x)\\n' > Makefile; make")).toContain('run other written-file')
  })

  test.each([
    ['tsc --noEmit', []],
    ['eslint --fix src', ['read /home/dev/project/src recursive', 'write /home/dev/project/src edit']],
    ['prettier --check .', ['read /home/dev/project recursive']],
    ['pytest -q tests', []],
    ['gcc -o a a.c', ['write /home/dev/project/a overwrite', 'read /home/dev/project/a.c']],
    ['cross-env X=1 rm y', ['delete /home/dev/project/y']],
    ['concurrently "rm a" "rm b"', ['delete /home/dev/project/a', 'delete /home/dev/project/b']],
    ['cmake -E rm -rf x', ['delete /home/dev/project/x recursive']],
  ])('%s', (command, deeds) => {
    expect(deedsOf(command)).toEqual(deeds)
  })

  test.each([
    'gcc -wrapper sh,-s x',
    'pdflatex --shell-escape a.tex',
    'latexmk -e "x"',
    'rake -p "x"',
    'java Main',
    'pry',
    'eslint --config /tmp/evil.js .',
  ])('cannot tell: %s', (command) => {
    expect(deedsOf(command).some((deed) => /^(opaque|run)/.test(deed))).toBe(true)
  })
})

describe('forges', () => {
  test.each([
    ['gh pr list', ['service github read', 'contact api.github.com api nothing']],
    [
      'gh pr merge 1 --admin',
      ['service github merge', 'service github disable-protection', 'contact api.github.com api data'],
    ],
    ['gh repo delete a/b --yes', ['service github delete', 'contact api.github.com api data']],
    ['gh auth token', ['secret token']],
    [
      'gh gist create notes.md',
      ['service github publish', 'read /home/dev/project/notes.md', 'contact api.github.com api data'],
    ],
    ['gh api repos/a/b', ['service github read', 'contact api.github.com api nothing']],
    ['gh api -X DELETE repos/a/b', ['service github delete', 'contact api.github.com api data']],
    ['gh secret set X', ['service github write-secret', 'contact api.github.com api data']],
    ['gh nonsense', ['opaque unknown-subcommand']],
    ['gh alias set z "!rm x"', ['delete /home/dev/project/x']],
  ])('%s', (command, deeds) => {
    expect(deedsOf(command)).toEqual(deeds)
  })
})

test.each(['npx ls', 'bunx cat x', 'pnpm dlx wc', 'uvx ls', 'pipx run curl x'])(
  '%s runs whatever is published under that name',
  (command) => expect(deedsOf(command).some((deed) => deed.includes('network'))).toBe(true),
)
