/**
 * What reading code by its grammar costs, in time of the processor: loading each grammar, parsing 128 KiB, reading it whole, and how both grow.
 * `node bench/code.ts`
 */
import { loadGrammar } from '../src/call/code/grammar.node.ts'
import { type Grammar, GRAMMARS, parse as parseAlone } from '../src/call/code/grammars.ts'
import { parseSyntax } from '../src/call/code/syntax.ts'
import { readCode } from '../src/call/shell/code/read-code.ts'

const PYTHON = `
def clean_%(rows, limit=10):
    out = []
    for row in rows:
        name = row.get("name", "").strip().lower()
        if not name or len(name) > limit:
            continue
        out.append({"name": name, "size": len(row), "path": f"data/{name}.json"})
    return sorted(out, key=lambda item: item["size"])[:limit]
`
const JAVASCRIPT = `
function clean%(rows, limit = 10) {
  const out = [];
  for (const row of rows) {
    const name = (row.name ?? '').trim().toLowerCase();
    if (!name || name.length > limit) continue;
    out.push({ name, size: Object.keys(row).length, path: \`data/\${name}.json\` });
  }
  return out.sort((a, b) => a.size - b.size).slice(0, limit);
}
`

const PHP = `
function clean%(array $rows, int $limit = 10): array {
  $out = [];
  foreach ($rows as $row) {
    $name = strtolower(trim($row['name'] ?? ''));
    if ($name === '' || strlen($name) > $limit) continue;
    $out[] = ['name' => $name, 'size' => count($row), 'path' => "data/{$name}.json"];
  }
  usort($out, fn ($a, $b) => $a['size'] <=> $b['size']);
  return array_slice($out, 0, $limit);
}
`
const JAVA = `
class Clean% {
  static List<String> clean(List<Map<String, String>> rows, int limit) {
    List<String> out = new ArrayList<>();
    for (Map<String, String> row : rows) {
      String name = row.getOrDefault("name", "").trim().toLowerCase();
      if (name.isEmpty() || name.length() > limit) continue;
      out.add("data/" + name + ".json");
    }
    return out.stream().sorted().limit(limit).toList();
  }
}
`
const RUST = `
fn clean_%(rows: &[HashMap<String, String>], limit: usize) -> Vec<String> {
    let mut out = Vec::new();
    for row in rows {
        let name = row.get("name").cloned().unwrap_or_default().trim().to_lowercase();
        if name.is_empty() || name.len() > limit { continue; }
        out.push(format!("data/{}.json", name));
    }
    out.sort();
    out
}
`
const GO = `
func clean%(rows []map[string]string, limit int) []string {
	out := []string{}
	for _, row := range rows {
		name := strings.ToLower(strings.TrimSpace(row["name"]))
		if name == "" || len(name) > limit {
			continue
		}
		out = append(out, fmt.Sprintf("data/%s.json", name))
	}
	sort.Strings(out)
	return out
}
`

function sized(piece: string, bytes: number): string {
  let text = ''
  for (let index = 0; text.length < bytes; index++) text += piece.replaceAll('%', String(index))
  return text
}

/** Time of the processor, so that whatever else runs on the machine does not count. */
function spentOn(run: () => void): number {
  const start = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

function median(times: number, run: () => void): number {
  run()
  const spent = Array.from({ length: times }, () => spentOn(run))
  return spent.toSorted((a, b) => a - b)[Math.floor(times / 2)]!
}

const context = { project: false, local: () => false }
const ms = (value: number): string => `${value.toFixed(1)} ms`.padStart(10)

for (const grammar of GRAMMARS) {
  const start = performance.now()
  await loadGrammar(grammar)
  console.log(`load   ${grammar.padEnd(12)}${ms(performance.now() - start)}`)
}
for (const [language, piece, head = ''] of [
  ['python', PYTHON],
  ['javascript', JAVASCRIPT],
  ['php', PHP, '<?php\n'],
  ['java', JAVA, 'import java.util.*;\n'],
  ['rust', RUST, 'use std::collections::HashMap;\n'],
  ['go', GO, 'package main\n\nimport (\n\t"fmt"\n\t"sort"\n\t"strings"\n)\n'],
] as const satisfies readonly (readonly [Grammar, string, string?])[]) {
  const as = language === 'java' || language === 'rust' || language === 'go' ? 'compiled' : language
  let before: { parse: number; read: number } | undefined
  for (const bytes of [32, 64, 128]) {
    const text = head + sized(piece, bytes * 1024)
    const parse = median(9, () => {
      const tree = parseAlone(language, text)
      if (typeof tree !== 'string') tree.delete()
    })
    const copied = median(9, () => parseSyntax(language, text))
    const read = median(9, () => readCode(as, text, context))
    const ratio =
      before === undefined ? '' : `   x${(parse / before.parse).toFixed(2)}, x${(read / before.read).toFixed(2)}`
    console.log(
      `${String(bytes).padStart(4)} KiB ${language.padEnd(12)} parsed ${ms(parse)}   as data ${ms(copied)}   read whole ${ms(read)}${ratio}`,
    )
    before = { parse, read }
  }
}
for (const [name, language, text] of [
  ['brackets nested 60,000 deep', 'python', `x = ${'['.repeat(60_000)}${']'.repeat(60_000)}`],
  ['calls nested 20,000 deep', 'javascript', `${'f('.repeat(20_000)}${')'.repeat(20_000)}`],
  ['ambiguous arrows', 'javascript', '(a=('.repeat(20_000)],
  ['generics nested 20,000 deep', 'compiled', `class A { ${'List<'.repeat(20_000)}${'>'.repeat(20_000)} x; }`],
  ['macros nested 3,000 deep', 'compiled', `fn main() { ${'vec!['.repeat(3000)}${']'.repeat(3000)} }`],
  ['macros nested 150 deep', 'compiled', `fn main() { ${'vec!['.repeat(150)}${']'.repeat(150)}; }`],
  ['heredocs that never end', 'php', '<?php $a = <<<X\n'.repeat(10_000)],
  ['a sum of 40,000', 'python', `x = ${'1+'.repeat(40_000)}1`],
  ['else if, 5,000 times', 'javascript', 'if(a){}else '.repeat(5000) + '{}'],
] as const) {
  const start = performance.now()
  let seenThrough = true
  const spent = spentOn(() => ({ seenThrough } = readCode(language, text, context)))
  console.log(
    `hostile ${name.padEnd(30)} ${ms(spent)} (${(performance.now() - start).toFixed(0)} ms on the clock)   ${seenThrough ? 'understood' : 'not understood'}`,
  )
}
