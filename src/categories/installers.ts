import type { Deed } from '../call/action.ts'
import type { Deeds } from './category.ts'
import { deedsOf } from './seek.ts'

/** Installers that the makers of development tools publish to be piped into a shell: host → path they live under. */
const INSTALLERS: readonly (readonly [host: string, path: RegExp])[] = [
  ['sh.rustup.rs', /^\/?$/],
  ['static.rust-lang.org', /^\/rustup\//],
  ['get.docker.com', /^\/?$/],
  ['deno.land', /^\/(x\/)?install/],
  ['bun.sh', /^\/install/],
  ['bun.com', /^\/install/],
  ['astral.sh', /^\/(uv|ruff|ty)\//],
  ['install.python-poetry.org', /^\/?$/],
  ['get.pnpm.io', /^\/install/],
  ['fnm.vercel.app', /^\/install/],
  ['get.volta.sh', /^\/?$/],
  ['mise.run', /^\/?$/],
  ['get.sdkman.io', /^\/?$/],
  ['pyenv.run', /^\/?$/],
  ['bootstrap.pypa.io', /^\/(get-pip|pip\/|virtualenv)/],
  ['deb.nodesource.com', /^\/setup_/],
  ['rpm.nodesource.com', /^\/setup_/],
  [
    'raw.githubusercontent.com',
    /^\/(Homebrew\/install|nvm-sh\/nvm|rbenv\/rbenv-installer|helm\/helm|pyenv\/pyenv-installer|golangci\/golangci-lint)\//,
  ],
  ['get.helm.sh', /^\//],
  ['golangci-lint.run', /^\/install/],
  ['just.systems', /^\/install\.sh$/],
  ['nixos.org', /^\/nix\/install$/],
  ['install.determinate.systems', /^\//],
  ['dot.net', /^\/v1\/dotnet-install/],
  ['dotnet.microsoft.com', /dotnet-install/],
  ['get.haskellstack.org', /^\/?$/],
  ['get-ghcup.haskell.org', /^\/?$/],
  ['wasmtime.dev', /^\/install/],
  ['rustwasm.github.io', /^\/wasm-pack\/installer/],
  ['foundry.paradigm.xyz', /^\/?$/],
  ['claude.ai', /^\/install\.(sh|ps1)$/],
  ['cli.github.com', /^\//],
  ['get.scoop.sh', /^\/?$/],
  ['community.chocolatey.org', /^\/install\.ps1$/],
  ['chocolatey.org', /^\/install\.ps1$/],
  ['starship.rs', /^\/install\.sh$/],
  ['moonrepo.dev', /^\/install\//],
  ['get.k3s.io', /^\/?$/],
  ['fly.io', /^\/install\.sh$/],
]

/** True when every network program this call runs comes over https from its maker's own installer address. */
export function isKnownInstaller(action: Deed<'run-code'>, deeds: Deeds): boolean {
  if (action.origin !== 'network' || action.host === undefined) return false
  const host = action.host
  const fetched = deedsOf(deeds, 'contact-host').filter(
    (contact) => contact.host.kind === 'named' && contact.host.name === host,
  )
  return fetched.length > 0 && fetched.every((contact) => contact.url !== undefined && isInstallerUrl(contact.url))
}

export function isInstallerUrl(text: string): boolean {
  const url = /^(?:https:\/\/)?([^/:?#@\s]+)(\/[^?#\s]*)?(?:[?#].*)?$/i.exec(text)
  if (!url) return false
  // `curl get.example.com` without a scheme is plain http.
  if (!/^https:\/\//i.test(text)) return false
  const host = url[1]!.toLowerCase()
  return INSTALLERS.some(([known, path]) => known === host && path.test(url[2] ?? ''))
}
