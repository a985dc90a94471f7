import { linesOnlyIn } from './file-changes.ts'
import { guardWords } from './guard-words.ts'
import { SHOWS_NOTHING } from './held-settings.ts'

/**
 * Where a check stands among what it protects, in words when it protects less: it moved behind what it stood before, a route
 * came to guarded ones without a guard, or a rule for everybody moved before one for some. The texts come without comments.
 */
export function movedGuard(before: string, after: string): string | undefined {
  const [old, now] = [trimmed(before), trimmed(after)]
  return behind(old, now) ?? splitRoute(before, after) ?? catchAllFirst(old, now) ?? bareRoute(before, after)
}

function trimmed(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trim().replace(/,$/, ''))
    .filter((line) => line !== '')
}

/** A line that puts a check before whatever follows it. */
const PUTS_BEFORE =
  /\.(?:use|Use|plug|wrap|layer|with|before|pre_?handler|addHook|register|middleware|add_middleware|Add\w*|enable\w*)\s*\(|^(?:plug|use|before_action|pipe_through)\b|^["'][\w.\\]+["']$|^[\w\\]+::class$|^-\s|^\w+\(\)$/
/** What answers requests, or hands out what was answered before. */
const ANSWERS =
  /\b(?:get|post|put|patch|delete|all|any|head|mount|route|resources?|HandleFunc|Handle|Get|Post|Put|Patch|Delete|Map(?:Get|Post|Put|Delete|Controllers)|include|include_router|register_blueprint|static|serve\w*)\s*\(?\s*["'`/:]|\.(?:use|register)\(\s*["'`]\/|\b(?:cache|proxy|static|router?|handler)\w*["'\])]*$|(?:Cache|Proxy|Static|Router|Handler)\w*["']?$|::(?:get|post|put|patch|delete|resource)\(/

function behind(old: readonly string[], now: readonly string[]): string | undefined {
  const guards = old.filter(
    (line) =>
      PUTS_BEFORE.test(line) &&
      isGuarded(line) &&
      !ROUTE.test(line) &&
      !ANSWERS.test(line) &&
      count(old, line) === 1 &&
      count(now, line) === 1,
  )
  if (guards.length === 0) return undefined
  const answers = old.filter(
    (line) => ANSWERS.test(line) && !guards.includes(line) && count(old, line) === 1 && count(now, line) === 1,
  )
  for (const guard of guards.slice(0, 50))
    for (const answer of answers.slice(0, 200))
      if (old.indexOf(guard) < old.indexOf(answer) && now.indexOf(guard) > now.indexOf(answer))
        return `\`${guard.slice(0, 60)}\` comes only behind \`${answer.slice(0, 60)}\``
  return undefined
}

function count(lines: readonly string[], line: string): number {
  return lines.filter((each) => each === line).length
}

function isGuarded(text: string): boolean {
  return guardsIn(text).length > 0 || ASKS.test(text)
}

/** `adminRouter` and `AdminPage` are for administrators; they keep nobody else out. */
function guardsIn(text: string): readonly string[] {
  return guardWords(text).filter((word) => !/^admin/i.test(word))
}

const ASKS =
  /\b(?:require|ensure|must|check|verify|is|has|needs?|only|assert)_?(?:user|login|logged|sign\w*in|session|member|staff|admin|owner|role|scope|api_?key|token|account|principal)\w*|current_?(?:user|account|member)|\bDepends\(|\bSecurity\(|\[Authorize|\bsigned_?in\b|\bsession\b|\bapi_?key\b|\bscopes?\b|\bstaff\w*required|\bpre_?handler\b|\bsecured?\b|login_required/i

/** The path that a line answers. */
const ROUTE =
  /(?:\.|@|::|^\s*|\b)(?:get|post|put|patch|delete|all|any|use|route|Route|Get|Post|Put|Patch|Delete|Handle(?:Func)?|Map(?:Get|Post|Put|Patch|Delete)|path|re_path|api_route|(?:Get|Post|Put|Patch|Delete|Request)Mapping|mount|resources?)\s*\(?\s*(?:value\s*=\s*)?r?f?["'`]([^"'`\n]*)["'`]/

/** `use('/admin', check, router)` becomes two lines, and the one without the check comes first. */
function splitRoute(before: string, after: string): string | undefined {
  const added = linesOnlyIn(after, before)
  for (const line of linesOnlyIn(before, after)) {
    const path = ROUTE.exec(line)?.[1]
    if (path === undefined) continue
    const same = added.filter((each) => ROUTE.exec(each)?.[1] === path)
    const guards = guardsIn(bodyOf(line))
    if (same.length > 1 && guards.length > 0 && !guards.some((word) => same[0]!.includes(word)))
      return `\`${same[0]!.trim().slice(0, 80)}\` comes before its check`
  }
  return undefined
}

/** A line without its path: `/login` checks nothing. */
function bodyOf(line: string): string {
  return line.replace(/["'`][^"'`]*["'`]/, '')
}

const MATCHER =
  /(?:request|ant|mvc|path)?Matchers?\(\s*["'`]([^"'`]+)["'`]|\bpath\s*[:=]\s*["'`]([^"'`]+)["'`]|^location\s+(?:[~^=*]+\s+)?(\S+)/

function catchAllFirst(old: readonly string[], now: readonly string[]): string | undefined {
  const places = (lines: readonly string[]): ReadonlyMap<string, number> =>
    new Map(
      lines.flatMap((line, at) => {
        const found = MATCHER.exec(line)
        return found === null ? [] : [[(found[1] ?? found[2] ?? found[3])!, at] as const]
      }),
    )
  const [was, is] = [places(old), places(now)]
  const wide = [...is.keys()].find((path) => /^\/?\*{1,2}$|^\/\*\*$|^\*$|^\/$/.test(path))
  if (wide === undefined || !was.has(wide)) return undefined
  const late = [...is].find(
    ([path, at]) => path !== wide && at > is.get(wide)! && was.has(path) && was.get(path)! < was.get(wide)!,
  )
  return late && `the rule for \`${late[0]}\` comes behind the one for everything`
}

/** A guard of all routes of a file. */
const WHOLE =
  /\.(?:addHook|use|Use|before_?\w*|middleware|add_middleware|pipe_through|plug|layer|wrap)\(\s*(?!["'`]\/)|^\s*(?:before_action|plug|pipe_through)\b|\bdependencies\s*=\s*\[|@(?:UseGuards|PreAuthorize|Authorize|RolesAllowed)\b[^\n]*$|^\s*\[Authorize/

interface Route {
  readonly path: string
  readonly line: string
  readonly guarded: boolean
}

/** A new route without a guard, where those beside it have one each. */
function bareRoute(before: string, after: string): string | undefined {
  if (after.split('\n').some((line) => WHOLE.test(line) && isGuarded(line))) return undefined
  const [old, now] = [routes(before), routes(after)]
  const guarded = old.filter((each) => each.guarded)
  if (guarded.length === 0 || guarded.length * 10 < old.filter(({ path }) => !SHOWS_NOTHING.test(path)).length * 6)
    return undefined
  const bare = now.find(
    (each) =>
      !each.guarded &&
      !SHOWS_NOTHING.test(each.path) &&
      each.path !== '/' &&
      !old.some((known) => known.path === each.path),
  )
  return bare && `\`${bare.line.trim().slice(0, 80)}\` is not guarded as the routes beside it are`
}

function routes(text: string): readonly Route[] {
  const lines = text.split('\n')
  return lines.flatMap((line, at): readonly Route[] => {
    const path = ROUTE.exec(line)?.[1]
    if (
      path === undefined ||
      /\b(?:axios|fetch|client|http|request|supertest|page|expect|it|test|describe)\.|^\s*(?:await|return)\b/.test(line)
    )
      return []
    return [{ path, line, guarded: isGuarded(`${bodyOf(line)}\n${around(lines, at)}`) }]
  })
}

/** What belongs to a route: the lines of its call, or its decorators and the head of its function. */
function around(lines: readonly string[], at: number): string {
  const isDecorator = (line: string | undefined): boolean => /^\s*[@#[]/.test(line ?? '')
  const own: string[] = []
  for (let above = at - 1; above >= 0 && isDecorator(lines[above]); above--) own.push(lines[above]!)
  for (let below = at + 1; below < Math.min(lines.length, at + 8); below++) {
    const line = lines[below]!
    if (ROUTE.test(line) || line.trim() === '') break
    own.push(line)
    if (!isDecorator(line) && isDecorator(lines[at])) {
      if (/[:{]\s*$/.test(line)) break
    } else if (/^\s*[)}\]]+[;,)]*\s*$/.test(line)) break
    if (!isDecorator(lines[at]) && /(?:=>|\bfunction\b[^{]*|\)\s*)\s*\{\s*$/.test(lines[at]!)) {
      own.pop()
      break
    }
    if (!isDecorator(lines[at]) && balanced(lines.slice(at, below))) {
      own.pop()
      break
    }
  }
  return own.join('\n')
}

function balanced(lines: readonly string[]): boolean {
  const text = lines.join('\n')
  return (text.match(/[([{]/g)?.length ?? 0) <= (text.match(/[)\]}]/g)?.length ?? 0)
}
