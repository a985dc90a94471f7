import { literal } from '../../word.ts'
import type { Effect, Reading } from './effects.ts'

function names(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/))
}

/**
 * Functions of R and Julia that compute, print, or work on the project they are called in. A call of anything else may do
 * anything. No name here acts in one of the languages and not in the other.
 */
const PLAIN = names(`
  abs all any append apply args array arrange as.character as.data.frame as.Date as.factor as.integer as.logical as.matrix
  as.numeric as.vector attr attributes basename beta bind_rows c cat cbind ceiling char charToRaw class coef colMeans
  colnames colSums complete.cases confint cor count cumprod cumsum cut data data.frame date dbinom deparse desc diag diff
  difftime dim dimnames dirname distinct dnorm double duplicated else emptyenv endsWith exp expand.grid expression
  factor factorial filter Find fitted floor for format format.Date fromJSON full_join function gc getOption getwd ggplot aes
  glimpse glm grepl group_by gsub head identical if ifelse inherits inner_join installed.packages integer interaction
  intersect inverse.rle invisible is.character is.data.frame is.factor is.function is.na is.null is.numeric join kmeans
  lapply left_join length letters levels library list lm log log10 log1p log2 logical lower ls make.names map map_chr map_dbl
  map_lgl match matrix max mean median merge message min mode mutate n names nchar ncol nrow numeric order outer packageVersion
  paste paste0 pbinom pivot_longer pivot_wider pnorm predict print printf prod quantile R.version.string range rank rbind
  read.csv read.table read.delim read_csv read_tsv readLines readRDS read_excel read_json recode Reduce rename rep repeat
  replace require requireNamespace residuals rev rnorm round row.names rowMeans rownames rowSums runif sample sapply scale
  sd select seq seq_along seq_len sessionInfo set.seed setdiff setNames shapiro.test sign signif sin slice solve sort split
  sprintf sqrt stack stopifnot str strsplit structure sub subset substr sum summarise summarize summary suppressMessages
  suppressPackageStartupMessages suppressWarnings Sys.Date Sys.getlocale Sys.info Sys.time t t.test table tail tan tbl_vars
  tibble tolower toString toupper transform trimws trunc tryCatch typeof ungroup union unique unlist unsplit upper vapply var
  vector warning warnings which which.max which.min while with within x xor toJSON rlang nlevels colors version R.Version
  println display versioninfo zeros ones rand randn push! pop! collect length typeof sizeof string parse convert reshape
  eachindex enumerate zip map reduce filter foldl sum maximum minimum argmax argmin isempty isnothing haskey get keys values
  sort! reverse transpose det inv tr eigvals norm dot cross floor ceil round div mod rem gcd lcm isprime factor primes
  Dict Set Vector Matrix Array Tuple Int Int64 Float64 String Symbol Bool Rational Complex DataFrame describe first last
  names nrow ncol occursin startswith endswith split join strip lowercase uppercase replace repeat lpad rpad
  test test_dir test_file test_package check document load_all build render style_pkg style_file lint lint_package
  roxygenise roxygenize package_coverage restore status snapshot build_site check_examples run_examples spell_check
  instantiate precompile resolve activate update versioninfo build_vignettes rcmdcheck install_deps install_dev_deps
  theme_set theme_minimal geom_point geom_line geom_bar geom_histogram geom_boxplot labs ggtitle facet_wrap xlab ylab hist
  plot lines points abline legend barplot boxplot dev.off dev_mode quit q exit Sys.sleep nlevels droplevels crossprod
`)

/** Functions whose first text is a file that is read. */
const READS =
  /\b(?:read\.(?:csv|table|delim)|read_(?:csv|tsv|json|excel)|readLines|readRDS|fromJSON)\s*\(\s*(?:file\s*=\s*)?["']([^"']+)["']/g
const WRITERS = names('write.csv write.table write_csv saveRDS ggsave png pdf svg jpeg writeLines savefig')

/** Names that act, called or handed on: `lapply(x, system)`, `sapply(x, "system")`. */
const ACTS_ALONE =
  'system2?|shell|shell\\.exec|unlink|file\\.(?:remove|rename|copy|create|append|symlink|edit)|dir\\.create|download\\.file|source|sys\\.source|do\\.call|match\\.fun|evalq|run|rm|include|open|write|cp|mv|mkdir|chmod|download|Base|Core|Libc|pipe|url|socketConnection|dyn\\.load|Sys\\.\\w*env|setwd|load|attach|assign|environment|processx|sys|curl|httr'
const NAMED = new RegExp(`(?<![\\w.$])(?:${ACTS_ALONE})(?![\\w.])(?!\\s*=[^=])`)
const QUOTED = new RegExp(`["'](?:${ACTS_ALONE})["']`)

/** Packages from the registry of the language: their names, and no other source. */
const INSTALLS = /^(?:install\.packages|install_cran|pak|add)$/

/**
 * One-liners of R and Julia. Undefined when the text is not of that kind: strings that hold code, commands in backquotes,
 * names joined while it runs.
 */
export function readStatistics(text: string): Reading | undefined {
  if (
    /`|\$\(|\beval\b|\bparse\s*\(\s*text|\bmatch\.fun\b|\bget\s*\(\s*["']|@(?:eval|ccall|cmd)|\bccall\b|:::/.test(text)
  )
    return undefined
  const code = text.replaceAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, '""').replaceAll(/#[^\n]*/g, ' ')
  if (/["']/.test(code.replaceAll('""', ''))) return undefined
  if (NAMED.test(code) || QUOTED.test(text)) return undefined
  const effects: Effect[] = []
  let writers = 0
  for (const [call] of code.matchAll(/[A-Za-z_.][\w.!]*(?=\s*\()/g)) {
    const name = call.replace(/^(?:.*::)?/, '')
    const last = name.split('.').at(-1)!
    if (INSTALLS.test(name) || (last === 'add' && name.startsWith('Pkg.'))) {
      if (
        /\brepos\s*=|\burl\s*=|https?:|\bgithub\b/i.test(text) &&
        !/cran\.(?:r-project|rstudio)\.(?:org|com)/.test(text)
      )
        return undefined
      effects.push({ does: 'contact', target: literal('https://cran.r-project.org'), sends: 'nothing', text: call })
    } else if (WRITERS.has(name)) writers++
    else if (!PLAIN.has(name) && !(name.startsWith('Pkg.') && PLAIN.has(last))) return undefined
  }
  for (const [call, path] of text.matchAll(READS)) effects.push({ does: 'read', path: literal(path!), text: call })
  for (const match of text.matchAll(/([A-Za-z_.][\w.]*)\s*\(([^()]*(?:\([^()]*\)[^()]*)*)\)/g)) {
    if (!WRITERS.has(match[1]!)) continue
    const paths = [...match[2]!.matchAll(/"([^"]*)"|'([^']*)'/g)].map((found) => found[1] ?? found[2]!)
    // Whichever of its texts is the file: each could be.
    if (paths.length === 0) return undefined
    for (const path of paths) effects.push({ does: 'write', path: literal(path), text: match[0] })
    writers--
  }
  return writers === 0 ? { effects, seenThrough: true } : undefined
}
