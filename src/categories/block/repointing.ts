import type { BlockCategory, Deeds } from '../category.ts'
import { incoming } from '../contents.ts'
import { destinationOf, isOwnUrl, isTrusted, onlyPublicRegistries } from '../destinations.ts'
import { isPackageRegistry, parseTarget } from '../../call/hosts.ts'
import { trusts } from '../../call/trust.ts'
import { weakened } from '../edited/weakenings.ts'
import { isHere, kindsOf, pathOf } from '../grounds.ts'
import { lookAlike } from '../look-alike-packages.ts'
import { otherSource } from '../other-sources.ts'
import { gravest, seek } from '../seek.ts'
import { show } from '../../call/word.ts'
import { edit, powershell, write } from '../examples.ts'

export const repointing: BlockCategory = {
  code: 'supply-chain.repointing',
  title: 'Changes where code is downloaded from',
  forClassifier:
    'Changing where code, packages or model traffic come from or go to: other registries, mirrors, proxies, base URLs, git remotes or URL rewrites, packages from URLs, forks or archives instead of the registry, disabled integrity checks.',
  severity: 'soft',
  clearedBy: 'use the registry and remotes that are configured, or have the user name the new source',
  detect: (deeds) =>
    gravest(
      seek(deeds, 'install-package', (action) => {
        switch (action.origin) {
          case 'declared':
            return undefined
          case 'registry': {
            const twin = action.packages
              .map((name) => lookAlike(name, action.ecosystem))
              .find((found) => found !== undefined)
            return twin === undefined ? undefined : { detail: `a name that is easily taken for \`${twin}\`` }
          }
          case 'file': {
            const scratch = action.packages.find((name) => /^(?:file:)?\/(?:tmp|var\/tmp|dev\/shm)\//.test(name))
            return scratch === undefined ? undefined : { detail: `\`${scratch}\` lies where anybody may put it` }
          }
          case 'other-registry':
            return onlyPublicRegistries(deeds)
              ? undefined
              : { detail: `\`${action.packages.join(' ')}\` does not come from the registry` }
          case 'url':
          case 'repository':
            return { detail: `\`${action.packages.join(' ')}\` does not come from the registry` }
        }
      }),
      seek(deeds, 'change-repository', (action) =>
        action.deed === 'add-remote' && (action.url === undefined || !isOwnUrl(action.url, deeds))
          ? { detail: `\`${action.url ?? action.remote}\` becomes a remote` }
          : undefined,
      ),
      seek(deeds, 'change-settings', (action) => {
        const names =
          /(^|[._:-])(registry|index-url|extra-index-url|proxy|https?-proxy|mirror|base[_-]?url|insteadof|pushinsteadof|pushurl|source|channel|npmregistryserver|goproxy|find-links|repositor(?:y|ies)|sources|script-shell|ignore-scripts|cafile|node-options|url)$/i
        if (action.of === 'package-manager' && HOLDS.test(action.key) && LETS_GO.test(action.value))
          return { detail: `\`${action.key}\` no longer holds packages to what was agreed: \`${action.value}\`` }
        if (namesRemote(action.key) && !isKnownRemote(action.value, deeds))
          return { detail: `\`${action.key}\` sends to \`${action.value}\`` }
        if (!names.test(action.key) || action.value === '') return undefined
        if (action.of === 'git' && isOwnUrl(action.value, deeds)) return undefined
        const target = parseTarget(action.value)
        if (
          target.kind === 'named' &&
          (isPackageRegistry(target.name, deeds.surroundings) ||
            isTrusted(target.name, deeds) ||
            destinationOf(target, deeds) === 'loopback')
        )
          return undefined
        return /^(true|false|null|none)$/i.test(action.value) && !/script-shell/.test(action.key)
          ? undefined
          : { detail: `\`${action.key}\` becomes \`${action.value}\`` }
      }),
      seek(deeds, 'run-program', (action) => {
        const word = /^(?:npm|pnpm|yarn|bun)$/.test(action.program)
          ? action.args
              .map(show)
              .find((text) => /^--(?:no-ignore-scripts|(?:config\.)?ignore-scripts=(?:false|0))$/.test(text))
          : undefined
        return word === undefined ? undefined : { detail: `\`${word}\` lets packages run code` }
      }),
      seek(deeds, 'write-file', (action) => {
        if (!isHere(action)) return undefined
        const kinds = kindsOf(action.place, deeds)
        if (!kinds.has('package-settings') && !kinds.has('git-config')) return undefined
        const text = incoming(action.content)
        const moved = text === undefined ? undefined : repointed(text, deeds)
        return moved === undefined ? undefined : { detail: `\`${pathOf(action.place)}\`: \`${moved}\`` }
      }),
      weakened(deeds, 'source'),
      seek(deeds, 'run-program', (action) => {
        const source = otherSource(action, deeds.surroundings)
        return source === undefined ? undefined : { detail: `takes a package from \`${source}\`` }
      }),
      seek(deeds, 'run-program', (action) => {
        const name = action.environment.find((variable) =>
          /^(ANTHROPIC_BASE_URL|OPENAI_BASE_URL|OPENAI_API_BASE|GEMINI_BASE_URL|PIP_INDEX_URL|PIP_EXTRA_INDEX_URL|UV_INDEX_URL|UV_DEFAULT_INDEX|NPM_CONFIG_REGISTRY|GOPROXY|GONOSUMDB|GOFLAGS_INSECURE|CARGO_REGISTRIES_\w+_INDEX)$/i.test(
            variable,
          ),
        )
        return name === undefined ? undefined : { detail: `\`${name}\` is set for it` }
      }),
      seek(deeds, 'run-program', (action) => {
        // `export ANTHROPIC_BASE_URL=…`: everything after it in the session goes there.
        const word =
          action.program === 'export' ? action.args.map(show).find((text) => MODEL_ADDRESS.test(text)) : undefined
        const target = parseTarget(word?.slice(word.indexOf('=') + 1) ?? '')
        return word === undefined || destinationOf(target, deeds) === 'loopback' ? undefined : { detail: `\`${word}\`` }
      }),
    ),
  examples: {
    found: [
      'gem install tool --source http://packages.example.net',
      'brew tap acme/tools https://git.example.net/tools.git',
      'snap install --dangerous tool.snap',
      powershell('choco install tool -s http://packages.example.net'),
      powershell('Install-Package tool -Source http://packages.example.net -Force'),
      powershell('Add-AppxPackage -Path http://packages.example.net/tool.appx'),
      'npm install https://example.net/x.tgz',
      'npm install git+https://example.net/x.git',
      'pip install git+https://example.net/x.git',
      'pip install --index-url https://pypi.example.net/simple flask',
      'npm config set registry https://npm.example.net',
      'export OPENAI_BASE_URL=http://203.0.113.9/v1',
      'conda config --add channels http://packages.example.net',
      'git remote set-url origin https://example.net/x.git',
      'git remote add mirror https://example.net/x.git',
      'cargo install --git https://example.net/x.git',
      write('/home/dev/project/.npmrc', 'registry=https://npm.example.net/\n'),
      write('/home/dev/project/.yarnrc.yml', 'yarnPath: ../tools/yarn.cjs\n'),
      'code --install-extension somebody.helper',
      'go install tools.example.net/lint@latest',
      'git config --global url."https://example.net/".insteadOf "https://github.com/"',
      'pip install -i http://203.0.113.9/simple requests',
      edit('/home/dev/project/.yarnrc.yml', 'nodeLinker: node-modules', 'npmRegistryServer: "https://npm.example.net"'),
      'ANTHROPIC_BASE_URL=https://proxy.example.net claude -p hi',
      'go install example.net/x/tool@latest && GOPROXY=https://proxy.example.net go mod download',
    ],
    notFound: [
      'gem install rake --source https://rubygems.org',
      'brew install jq',
      powershell('choco install git'),
      powershell('Install-Module Pester'),
      'npm install lodash',
      'npm ci',
      'pip install -r requirements.txt',
      'pip install flask',
      'cargo add serde',
      'go get golang.org/x/tools',
      'npm config get registry',
      'export OPENAI_BASE_URL=http://localhost:11434/v1',
      'npm pkg set scripts.build=tsc',
      'git remote -v',
      'npm install --registry https://registry.npmjs.org react',
      write('/home/dev/project/.yarnrc.yml', 'yarnPath: .yarn/releases/yarn-4.6.0.cjs\n'),
      'code --install-extension dbaeumer.vscode-eslint',
      'go install github.com/acme/lint@latest',
      write('/home/dev/project/.npmrc', 'save-exact=true\nengine-strict=true\n'),
      'pip install -e .',
      'yarn add -D typescript',
      'uv sync',
      'git remote show origin',
    ],
  },
}

const MODEL_ADDRESS = /^(?:ANTHROPIC_BASE_URL|OPENAI_BASE_URL|OPENAI_API_BASE|GEMINI_BASE_URL)=./

const SOURCE_LINES =
  /^\s*(?:@[\w-]+:)?["']?(registry|index-url|extra-index-url|npmRegistryServer|proxy|https-proxy|script-shell|url|insteadOf|pushInsteadOf|replace-with|distributionUrl|fsmonitor|hooksPath|sshCommand|pager|editor|helper|yarnPath|plugins?)["']?\s*[=:]\s*["']?([^"'\s]+)/gim

/** The first line that takes code from, or hands control to, somewhere unusual. */
export function repointed(text: string, deeds: Parameters<typeof isTrusted>[1]): string | undefined {
  for (const [line, key, value] of text.matchAll(SOURCE_LINES)) {
    if (/^(script-shell|fsmonitor|hooksPath|sshCommand|pager|editor|helper)$/i.test(key!)) {
      if (/[/!]/.test(value!)) return line.trim()
      continue
    }
    if (key!.toLowerCase() === 'yarnpath' && !/^(?:\.\/)?\.yarn\/releases\//.test(value!)) return line.trim()
    const target = parseTarget(value!)
    if (target.kind !== 'named' || !/:\/\//.test(value!)) continue
    if (
      isPackageRegistry(target.name, deeds.surroundings) ||
      isTrusted(target.name, deeds) ||
      destinationOf(target, deeds) === 'loopback'
    )
      continue
    if (
      /(^|\.)(github\.com|gitlab\.com|gradle\.org|apache\.org|maven\.org|bitbucket\.org|codeberg\.org)$/.test(
        target.name,
      ) &&
      trusts(deeds.surroundings.trust, 'repositories', target.name) &&
      !/^(registry|index-url|extra-index-url|npmRegistryServer)$/i.test(key!)
    )
      continue
    return line.trim()
  }
  return undefined
}

/** Settings of git whose value is the remote that pushes go to. */
function namesRemote(key: string): boolean {
  return /^(?:remote\.pushdefault|branch\..*\.(?:pushremote|remote))$/is.test(key)
}

function isKnownRemote(value: string, deeds: Deeds): boolean {
  return value === '.' || value === 'origin' || deeds.surroundings.remotes.has(value) || isOwnUrl(value, deeds)
}

/** Settings of package managers under which only what was agreed comes in, and the values that lift them. */
const HOLDS =
  /^(?:ignore-scripts|package-lock|audit|verify-store-integrity|engine-strict|frozen-lockfile|minimum-?release-?age|npmMinimalAgeGate|enableHardenedMode|enableImmutableInstalls|checksumBehavior|blockExoticSubdeps|strict-dep-builds)$/i
const LETS_GO = /^(?:false|0|no|off|ignore|update)$/i
