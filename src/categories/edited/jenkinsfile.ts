/** A Jenkinsfile by its text: what its stages are called, what they run, and what holds them back. */
interface Pipeline {
  readonly stages: readonly string[]
  readonly commands: readonly string[]
  readonly text: string
}

export function isJenkinsfile(name: string): boolean {
  return /^jenkinsfile(?:\.\w+)?$|\.jenkinsfile$/i.test(name)
}

export function readJenkinsfile(source: string): Pipeline {
  const text = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[^:'"\w])\/\/[^\n]*/g, '$1')
  return {
    stages: [...text.matchAll(/\bstage\s*\(\s*['"]([^'"]+)['"]/g)].map(([, name]) => name!),
    commands: [
      ...text.matchAll(
        /\b(?:sh|bat|powershell|pwsh)\b\s*\(?\s*(?:script:\s*)?(?:'''([\s\S]*?)'''|"""([\s\S]*?)"""|'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)")/g,
      ),
    ].map(([, a, b, c, d]) => a ?? b ?? c ?? d ?? ''),
    text,
  }
}

/** What holds a stage back, and what is said when there is less of it. */
const HOLDS: readonly (readonly [RegExp, string])[] = [
  [/\binput\s*(?:\{|\(|['"]|message\b)/g, 'no longer asks somebody before it goes on'],
  [/\bwhen\s*\{/g, 'runs a stage that waited for a condition'],
  [/\bwaitForQualityGate\b/g, 'no longer waits for the quality gate'],
  [/\bsubmitter\b/g, 'lets everybody answer what only some could'],
]
/** What lets a failed check pass, when there is more of it. */
const PASSES =
  /\bcatchError\b|\bbuildResult:\s*'SUCCESS'|\breturnStatus:\s*true|\bcurrentBuild\.result\s*=\s*'SUCCESS'/g
const CHECKING_STAGE = /test|scan|lint|audit|check|verif|secur|sast|approv|quality|sign/i
/** Code of others that the pipeline loads. */
const LOADS = /@Library\s*\(\s*['"]([^'"]+)['"]|\blibrary\s*\(?\s*['"]([^'"]+)['"]|\bload\s+['"]([^'"]+)['"]/g

export function weakenedJenkinsfile(before: string, after: string): string | undefined {
  const [old, now] = [readJenkinsfile(before), readJenkinsfile(after)]
  if (old.stages.length > 0 && now.stages.length === 0) return 'can no longer be read as a pipeline'
  for (const [sign, says] of HOLDS) if (count(now.text, sign) < count(old.text, sign) && stays(old, now)) return says
  const stage = old.stages.find((name) => CHECKING_STAGE.test(name) && !now.stages.includes(name))
  if (
    stage !== undefined &&
    now.stages.filter((name) => CHECKING_STAGE.test(name)).length <
      old.stages.filter((name) => CHECKING_STAGE.test(name)).length
  )
    return `no longer has the stage \`${stage}\``
  if (count(now.text, PASSES) > count(old.text, PASSES)) return 'goes on after a check has failed'
  const loaded = new Set([...old.text.matchAll(LOADS)].map(([line]) => line))
  const strange = [...now.text.matchAll(LOADS)].find(
    ([line]) => !loaded.has(line) && /@(?:main|master|dev|HEAD)\b|https?:/.test(line),
  )
  return strange === undefined ? undefined : `loads \`${strange[0].slice(0, 80)}\``
}

/** A condition that goes away together with its stage holds nothing that still runs. */
function stays(old: Pipeline, now: Pipeline): boolean {
  return old.stages.every((name) => CHECKING_STAGE.test(name) || now.stages.includes(name))
}

function count(text: string, sign: RegExp): number {
  return text.match(sign)?.length ?? 0
}
