/** A repository whose programs come from several places, and the home directory around it. */
export const P = '/home/dev/project'
export const CONDA = '/home/dev/miniconda3'

const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`
const console_script = (module: string): string =>
  `#!${P}/.venv/bin/python\nimport re\nimport sys\nfrom ${module} import main\nif __name__ == '__main__':\n    sys.exit(main())\n`

export const FILES: Readonly<Record<string, string>> = {
  [`${P}/package.json`]: json({
    name: 'acme',
    version: '1.0.0',
    bin: { 'acme-gen': './tools/gen.js' },
    workspaces: ['packages/*'],
    scripts: { test: 'vitest run', build: 'tsc -p .', gen: 'schemagen --out src/schema.ts', pages: 'pagewright build' },
    devDependencies: { schemagen: '^2.0.0', '@acme-tools/pagewright': '^1.0.0', typescript: '5.9.2', vitest: '3.0.0' },
  }),
  [`${P}/package-lock.json`]: json({
    name: 'acme',
    lockfileVersion: 3,
    packages: {
      '': { name: 'acme', bin: { 'acme-gen': 'tools/gen.js' } },
      'node_modules/schemagen': { version: '2.0.1', bin: { schemagen: 'cli.js' } },
      'node_modules/@acme-tools/pagewright': { version: '1.0.0', bin: { pagewright: 'bin/pagewright.js' } },
      'node_modules/typescript': { version: '5.9.2', bin: { tsc: 'bin/tsc', tsserver: 'bin/tsserver' } },
      'node_modules/vitest': { version: '3.0.0', bin: { vitest: 'vitest.mjs' } },
      'packages/web/node_modules/routemap': { version: '0.3.0', bin: { routemap: 'index.js' } },
    },
  }),
  [`${P}/node_modules/schemagen/package.json`]: json({ name: 'schemagen', bin: { schemagen: 'cli.js' } }),
  [`${P}/node_modules/schemagen/cli.js`]: '#!/usr/bin/env node\nrequire("./lib").main()\n',
  [`${P}/node_modules/@acme-tools/pagewright/package.json`]: json({ name: '@acme-tools/pagewright' }),
  [`${P}/node_modules/@acme-tools/pagewright/bin/pagewright.js`]: '#!/usr/bin/env node\nimport("../dist/main.js")\n',
  [`${P}/node_modules/typescript/package.json`]: json({ name: 'typescript', bin: { tsc: 'bin/tsc' } }),
  [`${P}/node_modules/typescript/bin/tsc`]: '#!/usr/bin/env node\nrequire("../lib/tsc.js")\n',
  [`${P}/node_modules/vitest/vitest.mjs`]: '#!/usr/bin/env node\nimport "./dist/cli.js"\n',
  [`${P}/node_modules/orphan/package.json`]: json({ name: 'orphan', bin: 'cli.js' }),
  [`${P}/node_modules/orphan/cli.js`]: '#!/usr/bin/env node\nrequire("./lib").main()\n',
  [`${P}/packages/web/package.json`]: json({ name: '@acme/web', devDependencies: { routemap: '^0.3.0' } }),
  [`${P}/packages/web/node_modules/routemap/package.json`]: json({ name: 'routemap', bin: 'index.js' }),
  [`${P}/packages/web/node_modules/routemap/index.js`]: '#!/usr/bin/env node\nrequire("./lib").main()\n',
  [`${P}/tools/gen.js`]: '#!/usr/bin/env node\nconsole.log("generated")\n',
  [`${P}/src/app.ts`]: 'export const x = 1\n',
  [`${P}/src/app.js`]: 'console.log(1)\n',
  [`${P}/pyproject.toml`]:
    '[project]\nname = "acme"\nversion = "1.0.0"\ndependencies = ["dataforge>=1.2"]\n\n[project.scripts]\nacme-cli = "acme.cli:main"\n',
  [`${P}/uv.lock`]:
    'version = 1\n\n[[package]]\nname = "acme"\n\n[[package]]\nname = "dataforge"\nversion = "1.2.0"\n\n[[package]]\nname = "pytest"\nversion = "8.0.0"\n',
  [`${P}/acme/__init__.py`]: '',
  [`${P}/acme/cli.py`]: 'def main():\n    pass\n',
  [`${P}/.venv/pyvenv.cfg`]: 'home = /usr/bin\nversion = 3.12.3\n',
  [`${P}/.venv/bin/activate`]:
    'VIRTUAL_ENV=/home/dev/project/.venv\nexport VIRTUAL_ENV\nPATH="$VIRTUAL_ENV/bin:$PATH"\nexport PATH\n',
  [`${P}/.venv/bin/dataforge`]: console_script('dataforge.cli'),
  [`${P}/.venv/bin/acme-cli`]: console_script('acme.cli'),
  [`${P}/.venv/bin/pytest`]: console_script('pytest'),
  [`${P}/.venv/bin/wheelthief`]: console_script('wheelthief.main'),
  [`${P}/.venv/lib/python3.12/site-packages/dataforge/cli.py`]: 'def main():\n    pass\n',
  [`${P}/composer.json`]: json({ name: 'acme/shop', 'require-dev': { 'acme/cachewarm': '^1.0' } }),
  [`${P}/composer.lock`]: json({ packages: [{ name: 'acme/cachewarm', bin: ['bin/cachewarm'] }] }),
  [`${P}/vendor/acme/cachewarm/bin/cachewarm`]: '#!/usr/bin/env php\n<?php require "boot.php";\n',
  [`${P}/vendor/ghost/unlisted/bin/unlisted`]: '#!/usr/bin/env php\n<?php require "boot.php";\n',
  [`${P}/Gemfile`]: "source 'https://rubygems.org'\ngem 'seedling'\n",
  [`${P}/Gemfile.lock`]:
    'GEM\n  remote: https://rubygems.org/\n  specs:\n    seedling (1.0.0)\n\nDEPENDENCIES\n  seedling\n',
  [`${P}/bin/seedling`]: "#!/usr/bin/env ruby\nrequire 'bundler/setup'\nload Gem.bin_path('seedling', 'seedling')\n",
  [`${P}/Cargo.toml`]: '[package]\nname = "acme"\nversion = "0.1.0"\n',
  [`${P}/src/main.rs`]: 'fn main() {}\n',
  [`${P}/go.mod`]: 'module example.com/acme\n\ngo 1.22\n',
  [`${P}/cmd/acmed/main.go`]: 'package main\n\nfunc main() {}\n',
  [`${P}/.nvmrc`]: '20\n',
  [`${P}/.envrc`]: 'PATH_add node_modules/.bin\n',
  [`${P}/mise.toml`]: '[tools]\nnode = "20"\n',
  [`${P}/environment.yml`]: 'name: acme\ndependencies:\n  - python=3.12\n  - simrunner=0.9\n',
  [`${CONDA}/envs/acme/bin/simrunner`]: `#!${CONDA}/envs/acme/bin/python\nfrom simrunner import main\nmain()\n`,
  ['/usr/bin/systool']: '#!/bin/sh\n: what the system brought\n',
  ['/tmp/x.js']: 'require("node:fs").rmSync("/home/dev", { recursive: true })\n',
}

export const LINKS: Readonly<Record<string, string>> = {
  [`${P}/node_modules/.bin/schemagen`]: `${P}/node_modules/schemagen/cli.js`,
  [`${P}/node_modules/.bin/pagewright`]: `${P}/node_modules/@acme-tools/pagewright/bin/pagewright.js`,
  [`${P}/node_modules/.bin/tsc`]: `${P}/node_modules/typescript/bin/tsc`,
  [`${P}/node_modules/.bin/vitest`]: `${P}/node_modules/vitest/vitest.mjs`,
  [`${P}/node_modules/.bin/orphan`]: `${P}/node_modules/orphan/cli.js`,
  [`${P}/node_modules/.bin/straylink`]: '/tmp/x.js',
  [`${P}/node_modules/.bin/eslint`]: '/tmp/x.js',
  [`${P}/packages/web/node_modules/.bin/routemap`]: `${P}/packages/web/node_modules/routemap/index.js`,
  [`${P}/vendor/bin/cachewarm`]: `${P}/vendor/acme/cachewarm/bin/cachewarm`,
  [`${P}/vendor/bin/unlisted`]: `${P}/vendor/ghost/unlisted/bin/unlisted`,
  [`${P}/.venv/bin/python`]: '/usr/bin/python3',
}
