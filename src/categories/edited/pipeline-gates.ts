/** What holds a pipeline back until a person, a branch or a pin lets it go on, whichever service runs it. */

type Node = Readonly<Record<string, unknown>>

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A gate of a pipeline by its name; what it is, in words that follow the path, when it is gone. */
type Gates = ReadonlyMap<string, string>

const RELEASING =
  /\b(?:publish|deploy\w*|release|promote|rollout|push\.sh|helm upgrade|kubectl apply|terraform apply|docker push|twine upload)\b/i
const BY_WHOM =
  /\b(?:github\.(?:ref\w*|actor|event_name|repository\w*|base_ref)|startsWith|CI_COMMIT_\w+|CI_PIPELINE_SOURCE)\b/

/** Which gate of a pipeline a change takes away, or what it lets in; undefined: none. */
export function lostGate(before: unknown, after: unknown): string | undefined {
  if (!isNode(before) || !isNode(after)) return undefined
  const has = gatesOf(after)
  const names = new Set(jobsOf(after).map(([name]) => name))
  for (const [gate, says] of gatesOf(before)) {
    const job = gate.slice(gate.indexOf(' ') + 1)
    if (!has.has(gate) && (gate.startsWith('approval ') || names.has(job))) return says
  }
  return lostTemplate(before, after) ?? newInclude(before, after) ?? newOrb(before, after)
}

function gatesOf(pipeline: Node): Gates {
  const gates = new Map<string, string>()
  for (const [name, job] of jobsOf(pipeline)) {
    if (job['type'] === 'approval')
      gates.set(`approval ${name}`, `no longer waits until somebody approves at \`${name}\``)
    if (isNode(job['filters']) && restricts(job['filters']))
      gates.set(`filters ${name}`, `runs \`${name}\` for every branch`)
    if (!RELEASING.test(`${name} ${JSON.stringify(job)}`)) continue
    if (job['when'] === 'manual' || rulesOf(job).some((rule) => rule['when'] === 'manual'))
      gates.set(`manual ${name}`, `runs \`${name}\` without anybody starting it`)
    const condition = String(job['if'] ?? '')
    if (BY_WHOM.test(condition)) gates.set(`if ${name}`, `runs \`${name}\` from anywhere`)
    if (rulesOf(job).some(({ if: rule }) => namesBranch(String(rule ?? ''))) || job['only'] !== undefined)
      gates.set(`rules ${name}`, `runs \`${name}\` from any branch`)
  }
  return gates
}

function namesBranch(rule: string): boolean {
  return /\$CI_COMMIT_(?:BRANCH|TAG|REF_NAME|REF_PROTECTED)\s*(?:==|=~)|^\s*\$CI_COMMIT_TAG\s*$/.test(rule)
}

function restricts(filters: Node): boolean {
  return ['branches', 'tags'].some((key) => isNode(filters[key]) && 'only' in filters[key])
}

function rulesOf(job: Node): readonly Node[] {
  return Array.isArray(job['rules']) ? job['rules'].filter(isNode) : []
}

/** Jobs as services write them: under `jobs`, at the top, or listed in a workflow. */
function jobsOf(pipeline: Node): readonly (readonly [string, Node])[] {
  const listed = isNode(pipeline['workflows'])
    ? Object.values(pipeline['workflows']).flatMap((flow) =>
        isNode(flow) && Array.isArray(flow['jobs']) ? flow['jobs'] : [],
      )
    : []
  const named = isNode(pipeline['jobs']) ? Object.entries(pipeline['jobs']) : Object.entries(pipeline)
  return [
    ...listed.flatMap((each): (readonly [string, unknown])[] =>
      isNode(each) ? Object.entries(each) : [[String(each), {}]],
    ),
    ...named,
  ].filter((entry): entry is readonly [string, Node] => isNode(entry[1]))
}

const SECURITY_TEMPLATE =
  /\b(?:SAST|Secret-Detection|Dependency-Scanning|Container-Scanning|DAST|License-Scanning|API-Fuzzing)\b/i

function lostTemplate(before: Node, after: Node): string | undefined {
  const lost = includesOf(before).find((each) => SECURITY_TEMPLATE.test(each) && !includesOf(after).includes(each))
  return lost === undefined ? undefined : `no longer runs \`${lost.slice(0, 80)}\``
}

function newInclude(before: Node, after: Node): string | undefined {
  const known = includesOf(before)
  const strange = includesOf(after).find((each) => /^https?:\/\//.test(each) && !known.includes(each))
  return strange === undefined ? undefined : `runs whatever \`${strange.slice(0, 100)}\` holds`
}

function includesOf(pipeline: Node): readonly string[] {
  const given = pipeline['include']
  return (Array.isArray(given) ? given : [given]).flatMap((each) =>
    typeof each === 'string'
      ? [each]
      : isNode(each)
        ? Object.values(each).filter((value) => typeof value === 'string')
        : [],
  )
}

/** Orbs are code of others: of a maker that is not used here yet, or as it will be tomorrow. */
function newOrb(before: Node, after: Node): string | undefined {
  const [old, now] = [orbsOf(before), orbsOf(after)]
  const strange = now.find((orb) => {
    if (old.includes(orb)) return false
    const [maker] = orb.split('/')
    return (
      /@(?:volatile|dev:.*)$/.test(orb) || !(maker === 'circleci' || old.some((each) => each.startsWith(`${maker}/`)))
    )
  })
  return strange === undefined ? undefined : `runs the orb \`${strange}\``
}

function orbsOf(pipeline: Node): readonly string[] {
  return isNode(pipeline['orbs']) ? Object.values(pipeline['orbs']).filter((orb) => typeof orb === 'string') : []
}

const HASH = /^(?:[0-9a-f]{40}|[0-9a-f]{64}|sha256:[0-9a-f]{64})$/
const BRANCH = /^(?:main|master|develop|dev|trunk|latest|HEAD)$/

/** An action that was fixed to one content and is now whatever its maker, or a branch, says. */
export function lostPin(before: readonly string[], after: readonly string[]): string | undefined {
  for (const uses of after.filter((each) => !before.includes(each))) {
    const [name, ref = ''] = uses.split('@')
    const was = before.filter((each) => each.split('@')[0] === name).map((each) => each.split('@')[1] ?? '')
    if (was.length === 0 || HASH.test(ref)) continue
    if (was.some((each) => HASH.test(each)) || (BRANCH.test(ref) && !was.some((each) => BRANCH.test(each))))
      return `no longer says which content of \`${name}\` it runs`
  }
  return undefined
}
