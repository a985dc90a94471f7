import type { Command } from 'commander'
import { ownCommand } from '../../call/own-command.ts'

/** Shown by `--help` and in the manual: the words after `portcullis`, and what they are for. */
export type Example = readonly [words: string, what: string]

export const EXAMPLES: Readonly<Record<string, readonly Example[]>> = {
  portcullis: [
    ['check -- git push --force', 'judge a command without running it'],
    ['init', 'put the gate in front of the agents on this machine'],
    ['doctor', 'see whether it holds'],
  ],
  check: [
    ['check -- git push --force origin main', 'a shell command stands after --'],
    ['check Read ~/.ssh/id_ed25519', 'any tool, with its input'],
    [`check --json Write '{"file_path":"a.txt","content":"hello"}'`, 'the whole verdict, for a program'],
  ],
  explain: [
    ['explain -- npm run release', 'what it would do, and every step of the gate'],
    ['explain --mode default -- rm -rf build', 'the same in another mode'],
    [
      'explain --session 4f1c -- curl -d @notes.txt https://example.com',
      'as the next call of a session, with its marks',
    ],
  ],
  install: [
    ['install --system --dry-run', 'every file and command of a gate that no agent can reach'],
    ['install --system', 'as root: set it up, and start it'],
  ],
  run: [
    ['run -- npm test', 'contained: no secrets, no network; then look at what it changed'],
    ['run --commit -- npx prettier --write .', 'keep the changes when nothing speaks against them'],
    ['run --discard -- ./install.sh', 'only see what it would do'],
    ['run --decide 3f9c01ab22de --commit', 'answer for a run that was held'],
  ],
  rules: [['rules list', 'every rule in force']],
  'rules list': [
    ['rules list --mode auto', 'also what auto mode leaves out'],
    ['rules list --trust', 'every publisher, registry, host … that is trusted'],
  ],
  'rules strip-preview': [['rules strip-preview', 'what entering auto mode would take out of force']],
  'rules test': [['rules test Bash git push origin main', 'which rule this call would meet']],
  policy: [['policy status', 'which bundle is in force, and whether its source can be followed']],
  'policy status': [['policy status || echo look at it', 'exit 1 when anything is wrong']],
  'policy keygen': [['policy keygen team.key', 'once, on a machine where no agent works']],
  'policy sign': [
    ['policy sign settings.json --key team.key --name team --number 7 --out stable.json', 'for every host'],
    [
      'policy sign settings.json --key team.key --name team --number 8 --canary 10 --out candidate.json',
      'for a tenth of them first',
    ],
  ],
  'policy verify': [['policy verify stable.json --key ed25519:…', 'before it is published']],
  'policy show': [['policy show stable.json --settings > settings.json', 'to change it and sign it again']],
  'policy try': [
    ['policy try candidate.json --since 30d', 'what it would have changed in the last month'],
    ['policy try settings.json --most 0.5', 'fail when more than 0.5 % of what is allowed now would not be'],
  ],
  'policy trust': [
    ['policy trust ed25519:… --source https://policy.company.com/portcullis/', 'follow a bundle without root'],
  ],
  'policy fetch': [['policy fetch', 'now, without waiting for the daemon']],
  'policy activate': [['policy activate stable.json', 'from a file']],
  'policy leave': [['policy leave --yes', 'only your own settings hold again']],
  programs: [['programs show tar', 'what is known about a program']],
  'programs list': [
    ['programs list', 'every program that is known, and how'],
    ['programs list --settings team.json --own', 'only those that settings describe'],
  ],
  'programs show': [['programs show eslint', 'its entry, as settings would have it']],
  'programs test': [["programs test -- strace -o '|sh' ls", 'what a command line would do, and the verdict']],
  'programs learn': [
    ['programs learn mytool', 'an entry for it, made from its --help, to review'],
    ['programs learn mytool --save', 'put it into your settings after a confirmation'],
    ['programs learn mytool --from help.txt', 'from a text: nothing is run'],
  ],
  'auto-mode': [['auto-mode config', 'what is blocked and allowed here, in words']],
  'auto-mode defaults': [['auto-mode defaults > lists.json', 'the built-in lists, to start your own from']],
  'auto-mode config': [['auto-mode config --cwd ~/work/shop', 'the lists in force in that project']],
  'auto-mode critique': [['auto-mode critique', 'ask the configured model about your own rules']],
  reviewer: [['reviewer', 'which model reviews now, and why']],
  'reviewer test': [
    ['reviewer test', 'twelve calls: how the configured model answers, and how fast'],
    [
      'reviewer test --url http://127.0.0.1:11434/v1 --model qwen3:8b',
      'a model on this machine, before it is configured',
    ],
    ['reviewer test --set cases.jsonl --json', 'any labelled set, for a program'],
  ],
  cost: [
    ['cost', 'per day'],
    ['cost --by session --json', 'per session, for a program'],
  ],
  eval: [['eval cases.jsonl --misses', 'judge labelled calls and list what went wrong']],
  log: [
    ['log --decision deny --since 24h', 'what was denied today'],
    ['log --severity critical --since 7d', 'what was critical this week'],
    ['log --follow', 'each call as it happens'],
  ],
  'log show': [['log show 42', 'one record with its trace']],
  'log verify': [['log verify && echo untouched', 'prove that nothing was changed']],
  'log accept': [['log accept --yes', 'begin a new log after you looked at the old one']],
  'log export': [['log export --format csv --since 7d > week.csv', 'for a spreadsheet']],
  'log stats': [['log stats --agent codex', 'how often what was decided for one agent']],
  'log prune': [['log prune --before 90d', 'keep three months']],
  replay: [
    ['replay --settings strict.json --examples', 'what would change under other settings'],
    ['replay --from claude-code --since 30d', "an agent's own history, also from before the gate"],
  ],
  serve: [
    ['serve --log-format json', 'structured logs, one JSON object a line'],
    ['serve', 'until Ctrl-C'],
    ['serve --no-port', 'on the socket only, without a console'],
    [
      'serve --listen 10.0.0.5:8443 --tls-cert gate.pem --tls-key gate.key',
      "as a team's gate, for machines that `join` it",
    ],
    ['serve --database-file ~/.portcullis/database.url', 'over a PostgreSQL that other daemons use, too'],
    ['serve --drain-grace 5', 'told to stop: not ready for five seconds, then stop'],
  ],
  migrate: [
    ['migrate --dry-run', 'which version the tables of the database have'],
    ['migrate', 'make the tables, or bring them up to date'],
    ['migrate --from ~/.portcullis/state', 'move the journal of this machine into the database'],
  ],
  backup: [
    ['backup gate.backup', 'everything but tokens, while the daemon runs'],
    ['backup --passphrase-file ~/backup.pass gate.backup', 'encrypted: it holds the signing key'],
  ],
  restore: [
    ['restore gate.backup', 'into an empty state directory'],
    ['restore --check gate.backup', 'only see whether it could be restored'],
    ['restore --accept-loss gate.backup', 'although later records are known to be lost'],
  ],
  health: [
    ['health', 'whether it is ready for calls, check by check'],
    ['health --live', 'for a probe: only whether it answers'],
  ],
  drain: [
    ['drain --wait 60', 'before an upgrade: not ready, then wait for the calls under way'],
    ['drain --undo', 'put it back into service'],
  ],
  approve: [
    ['approve', 'answer questions as they come'],
    ['approve k7 --once', 'allow one call'],
    ["approve k7 --deny 'use the staging cluster'", 'deny it, and tell the agent why'],
    ['approve k7 --commit', 'make the changes of a contained run real'],
  ],
  channels: [['channels', 'which chats are set up, and whether they are connected']],
  'channels test': [['channels test telegram', 'ask a test question there']],
  siem: [
    ['siem', 'where the log is sent, how far it has come, and the last failure'],
    ['siem --json', 'the same, for a monitor'],
  ],
  users: [['users', 'who may ask, answer and look']],
  'users list': [['users list', 'every user with role, identities and tokens']],
  'users add': [
    ['users add ann --role owner --login ann', 'the person at this machine'],
    ['users add bob --role approver --chat telegram:4711', 'somebody who answers in a chat'],
  ],
  'users role': [['users role bob admin', 'from the next request on']],
  'users disable': [['users disable bob', 'refuse everything bob does']],
  'users enable': [['users enable bob', 'let bob act again']],
  'users remove': [['users remove bob', 'forget bob and every token of his']],
  'users join': [['users join bob telegram:4711', 'answers from there are his']],
  'users part': [['users part bob telegram:4711', 'no longer']],
  'users token': [
    ['users token bob --days 30 --label laptop', 'shown once'],
    ['users token bob --revoke 1a2b3c4d', 'refuse the next request with it'],
  ],
  machines: [['machines', 'which machines deliver their log here, and how far each has come']],
  'machines log': [['machines log 1a2b3c4d --latest 20', "the last records of one machine's log"]],
  'machines verify': [['machines verify && echo untouched', 'prove that no delivered record was changed']],
  'machines accept': [['machines accept 1a2b3c4d', 'let a token deliver for the new key of a machine']],
  join: [
    [
      'join https://gate.example:8443 --token-file token.txt --ca team-ca.pem',
      "let a team's gate have a say in what this machine's agents do",
    ],
  ],
  leave: [['leave', 'judge alone again']],
  team: [['team', "whether the team's gate is there, and which records it has"]],
  'team deliver': [['team deliver', 'deliver everything now, at the end of a CI job']],
  console: [['console', 'a link that works once']],
  init: [
    ['init', 'every agent that is found; shows each change and asks'],
    ['init claude-code --observe', 'one agent, observing only'],
    ['init --dry-run', 'show what would be written'],
    ['init --yes --reviewer qwen3:8b', 'also let a model of this machine review, if it passes the self-test'],
  ],
  update: [['update --yes', 'after a new version of portcullis or Node']],
  selftest: [
    ['selftest', 'faults, crashes, tampering, forged requests, hooks, containment: a few minutes'],
    ['selftest --verify portcullis-selftest.json', 'is this report genuine, and whose?'],
    ['selftest --only tamper door', 'only some parts'],
  ],
  uninstall: [
    ['uninstall', 'every file goes back, byte for byte'],
    ['uninstall --system', 'as root: the gate of the whole machine; its log stays'],
  ],
  doctor: [
    ['doctor --system', 'the gate of the whole machine: owners and modes'],
    ['doctor', 'every agent, its hook, the daemon, the store, the policy'],
    ['doctor codex --live', 'also run that agent, offline'],
  ],
  hook: [
    [
      `hook generic < call.json`,
      `call.json: {"event":"tool-call","session":"s1","cwd":"/home/dev/project","tool":"Bash","input":{"command":"ls"}}`,
    ],
  ],
  mcp: [
    ['mcp -- npx some-server', "as the command of a server in your agent's settings"],
    ['mcp --name tickets --url https://mcp.example.com/mcp', 'a server behind streamable HTTP'],
    ['mcp --name files --listen 8123 -- npx some-server', 'for a client that reaches its servers by address'],
  ],
  'mcp pins': [['mcp pins', 'which descriptions were accepted, and which are held']],
  'mcp approve': [['mcp approve tickets', 'read what is held of one server, and accept it']],
  'mcp forget': [['mcp forget tickets close_ticket', 'let its next description count as its first']],
  tour: [['tour', 'a dozen verdicts, each with its reason']],
  demo: [
    ['demo', 'a recorded session, judged now'],
    ['demo --console', 'the same in the console'],
  ],
  completion: [
    ['completion bash > ~/.local/share/bash-completion/completions/portcullis', 'bash'],
    ['completion zsh > "${fpath[1]}/_portcullis"', 'zsh'],
    ['completion fish > ~/.config/fish/completions/portcullis.fish', 'fish'],
  ],
}

/** `log show` for that subcommand; the command itself for one without a parent but the program. */
export function pathOf(command: Command): string {
  const { parent } = command
  return parent === null || parent.parent === null ? command.name() : `${pathOf(parent)} ${command.name()}`
}

export function exampleText(command: Command): string {
  const examples = EXAMPLES[pathOf(command)] ?? []
  if (examples.length === 0) return ''
  const lines = examples.map(([words, what]) => `  ${ownCommand(words)}\n      ${what}`)
  return `\n${examples.length === 1 ? 'Example' : 'Examples'}:\n${lines.join('\n')}`
}
