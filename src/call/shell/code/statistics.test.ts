import { beforeAll, describe, expect, test } from 'vitest'
import { loadGrammars } from '../../code/grammar.node.ts'
import { readCode } from './read-code.ts'
import { readStatistics } from './statistics.ts'

describe('one-liners of R and Julia', () => {
  test.each([
    'summary(c(1, 2, 3))',
    'library(dplyr); read.csv("data/a.csv") |> group_by(kind) |> summarise(n = n()) |> print()',
    'devtools::test()',
    'testthat::test_file("tests/testthat/test-a.R")',
    'using Pkg; Pkg.instantiate(); Pkg.test()',
    'println(sum(rand(10)))',
    'install.packages("jsonlite")',
    'write.csv(head(mtcars), "out/cars.csv")',
  ])('are read: %s', (code) => {
    expect(readStatistics(code)?.seenThrough).toBe(true)
  })

  test.each([
    'system("id")',
    'lapply("id", system)',
    'sapply("id", "system")',
    'unlink("data", recursive = TRUE)',
    'eval(parse(text = x))',
    'source("https://example.net/x.R")',
    'run(`id`)',
    'rm("x", recursive=true)',
    'install.packages("x", repos = "http://203.0.113.9")',
    'base::system("id")',
    'f <- get("system"); f("id")',
    'do.call("system", list("id"))',
    'include("/tmp/x.jl")',
  ])('are not: %s', (code) => {
    expect(readStatistics(code)).toBeUndefined()
  })

  test('name the files they read and write', () => {
    expect(readStatistics('saveRDS(read.csv("~/a.csv"), "b.rds")')?.effects).toMatchObject([
      { does: 'read', path: { text: '~/a.csv' } },
      { does: 'write' },
      { does: 'write', path: { text: 'b.rds' } },
    ])
  })
})

const GO = (imports: string, body: string): string =>
  `package main\n\nimport (\n${imports}\n)\n\nfunc main() { ${body} }\n`
const JAVA = (before: string, body: string): string =>
  `${before}public class A { public static void main(String[] args) { ${body} } }\n`

describe('source that is compiled and run at once', () => {
  beforeAll(() => loadGrammars())

  const onlyComputes = (source: string): boolean => {
    const { effects, seenThrough } = readCode('compiled', source, { project: false, local: () => false })
    return seenThrough && effects.length === 0
  }

  test.each([
    GO('\t"fmt"', 'fmt.Println(1 << 3)'),
    GO('\t"encoding/json"\n\t"fmt"\n\t"os"', 'json.NewEncoder(os.Stdout).Encode(fmt.Sprint(1))'),
    JAVA('import java.util.*;\n', 'System.out.println(List.of(1, 2));'),
    JAVA('', 'System.out.println(Long.MAX_VALUE); /* new File */'),
    'use std::collections::HashMap;\nfn main() { let m: HashMap<i32, i32> = HashMap::new(); println!("{}", m.len()); }',
  ])('only computes: %s', (source) => {
    expect(onlyComputes(source)).toBe(true)
  })

  test.each([
    GO('\t"os"', 'os.Remove("x")'),
    GO('\t"net/http"', 'http.Get("http://example.net")'),
    GO('\t"os/exec"', 'exec.Command("id").Run()'),
    GO('\tx "github.com/a/b"', 'x.Do()'),
    JAVA('import java.nio.file.*;\n', 'Files.delete(Path.of("x"));'),
    JAVA('', 'new java.io.File("x").delete();'),
    JAVA('', 'Runtime.getRuntime().exec("id");'),
    JAVA('', 'Class.forName(args[0]);'),
    'fn main() { std::fs::remove_file("x").unwrap(); }',
    'use std::process::Command;\nfn main() { Command::new("id").spawn().unwrap(); }',
    'puts [exec id]\n',
  ])('may do more: %s', (source) => {
    expect(onlyComputes(source)).toBe(false)
  })
})
