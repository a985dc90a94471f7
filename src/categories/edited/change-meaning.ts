import type { Action } from '../../call/action.ts'
import { baseName } from '../../call/paths.ts'
import type { Deeds } from '../category.ts'
import { kindsOf } from '../grounds.ts'
import { weakenedChecks } from './access-checks.ts'
import { callerDecides, uncast } from './caller-decides.ts'
import { handsOn, logsSecret, publishedSecret, weakenedDefences } from './code-defences.ts'
import { movedSource } from './code-sources.ts'
import { movedDependency } from './dependencies.ts'
import { type FileChange, GONE, linesOnlyIn, UNKNOWN } from './file-changes.ts'
import { widenedGrant } from './grants.ts'
import { emptyGuard, isGuard, passedOver, silenced, weakenedGuard } from './guards.ts'
import { loosenedLine } from './held-lines.ts'
import { loosenedSettings, lostSetting } from './held-settings.ts'
import { looseSource } from './held-versions.ts'
import { weakenedInstructions } from './instructions.ts'
import { lostGuardWord } from './guard-words.ts'
import { gatedGuard } from './gated-guards.ts'
import { lostFlags } from './guarding-flags.ts'
import { lostOptions } from './lost-options.ts'
import { looserValue } from './looser-values.ts'
import { isJenkinsfile } from './jenkinsfile.ts'
import { letsOut } from './kept-out.ts'
import { isLockfile, movedLock } from './lockfiles.ts'
import { weakenedProtection } from './protections.ts'
import { isPolicy, loosenedPolicy } from './policy-files.ts'
import { lostInScript, saysYes, sendsHeld, shorterReach } from './reach-of-checks.ts'
import { weakenedRefusals } from './refusals.ts'
import { requestReach } from './request-reach.ts'
import { movedGuard } from './route-guards.ts'
import { weakenedSetting } from './settings-changes.ts'
import { fetchesCode, shippedHarm, tellsEnvironment } from './shipped-scripts.ts'
import { testsProtection, weakenedTest } from './security-tests.ts'
import { withoutComments } from './stripped.ts'
import { mayFailNow, strangeWorkflow, weakenedGroovy, weakenedWorkflow } from './workflows.ts'

/** `review`: what others rely on before a change is theirs. `source`: where packages come from. */
export type About = 'review' | 'protection' | 'source' | 'instructions'

export type Meaning = readonly [About, string]

/** What of the file's duties is less after a change, if anything. */
export function changeMeaning(change: FileChange, deeds: Deeds): Meaning | undefined {
  const { path, before, after, action } = change
  const kinds = kindsOf({ kind: 'path', path, real: path }, deeds)
  const name = baseName(path).toLowerCase()
  if (before === undefined) {
    // A check that others rely on counts by its name, also where nobody has the file at hand.
    if (after === GONE && isGuard(path) && !keepsGuarding(action))
      return ['review', 'protects what others rely on, and would be gone']
    return typeof after === 'string' ? newFile(path, name, after, kinds, deeds) : undefined
  }
  if (after === GONE) {
    if (isTest(path) && !isMoved(action) && testsProtection(path, before))
      return ['protection', 'shows that somebody is kept out, and would be gone']
    if (!isMoved(action) && PROTECTS.test(before)) return ['protection', 'limits others, and would be gone']
    if (!isGuard(path) || keepsGuarding(action)) return undefined
    return ['review', 'protects what others rely on, and would be gone']
  }
  if (after === UNKNOWN) {
    return isGuard(path)
      ? ['review', 'protects what others rely on, and nobody can tell what becomes of it']
      : undefined
  }
  const review = isGuard(path)
    ? (weakenedGuard(path, before, after) ?? weakenedSetting(before, after))
    : silenced(path, before, after)
  const workflow =
    review ?? (kinds.has('ci') ? (mayFailNow(before, after) ?? weakenedPipeline(name, before, after)) : undefined)
  if (workflow !== undefined) return ['review', workflow]
  if (kinds.has('agent-instructions')) return as('instructions', weakenedInstructions(before, after))
  const out = letsOut(path, before, after)
  if (out !== undefined) return ['protection', out]
  const moved = movedDependency(name, before, after, deeds.surroundings)
  if (moved !== undefined) return ['source', `: ${moved}`]
  const lock = isLockfile(name) ? movedLock(name, before, after) : undefined
  const source = lock ?? movedSource(path, before, after, deeds.surroundings) ?? looseSource(path, before, after)
  if (source !== undefined) return ['source', `: ${source}`]
  if (isLockfile(name)) return undefined
  const flags = COMMANDS.test(path) && !kinds.has('agent-instructions') ? lostFlags(before, after) : undefined
  if (flags !== undefined) return ['source', `: ${flags}`]
  const shipped = shippedHarm(path, before, after)
  if (shipped !== undefined) return ['protection', shipped]
  if (isTest(path)) return as('protection', weakenedTest(path, before, after))
  if (CODE.test(name) && !EXERCISES.test(path))
    return as('protection', weakenedSource(path, before, withHelpers(before, after, path, deeds)))
  const script = SCRIPT.test(name)
    ? lostInScript(withoutComments(path, before), withoutComments(path, after))
    : undefined
  if (script !== undefined) return ['protection', script]
  if (kinds.has('ci')) return undefined
  return as('protection', weakenedProtection(path, before, after) ?? changedSetting(path, before, after))
}

function changedSetting(path: string, before: string, after: string): string | undefined {
  const [old, now] = [withoutComments(path, before), withoutComments(path, after)]
  if (isPolicy(path)) return loosenedPolicy(path, old, now)
  if (!SETTINGS.test(path) || EXERCISES.test(path)) return undefined
  return weakenedSetting(old, now) ?? loosenedSettings(path, old, now) ?? lostSetting(path, old, now)
}

function weakenedPipeline(name: string, before: string, after: string): string | undefined {
  if (isJenkinsfile(name)) return weakenedGroovy(before, after)
  if (!YAML.test(name)) return undefined
  const [old, now] = [withoutComments(name, before), withoutComments(name, after)]
  return weakenedWorkflow(before, after) ?? loosenedSettings(name, old, now)
}

/** What a file that was not there brings with it. */
function newFile(
  path: string,
  name: string,
  text: string,
  kinds: ReadonlySet<string>,
  { surroundings }: Deeds,
): Meaning | undefined {
  if (kinds.has('ci')) return as('review', strangeWorkflow(text))
  if (kinds.has('agent-instructions')) return as('instructions', weakenedInstructions('', text))
  const moved = movedDependency(name, '', text, surroundings)
  if (moved !== undefined) return ['source', `: ${moved}`]
  if (isGuard(path)) return as('review', emptyGuard(text) ?? passedOver(path, '', text))
  const shipped = shippedHarm(path, '', text)
  if (shipped !== undefined) return ['protection', shipped]
  const quiet = silenced(path, '', text)
  if (quiet !== undefined) return ['review', quiet]
  if (name.endsWith('.sql')) return as('protection', weakenedDefences('', withoutComments(path, text)))
  return CODE.test(name) && !EXERCISES.test(path) ? as('protection', newCode(withoutComments(path, text))) : undefined
}

function newCode(text: string): string | undefined {
  const plain = uncast(text)
  return (
    publishedSecret('', plain) ??
    requestReach('', plain) ??
    tellsEnvironment('', plain) ??
    fetchesCode('', plain) ??
    callerDecides('', '', plain) ??
    saysYes(plain) ??
    sendsHeld('', plain) ??
    shorterReach('/', '', plain)
  )
}

function weakenedSource(path: string, before: string, after: string): string | undefined {
  const [old, now] = [uncast(withoutComments(path, before)), uncast(withoutComments(path, after))]
  return (
    weakenedChecks(old, now) ??
    callerDecides(path, old, now) ??
    shorterReach(path, old, now) ??
    sendsHeld(old, now) ??
    weakenedDefences(old, now) ??
    logsSecret(old, now) ??
    requestReach(old, now) ??
    tellsEnvironment(old, now) ??
    fetchesCode(old, now) ??
    lostOptions(old, now) ??
    weakenedRefusals(path, old, now) ??
    widenedGrant(path, old, now) ??
    looserValue(path, old, now) ??
    gatedGuard(path, old, now) ??
    weakenedSetting(old, now) ??
    loosenedSettings(path, old, now) ??
    movedGuard(old, now) ??
    loosenedLine(path, old, now) ??
    (/#\[cfg\(test\)\]/.test(old) ? weakenedTest(path, old, now) : undefined) ??
    lostWord(old, now)
  )
}

const MOST_HELPERS = 20

/** A check that moved into a function which this session wrote elsewhere is there: what is called anew is read with the file. */
function withHelpers(before: string, after: string, path: string, { session }: Deeds): string {
  const called = linesOnlyIn(after, before).flatMap((line) => line.match(/\b[A-Za-z_]\w{2,}(?=\()/g) ?? [])
  if (called.length === 0) return after
  const texts = [...session.written].flatMap(([place, content]) => {
    if (place === path || content.kind !== 'text' || !CODE.test(place)) return []
    const { text } = content
    const defines = called.some(
      (name) => !before.includes(`${name}(`) && DEFINES.some((word) => text.includes(`${word} ${name}`)),
    )
    return defines ? [withoutComments(place, text)] : []
  })
  return texts.length === 0 ? after : [after, ...texts.slice(0, MOST_HELPERS)].join('\n')
}

const DEFINES = ['function', 'const', 'def', 'fn', 'func', 'fun', 'let', 'class']

function lostWord(before: string, after: string): string | undefined {
  const name = handsOn(before, after) ? undefined : lostGuardWord(before, after)
  return name === undefined ? undefined : `no longer has \`${name}\``
}

function isTest(path: string): boolean {
  return TEST_CODE.test(path)
}

function isMoved(action: Action): boolean {
  return action.does === 'delete-file' && action.movedTo !== undefined
}

function as(about: About, detail: string | undefined): Meaning | undefined {
  return detail === undefined ? undefined : [about, detail]
}

/** Moved to where it guards as well. */
function keepsGuarding(action: Action): boolean {
  const to = action.does === 'delete-file' ? action.movedTo : undefined
  return to?.kind === 'path' && isGuard(to.real)
}

/** Files of commands that others run. */
const COMMANDS =
  /(?:^|\/)(?:dockerfile|containerfile|makefile|justfile|taskfile|procfile|jenkinsfile|tiltfile|earthfile|vagrantfile|package\.json|tox\.ini|noxfile\.py|\.npmrc|\.yarnrc\.yml|pip\.conf|\.envrc|composer\.json)[\w.-]*$|\.(?:docker|container)file$|\.(?:sh|bash|zsh|ya?ml|mk|ps1)$/i
const SCRIPT = /\.(?:ba|z|k)?sh$|\.mk$|^(?:makefile|justfile)$|\.ps1$/i
const SETTINGS =
  /\.(?:jsonc?|json5|ya?ml|toml|properties|ini|cfg|conf|config|xml|plist|tf|tfvars|hcl|env|gradle|kts)$|(?:^|\/)(?:\.\w+rc|_headers|\.htaccess|caddyfile)$/i
/** Manifests whose being there keeps somebody out. */
const PROTECTS =
  /^kind:\s*(?:NetworkPolicy|PodSecurityPolicy|PodDisruptionBudget|ResourceQuota|AuthorizationPolicy|PeerAuthentication|ValidatingWebhookConfiguration|ClusterPolicy)\b/m
const YAML = /\.ya?ml$/
const TEST_CODE =
  /(?:^|\/)(?:tests?|__tests__|spec|e2e)\/.*\.(?:py|[cm]?[jt]sx?|rb|php|go|rs|java|kt|cs|exs?)$|[._-](?:test|spec)\.\w+$|(?:^|\/)test_\w+\.py$|_test\.go$|Tests?\.(?:java|kt|cs)$/
const CODE =
  /\.(?:sql|py|[cm]?[jt]sx?|rb|php|go|rs|java|kts?|cs|swift|exs?|scala|vue|svelte|astro|clj[cs]?|dart|groovy|lua|p[lm]|c|cc|cpp|cxx|hh?|hpp|mm?|zig|nim|[eh]rl|hs|mli?|fsx?|vb|cr|jl|r|sol|cfc|erb|ejs|hbs|handlebars|mustache|twig|j2|jinja2?|cshtml|razor|h?eex|leex|pug|haml|slim|liquid|ftl|jsp|tmpl|gohtml)$/i
/** Tests and examples switch checks off to reach what lies behind them. */
const EXERCISES =
  /(?:^|\/)(?:tests?|__tests__|spec|fixtures?|testdata|mocks?|examples?|e2e)\/|[._-](?:test|spec)\.\w+$|(?:^|\/)(?:test_\w+|conftest)\.py$/i
