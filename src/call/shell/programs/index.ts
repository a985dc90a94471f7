import { codeSearch } from '../../programs/families/code-search.ts'
import { sourceFormatters } from '../../programs/families/source-formatters.ts'
import { javascriptDependencyChecks } from '../../programs/families/javascript-dependency-checks.ts'
import { scalaTools } from '../../programs/families/scala-tools.ts'
import { nimTools } from '../../programs/families/nim-tools.ts'
import { loadTesting } from '../../programs/families/load-testing.ts'
import { atlas } from '../../programs/families/atlas.ts'
import { sqlTools } from '../../programs/families/sql-tools.ts'
import { kubernetesLogs } from '../../programs/families/kubernetes-logs.ts'
import { infrastructureLinters } from '../../programs/families/infrastructure-linters.ts'
import { csvTools } from '../../programs/families/csv-tools.ts'
import { apiTools } from '../../programs/families/api-tools.ts'
import { binaryTools } from '../../programs/families/binary-tools.ts'
import { buildSystems } from '../../programs/families/build-systems.ts'
import { clojure } from '../../programs/families/clojure.ts'
import { codeGenerators } from '../../programs/families/code-generators.ts'
import { javascriptBundlers } from '../../programs/families/javascript-bundlers.ts'
import { javascriptFrameworks } from '../../programs/families/javascript-frameworks.ts'
import { javascriptPackagers } from '../../programs/families/javascript-packagers.ts'
import { styleTools } from '../../programs/families/style-tools.ts'
import { documents } from '../../programs/families/documents.ts'
import { imageMagick } from '../../programs/families/imagemagick.ts'
import { media } from '../../programs/families/media.ts'
import { typesetting } from '../../programs/families/typesetting.ts'
import { notebooks } from '../../programs/families/notebooks.ts'
import { cCompilers } from '../../programs/families/c-compilers.ts'
import { compilers } from '../../programs/families/compilers.ts'
import { java } from '../../programs/families/java.ts'
import { javaCompilers } from '../../programs/families/java-compilers.ts'
import { prompts } from '../../programs/families/prompts.ts'
import { compiledLanguageLinters } from '../../programs/families/compiled-language-linters.ts'
import { javascriptTestRunners } from '../../programs/families/javascript-test-runners.ts'
import { archives } from '../../programs/families/archives.ts'
import { awk } from '../../programs/families/awk.ts'
import { calculators } from '../../programs/families/calculators.ts'
import { changingFiles } from '../../programs/families/changing-files.ts'
import { compression } from '../../programs/families/compression.ts'
import { diskInfo } from '../../programs/families/disk-info.ts'
import { machineInfo } from '../../programs/families/machine-info.ts'
import { networkInfo } from '../../programs/families/network-info.ts'
import { processInfo } from '../../programs/families/process-info.ts'
import { userInfo } from '../../programs/families/user-info.ts'
import { desktopTools } from '../../programs/families/desktop-tools.ts'
import { machineControl } from '../../programs/families/machine-control.ts'
import { systemChanges } from '../../programs/families/system-changes.ts'
import { copying } from '../../programs/families/copying.ts'
import { coreutilsText } from '../../programs/families/coreutils-text.ts'
import { counting } from '../../programs/families/counting.ts'
import { dotfiles } from '../../programs/families/dotfiles.ts'
import { fileSharing } from '../../programs/families/file-sharing.ts'
import { inspection } from '../../programs/families/inspection.ts'
import { smallTools } from '../../programs/families/small-tools.ts'
import { diffTools } from '../../programs/families/diff-tools.ts'
import { json } from '../../programs/families/json.ts'
import { listing } from '../../programs/families/listing.ts'
import { search } from '../../programs/families/search.ts'
import { tables } from '../../programs/families/tables.ts'
import { tars } from '../../programs/families/tar.ts'
import { textFilters } from '../../programs/families/text-filters.ts'
import { textTools } from '../../programs/families/text-tools.ts'
import { javascriptLinters } from '../../programs/families/javascript-linters.ts'
import { launchers } from '../../programs/families/launchers.ts'
import { namespaces } from '../../programs/families/namespaces.ts'
import { pythonPackaging } from '../../programs/families/python-packaging.ts'
import { rubyPhpPackages } from '../../programs/families/ruby-php-packages.ts'
import { languagePackages } from '../../programs/families/language-packages.ts'
import { smallerLanguagePackages } from '../../programs/families/smaller-language-packages.ts'
import { nativePackages } from '../../programs/families/native-packages.ts'
import { pythonLinters } from '../../programs/families/python-linters.ts'
import { rails } from '../../programs/families/rails.ts'
import { scriptLinters } from '../../programs/families/script-linters.ts'
import { testRunners } from '../../programs/families/test-runners.ts'
import { textLinters } from '../../programs/families/text-linters.ts'
import { tracers } from '../../programs/families/tracers.ts'
import { webApplications } from '../../programs/families/web-applications.ts'
import { make } from './make.ts'
import { cargoGo } from './cargo-go.ts'
import { deno } from './deno.ts'
import { dotnet } from './dotnet.ts'
import { find } from './find.ts'
import { frameworks } from './frameworks.ts'
import { forges } from './forges.ts'
import { git } from './git.ts'
import { javascriptToolchains } from './javascript-toolchains.ts'
import { packagesJavascript } from './packages-javascript.ts'
import { packagesPython } from './packages-python.ts'
import { packagesSystem } from './packages-system.ts'
import { rsync } from './rsync.ts'
import { runners } from './runners.ts'

import { sed } from './sed.ts'
import { versioning } from './versioning.ts'
import { builtins } from './builtins.ts'
import { interpreters } from './interpreters.ts'
import { shells } from './shells.ts'
import { debuggers } from './debuggers.ts'
import { wrappers } from './wrappers.ts'
import { accounts } from './accounts.ts'
import { agentCommands } from './agent-commands.ts'
import { agents } from './agents.ts'
import { backups } from './backups.ts'
import { cloud } from './cloud.ts'
import { containers } from './containers.ts'
import { curl } from './curl.ts'
import { databases } from './databases.ts'
import { desktop } from './desktop.ts'
import { disks } from './disks.ts'
import { downloads } from './downloads.ts'
import { editors } from './editors.ts'
import { infrastructure } from './infrastructure.ts'
import { kubernetes } from './kubernetes.ts'
import { machine } from './machine.ts'
import { netcat } from './netcat.ts'
import { network } from './network.ts'
import { pageServers } from './page-servers.ts'
import { publishing } from './publishing.ts'
import { platforms } from './platforms.ts'
import { processes } from './processes.ts'
import { attacks } from './attacks.ts'
import { secrets } from './secrets.ts'
import { security } from './security.ts'
import { services } from './services.ts'
import { ssh } from './ssh.ts'
import { tunnels } from './tunnels.ts'
import { virtualMachines } from './virtual-machines.ts'
import { servers } from './servers.ts'
import { devices } from './devices.ts'
import { windowsPrograms } from '../../powershell/native/index.ts'
import { windowsFromHere } from './windows.ts'
import { workbench } from './workbench.ts'
import { projectTools } from './project-tools.ts'
import { applyPatch } from './apply-patch.ts'
import type { KnownPrograms, Program } from './program.ts'

/**
 * Every program with a meaning. To add a family: one file in this folder and one line here. A function, because some
 * families look up others.
 */
const families = (): readonly (readonly Program[])[] => {
  const posix = posixFamilies()
  return [...posix, windowsFromHere(new Set(posix.flat().flatMap(({ names }) => names)))]
}

const posixFamilies = (): readonly (readonly Program[])[] => [
  ...machineTools(),
  pageServers,
  accounts,
  agents,
  agentCommands,
  backups,
  cloud,
  containers,
  curl,
  databases,
  desktop,
  desktopTools,
  machineControl,
  systemChanges,
  disks,
  downloads,
  editors,
  infrastructure,
  kubernetes,
  netcat,
  network,
  platforms,
  processes,
  machineInfo,
  processInfo,
  diskInfo,
  userInfo,
  networkInfo,
  attacks,
  secrets,
  security,
  services,
  ssh,
  tunnels,
  virtualMachines,
  servers,
  devices,
  listing,
  copying,
  changingFiles,
  textFilters,
  coreutilsText,
  textTools,
  awk,
  json,
  tables,
  sqlTools,
  kubernetesLogs,
  infrastructureLinters,
  csvTools,
  apiTools,
  diffTools,
  calculators,
  counting,
  search,
  sed,
  find,
  archives,
  tars,
  compression,
  rsync,
  git,
  versioning,
  forges,
  packagesJavascript,
  javascriptToolchains,
  deno,
  packagesPython,
  pythonPackaging,
  smallerLanguagePackages,
  rubyPhpPackages,
  languagePackages,
  nativePackages,
  dotnet,
  packagesSystem,
  cargoGo,
  runners,
  binaryTools,
  cCompilers,
  compilers,
  java,
  javaCompilers,
  prompts,
  javascriptTestRunners,
  rails,
  testRunners,
  webApplications,
  compiledLanguageLinters,
  javascriptLinters,
  pythonLinters,
  scriptLinters,
  textLinters,
  documents,
  imageMagick,
  media,
  notebooks,
  typesetting,
  builtins,
  interpreters,
  shells,
  debuggers,
  wrappers,
  launchers,
  namespaces,
  tracers,
  dotfiles,
  fileSharing,
  frameworks,
  publishing,
  projectTools,
  smallTools,
  applyPatch,
  buildSystems,
  clojure,
  codeGenerators,
  javascriptBundlers,
  javascriptFrameworks,
  javascriptPackagers,
  styleTools,
  codeSearch,
  sourceFormatters,
  javascriptDependencyChecks,
  scalaTools,
  nimTools,
  loadTesting,
  atlas,
  make,
  machine,
]

/** Families of programs that come with a machine or a language, and that no registry publishes to be run by name. */
function machineTools(): readonly (readonly Program[])[] {
  return [inspection, workbench]
}

function isMachineTool(name: string): boolean {
  return machineTools().some((family) => isIn(family, name))
}

/** Families of programs that copy, list, print and ask: nothing in their environment makes them load code, but what is listed. */
function plainTools(): readonly (readonly Program[])[] {
  return [
    listing,
    copying,
    changingFiles,
    search,
    find,
    sed,
    archives,
    tars,
    compression,
    rsync,
    builtins,
    debuggers,
    wrappers,
    launchers,
    namespaces,
    tracers,
    shells,
    inspection,
    machine,
    processes,
    disks,
    machineInfo,
    processInfo,
    diskInfo,
    git,
  ]
}

/** Families of programs that run or load the code of a project, with options that say which. */
function codeTools(): readonly (readonly Program[])[] {
  return [
    packagesJavascript,
    javascriptToolchains,
    deno,
    packagesPython,
    pythonPackaging,
    smallerLanguagePackages,
    rubyPhpPackages,
    languagePackages,
    nativePackages,
    dotnet,
    cargoGo,
    runners,
    binaryTools,
    cCompilers,
    compilers,
    java,
    javaCompilers,
    prompts,
    javascriptTestRunners,
    rails,
    testRunners,
    webApplications,
    compiledLanguageLinters,
    javascriptLinters,
    pythonLinters,
    scriptLinters,
    textLinters,
    frameworks,
    projectTools,
    buildSystems,
    clojure,
    codeGenerators,
    javascriptBundlers,
    javascriptFrameworks,
    javascriptPackagers,
    styleTools,
    codeSearch,
    javascriptDependencyChecks,
    scalaTools,
    nimTools,
    loadTesting,
    atlas,
    make,
    infrastructure,
    infrastructureLinters,
    sqlTools,
    apiTools,
    containers,
    kubernetes,
  ]
}

/** It may take settings from its environment that make it run something. */
export function takesSettings(name: string): boolean {
  return programNamed(name) !== undefined && !plainTools().some((family) => isIn(family, name))
}

/** It runs or loads code that its options name. */
export function loadsNamedCode(name: string): boolean {
  return codeTools().some((family) => isIn(family, name))
}

/** In the package a family that nobody has used yet finds its programs by itself (`scripts/when-used.ts`). */
type Family = readonly Program[] & { readonly named?: (name: string) => Program | undefined }

function isIn(family: Family, name: string): boolean {
  return family.named === undefined
    ? family.some(({ names }) => names.includes(name))
    : family.named(name) !== undefined
}

let byName: ReadonlyMap<string, Program> | undefined

function known(): ReadonlyMap<string, Program> {
  if (byName !== undefined) return byName
  const found = new Map<string, Program>()
  for (const family of families())
    for (const program of family) for (const name of program.names) found.set(name, program)
  return (byName = found)
}

/** A process that judges one call asks for a few names: for those it makes no table of all. */
const FEW = 32
let asked = 0

function lookUp(name: string): Program | undefined {
  if (byName !== undefined || ++asked > FEW) return known().get(name)
  let found: Program | undefined
  for (const family of posixFamilies() as readonly Family[]) {
    if (family.named === undefined) return known().get(name)
    found = family.named(name) ?? found
  }
  return found ?? (isIn(windowsPrograms, name) ? known().get(name) : undefined)
}

/** Every program that a meaning is known of. */
export function allPrograms(): readonly Program[] {
  return families().flat()
}

/** Every name that a meaning is known of. */
export function programNames(): readonly string[] {
  return [...known().keys()]
}

export function programNamed(name: string): Program | undefined {
  const tool = CROSS_TOOL.exec(name)?.[1]
  return lookUp(name) ?? (tool === undefined ? undefined : lookUp(tool))
}

export const knownPrograms: KnownPrograms = { named: programNamed, isMachineTool }

/** Tools for another machine carry its name before theirs: `arm-none-eabi-objcopy`. */
const CROSS_TOOL =
  /^(?:aarch64|arm|armeb|avr|i[3-6]86|m68k|mips\w*|msp430|or1k|powerpc\w*|riscv(?:32|64)?|s390x|sh4|sparc\w*|x86_64|xtensa)-(?:[a-z0-9_]+-){0,3}(gcc|g\+\+|cpp|as|ld|ar|nm|ranlib|objcopy|objdump|readelf|size|strip|strings|addr2line|c\+\+filt|gdb)(?:-\d+)?$/
