/** One command, as completion sees it. */
export interface Node {
  /** `` for the program itself, `log show` for a subcommand. */
  readonly path: string
  readonly description: string
  readonly subcommands: readonly { readonly name: string; readonly description: string }[]
  readonly options: readonly OptionNode[]
  /** What its argument can be, where that is a closed list. */
  readonly values: readonly string[]
  /** After `--` stands a command of the shell. */
  readonly shellCommand: boolean
}

export interface OptionNode {
  readonly names: readonly string[]
  readonly description: string
  readonly takes: 'nothing' | 'a file' | readonly string[]
}

const NOTE = '# Made by `portcullis completion`; make it again after an update.'

/** The words that lead from one command to another, as branches of a `case`. */
function steps(nodes: readonly Node[]): readonly string[] {
  return nodes
    .filter(({ path }) => path !== '')
    .map(({ path }) => {
      const words = path.split(' ')
      return `      '${words.slice(0, -1).join(' ')}/${words.at(-1)}') at='${path}' ;;`
    })
}

function names({ options }: Node): readonly string[] {
  return options.flatMap((option) => option.names)
}

/** Options with a value: branches of a `case` on `command:option`. */
function valued(nodes: readonly Node[], files: string, list: (words: string) => string): readonly string[] {
  return nodes.flatMap(({ path, options }) =>
    options
      .filter(({ takes }) => takes !== 'nothing')
      .map(({ names: own, takes }) => {
        const patterns = own.map((name) => `'${path}:${name}'`).join('|')
        return `    ${patterns}) ${typeof takes === 'string' ? files : list(takes.join(' '))} ;;`
      }),
  )
}

export function bashCompletion(nodes: readonly Node[]): string {
  const list = (words: string): string => `COMPREPLY=($(compgen -W '${words}' -- "$cur")); return`
  const rows = nodes.map((node) => {
    const words = [...node.subcommands.map(({ name }) => name), ...node.values]
    const files = words.length === 0 && node.path !== '' ? '; files=1' : ''
    return `    '${node.path}') words='${words.join(' ')}' options='${names(node).join(' ')}'${files} ;;`
  })
  const typed = nodes.filter(({ shellCommand }) => shellCommand).map(({ path }) => `'${path}'`)
  return `${NOTE}
_portcullis() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD - 1]} at='' words='' options='' files='' word
  COMPREPLY=()
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    if [[ $word == -- ]]; then
      case "$at" in
        ${typed.join('|')}) COMPREPLY=($(compgen -c -f -- "$cur")); return ;;
      esac
    fi
    case "$at/$word" in
${steps(nodes).join('\n')}
    esac
  done
  case "$at:$prev" in
${valued(nodes, 'compopt -o default 2> /dev/null; return', list).join('\n')}
  esac
  case "$at" in
${rows.join('\n')}
  esac
  if [[ $cur == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$cur"))
  elif [[ -n $files ]]; then
    compopt -o default 2> /dev/null
  else
    COMPREPLY=($(compgen -W "$words" -- "$cur"))
  fi
}
complete -F _portcullis portcullis
`
}

/** Within single quotes of zsh and POSIX shells; a colon ends a name in zsh. */
function described(name: string, description: string): string {
  return `'${name.replaceAll(':', '\\:')}:${description.replaceAll("'", `'\\''`)}'`
}

export function zshCompletion(nodes: readonly Node[]): string {
  const rows = nodes.map((node) => {
    const words = [
      ...node.subcommands.map(({ name, description }) => described(name, description)),
      ...node.values.map((value) => described(value, '')),
    ]
    const options = node.options.flatMap(({ names: own, description }) =>
      own.map((name) => described(name, description)),
    )
    return `    '${node.path}') words_here=(${words.join(' ')}) options_here=(${options.join(' ')}) ;;`
  })
  const typed = nodes.filter(({ shellCommand }) => shellCommand).map(({ path }) => `'${path}'`)
  return `#compdef portcullis
${NOTE}
_portcullis() {
  local at='' word
  local -a words_here options_here
  for word in "\${(@)words[2,CURRENT-1]}"; do
    if [[ $word == -- ]]; then
      case "$at" in
        (${typed.join('|')}) _alternative 'commands:command:_command_names -e' 'files:file:_files'; return ;;
      esac
    fi
    case "$at/$word" in
${steps(nodes).join('\n')}
    esac
  done
  case "$at:\${words[CURRENT-1]}" in
${valued(nodes, '_files; return', (words) => `compadd -- ${words}; return`).join('\n')}
  esac
  case "$at" in
${rows.join('\n')}
  esac
  if [[ $PREFIX == -* ]]; then
    _describe option options_here
  elif (( $#words_here )); then
    _describe command words_here
  else
    _files
  fi
}
if [[ \${funcstack[1]} == _portcullis ]]; then _portcullis "$@"; else compdef _portcullis portcullis; fi
`
}

function fishQuoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}

export function fishCompletion(nodes: readonly Node[]): string {
  const lines = nodes.flatMap((node) => {
    const here = `complete -c portcullis -n ${fishQuoted(`__portcullis_at ${fishQuoted(node.path)}`)}`
    const takesFiles = node.subcommands.length + node.values.length === 0 && node.path !== ''
    return [
      ...node.subcommands.map(({ name, description }) => `${here} -f -a ${name} -d ${fishQuoted(description)}`),
      ...(node.values.length === 0 ? [] : [`${here} -f -a ${fishQuoted(node.values.join(' '))}`]),
      ...(takesFiles ? [`${here} -F`] : []),
      ...node.options.map(({ names: own, description, takes }) => {
        const flags = own.map((name) => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`))
        const value = takes === 'nothing' ? '' : takes === 'a file' ? ' -r -F' : ` -x -a ${fishQuoted(takes.join(' '))}`
        return `${here} ${flags.join(' ')}${value} -d ${fishQuoted(description)}`
      }),
    ]
  })
  return `${NOTE}
function __portcullis_at --description 'whether the words so far lead to this command'
    set -l at ''
    for word in (commandline -opc)[2..-1]
        switch "$at/$word"
${steps(nodes)
  .map((step) => {
    const [, pattern, path] = /^ *('[^']*')\) at=('[^']*') ;;$/.exec(step)!
    return `            case ${pattern}\n                set at ${path}`
  })
  .join('\n')}
        end
    end
    test "$at" = "$argv[1]"
end
complete -c portcullis -f
${lines.join('\n')}
`
}
