import { literal, show, textOf, type Word } from '../../word.ts'
import { readOptions } from './read-options.ts'
import { onlyLooks } from './gate-commands.ts'
import { onlyAsks, plain, report, secret, settings, shown, valued } from './facts.ts'
import type { ProgramContext, Program } from './program.ts'
import { tabled } from './table.ts'

/** Ways in which agents are told not to ask: whatever the spelling, the child may then do anything. */
const BROAD =
  /^--?(dangerously-skip-permissions|allow-dangerously-skip-permissions|yolo|dangerously-bypass-approvals-and-sandbox|full-auto|allow-all-tools|allow-all-paths|allow-all|force|yes-always|auto-approve|auto|skip-permissions-unsafe|trust-all-tools|no-confirm|always-approve|dangerously-allow-all|approve-all|unsafe|no-sandbox|skip-git-repo-check-unsafe|trust-tools)$/
const MODES =
  /^(bypassPermissions|bypass|yolo|danger-full-access|never|auto_edit|full-auto|dontAsk|high|auto-high|all)$/i
const MODE_OPTIONS = [
  '--permission-mode',
  '--approval-mode',
  '--ask-for-approval',
  '-a',
  '--sandbox',
  '-s',
  '--auto',
  '--mode',
  '--allow-tool',
  '--allowedTools',
  '--allowed-tools',
]

const VALUES = valued(
  '-p -m -c -C -a -s -o -r -i -e -t -f --prompt --model --config --cd --ask-for-approval --sandbox --permission-mode --approval-mode --output-format --input-format --append-system-prompt --system-prompt ' +
    '--allowedTools --allowed-tools --disallowedTools --disallowed-tools --mcp-config --add-dir --settings --session-id --fallback-model --max-turns --agent --agents --profile --image --output-last-message --output-schema ' +
    '--message --message-file --file --read --allow-tool --deny-tool --mode --prompt-interactive --include-directories --extensions --title --session --recipe --text --instructions --plugin-dir --hooks --log-file --port',
)

/** Options that hand the child its own settings, servers or hooks: they can start programs. */
const LOADS = ['--mcp-config', '--settings', '--plugin-dir', '--hooks', '--recipe']

const NAMES =
  'claude codex gemini opencode copilot cursor-agent qwen aider goose amp cline crush droid claude-code openhands devin kilocode kilo roo cn plandex auggie gptme open-interpreter interpreter sgpt q kiro kiro-cli rovodev grok vibe mentat smol gpt-engineer gpte tabnine codebuff pi'

function meansAgent(context: ProgramContext): void {
  const { args, program } = context.invocation
  if (onlyAsks(args)) return
  const read = readOptions(context, args, { arity: VALUES, style: 'gnu' })
  const [first, second] = read.operands.map((word) => textOf(word))
  // Another program of the same name deploys containers.
  if (program === 'copilot' && /^(app|env|svc|job|task|pipeline|storage|secret|deploy|run)$/.test(first ?? '')) {
    context.runs([literal('copilot-cli'), ...args], { via: 'copilot' })
    return
  }
  if (
    first === 'config' ||
    first === 'mcp' ||
    first === 'plugin' ||
    first === 'plugins' ||
    first === 'extensions' ||
    first === 'hooks' ||
    first === 'settings' ||
    first === 'skills'
  ) {
    if (second === undefined || /^(list|ls|get|show|status|view|help)$/.test(second))
      context.record(report('environment'))
    else {
      context.record(settings('agent', `${program} ${first} ${second}`, shown(read.operands.slice(2))))
      const dashes = args.findIndex((word) => textOf(word) === '--')
      if (dashes >= 0) context.runs(args.slice(dashes + 1), { via: `${program} ${first} ${second}` })
      else
        for (const word of read.operands.slice(2))
          if (/^https?:/.test(show(word))) context.contacts(word, 'api', 'unknown')
    }
    return
  }
  if (
    first !== undefined &&
    /^(doctor|login|logout|auth|models|stats|version|usage|whoami|completion|ps|list-sessions|sessions|session|info|providers|list|help|setup-token|install|update|upgrade|uninstall|migrate-installer)$/.test(
      first,
    )
  ) {
    if (first === 'setup-token') context.record(secret('agent', `${program} ${first}`))
    else if (/^(login|logout|auth)$/.test(first))
      context.record({ does: 'change-service', service: program, deed: 'log-in', target: '', production: false })
    else if (/^(install|update|upgrade|migrate-installer)$/.test(first))
      context.record({
        does: 'install-package',
        ecosystem: program,
        packages: [program],
        origin: 'registry',
        scope: 'user',
      })
    else if (first === 'uninstall') context.record(settings('agent', 'uninstall'))
    else context.record(report('environment'))
    return
  }
  if (first === 'sandbox' || (first === 'debug' && second === 'seatbelt')) {
    context.runs(
      read.operands.slice(second !== undefined && /^(linux|macos|landlock|seatbelt|windows)$/.test(second) ? 2 : 1),
      { via: `${program} sandbox` },
    )
    return
  }
  if (
    first === 'serve' ||
    first === 'web' ||
    first === 'remote-control' ||
    first === 'app-server' ||
    first === 'mcp-server'
  )
    context.record({ does: 'open-door', what: 'listener' })
  for (const word of read.values(...LOADS)) {
    context.reads(word)
    context.record(settings('agent', `${program} ${LOADS.join(' ')}`, show(word)))
  }
  context.record({
    does: 'spawn-agent',
    task: taskOf(
      context,
      read.operands,
      read.values('-p', '--prompt', '--message', '-t', '--text', '-i', '--prompt-interactive', '-m'),
    ),
    type: program,
    permissions: isBroad(program, args, (names) => read.values(...names)) ? 'broad' : 'inherited',
    unattended:
      read.has('-p', '--print', '--prompt', '--message', '--headless', '--non-interactive', '--no-interactive') ||
      /^(exec|e|run|-p)$/.test(first ?? ''),
  })
}

function isBroad(
  program: string,
  args: readonly Word[],
  values: (names: readonly string[]) => readonly Word[],
): boolean {
  return (
    (/^(crush|qwen|gemini|cline|kilo|kilocode)$/.test(program) && args.some((word) => textOf(word) === '-y')) ||
    args.some(
      (word) =>
        BROAD.test(show(word).replace(/=(true|1|yes)$/i, '')) ||
        (word.kind === 'dynamic' && show(word).startsWith('$') && /(flags|args|opts)/i.test(show(word))),
    ) ||
    values(MODE_OPTIONS).some(
      (word) => MODES.test(show(word)) || /^(\*|Bash|Bash\(\*(:\*)?\)|shell)$/.test(show(word)),
    ) ||
    values(['-c', '--config']).some((word) =>
      /(approval_policy|sandbox_mode)\s*=\s*["']?(never|danger)/.test(show(word)),
    )
  )
}

function taskOf(context: ProgramContext, operands: readonly Word[], given: readonly Word[]): string {
  const { stdin } = context.invocation
  const said = [...given, ...operands.filter((word) => !/^(exec|e|run|chat|resume|agent)$/.test(show(word)))]
    .map(show)
    .join(' ')
  return stdin.kind === 'text' ? `${said}\n${stdin.text}`.trim() : said
}

/** The gate itself: whatever changes it or discloses what it keeps is told as such, whoever asks. */
function meansPortcullis(context: ProgramContext): void {
  const { args } = context.invocation
  if (onlyLooks(args)) context.record(report('security'))
  else context.record(settings('gate', shown(args)))
}

/** Model runners and plain chat tools: they answer, they do not act, unless told to. */
function meansModel(context: ProgramContext): void {
  const { args, program } = context.invocation
  if (onlyAsks(args)) return
  const read = readOptions(context, args, {
    arity: valued(
      '-m -s -o -t -f -p -a -T --tool --functions -d --model --system --template --fragment --option --format --keepalive --attachment',
    ),
    style: 'gnu',
  })
  const verb = textOf(read.operands[0])
  if (read.has('-T', '--tool', '--functions', '--tools')) context.opaque('unreadable-code', `${program} with tools`)
  if (verb === 'serve') context.record({ does: 'open-door', what: 'listener' })
  else if (verb === 'keys' && /^(get|path)$/.test(textOf(read.operands[1]) ?? ''))
    context.record(secret('agent', `${program} keys`))
  else if (verb === 'pull' || verb === 'install')
    context.contacts(literal(program === 'ollama' ? 'registry.ollama.ai' : 'pypi.org'), 'registry')
  else if (verb === 'push') context.contacts(literal('registry.ollama.ai'), 'upload', 'data')
  else if (verb === 'rm')
    context.record({
      does: 'change-service',
      service: program,
      deed: 'local-only',
      target: shown(read.operands),
      production: false,
    })
  else if (program !== 'ollama')
    context.contacts(literal('api.openai.com'), 'api', 'data', {
      from: context.invocation.stdin.kind === 'nothing' ? 'text' : 'pipe',
      text: shown(read.operands),
    })
  for (const file of read.values('-f', '--fragment', '-a', '--attachment')) context.reads(file)
}

export const agents: readonly Program[] = [
  { names: NAMES.split(' '), means: meansAgent },
  { names: ['portcullis', 'portcullis.cjs', 'portcullis.js'], means: meansPortcullis },
  {
    names: ['llm', 'ollama', 'chatgpt', 'mods', 'aichat', 'tgpt', 'fabric', 'lms', 'gpt', 'chatblade'],
    means: meansModel,
  },
  tabled({
    names: ['huggingface-cli', 'hf'],
    subcommands: {
      download: {
        options: { '--local-dir, --cache-dir': 'directory', '--include, --exclude, --revision, --repo-type': 'text' },
        does: [
          { does: 'contact-host', host: { kind: 'named', name: 'huggingface.co' }, sends: 'nothing', purpose: 'fetch' },
        ],
      },
      upload: {
        operands: ['text', 'read-tree', 'text'],
        does: [
          { does: 'contact-host', host: { kind: 'named', name: 'huggingface.co' }, sends: 'data', purpose: 'upload' },
        ],
      },
      whoami: {},
      login: {},
      logout: {},
      env: {},
      version: {},
      'scan-cache': {},
    },
  }),
  plain('tiktoken ttok files-to-prompt repomix code2prompt gitingest', {
    options: { '-o, --output': 'write', '-c, --config': 'read' },
    operands: 'read',
  }),
]
