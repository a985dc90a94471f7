/** What users call a deed, by the class it falls into. Closed: a verb that is not here orders nothing. */
export const VERB_WORDS = {
  delete: ['delete', 'remove', 'erase', 'get rid of', 'rm'],
  push: ['push'],
  'force-push': ['force push', 'force-push'],
  commit: ['commit'],
  merge: ['merge'],
  close: ['close'],
  reopen: ['reopen', 're-open'],
  rerun: ['rerun', 're-run'],
  cancel: ['cancel'],
  run: ['run', 'trigger', 'start', 'kick off'],
  create: ['create', 'make', 'add', 'book', 'open'],
  update: ['update', 'change', 'modify', 'edit', 'touch', 'alter'],
  publish: ['publish', 'release'],
  deploy: ['deploy', 'ship'],
  apply: ['apply'],
  restart: ['restart', 'reboot'],
  stop: ['stop', 'kill'],
  install: ['install'],
  uninstall: ['uninstall'],
  terminate: ['terminate'],
  drop: ['drop'],
  truncate: ['truncate'],
  discard: ['discard', 'throw away'],
  reset: ['reset'],
  send: ['send'],
} as const

export type Verb = keyof typeof VERB_WORDS

/** What a name is the name of. Written forms of one kind stand together, the plural with them. */
export const NOUN_WORDS = {
  directory: ['directory', 'folder', 'dir'],
  file: ['file', 'files'],
  branch: ['branch', 'branches'],
  'remote branch': ['remote branch'],
  tag: ['tag'],
  'remote tag': ['remote tag'],
  changes: ['changes', 'change', 'edits', 'modifications', 'uncommitted changes', 'local changes', 'uncommitted work'],
  stash: ['stash'],
  pr: ['pr', 'pull request', 'mr', 'merge request'],
  issue: ['issue'],
  run: ['run', 'workflow run'],
  'failed jobs': ['failed jobs', 'failed job', 'failed checks'],
  workflow: ['workflow'],
  release: ['release', 'helm release'],
  package: ['package', 'packages', 'new packages', 'dependency', 'dependencies', 'new dependencies', 'module'],
  deployment: ['deployment'],
  pod: ['pod'],
  service: ['service'],
  instance: ['instance'],
  object: ['object'],
  table: ['table', 'tables'],
  commits: ['commits'],
} as const

export type Noun = keyof typeof NOUN_WORDS

/** Everything of the kind: what a limit may name, and an order may not. */
export const ANYTHING: readonly string[] = ['anything', 'everything', 'it', 'any']

/** Words inside an order that change nothing about it. */
export const FILLERS: ReadonlySet<string> = new Set('the my our this that these directly straight all any'.split(' '))

/** Words between a verb and its object, by verb. Behind any other preposition an order is not understood. */
export const LINKS: Readonly<Partial<Record<Verb, readonly string[]>>> = {
  push: ['to'],
  'force-push': ['to'],
  deploy: ['to'],
  publish: ['to'],
  discard: ['in', 'to', 'of'],
  install: ['with'],
  rerun: ['of', 'in'],
  drop: ['on', 'at'],
  truncate: ['on', 'at'],
}

/** Before and behind an order. */
export const COURTESY_BEFORE =
  /^(?:(?:ok|okay|yes|yep|yeah|right|great|good|perfect|now|please|pls|thanks|thank you|then|also|just|next|finally|go ahead and|you can|you may|lgtm)[,:]? +)+/i
export const COURTESY_BEHIND = /(?:,? +(?:please|pls|now|thanks|thank you|for me|too))+$/i
export const COURTESY_ALONE =
  /^(?:ok|okay|yes|yep|thanks|thank you|great|good|perfect|please|nice|cool|lgtm|looks good|well done|good work|done)$/i

/** Clauses beside an order that take nothing of it back: ordinary work. */
export const WORK =
  /^(?:fix|run|build|test|check|commit|add|stage|lint|format|update|bump|rename|implement|finish|refactor|edit|change)(?= |$)/i

/** Words that turn a wish around, put it off, ask, quote or make it depend on something. One of them, and nothing is ordered. */
export const TURNED =
  /\b(?:not|never|nothing|no|nope|none|but|except|excluding|besides|unless|if|when|once|after|before|until|till|while|or|maybe|perhaps|possibly|should|would|could|might|whether|wait|hold|instead|rather|only|keep|without|tomorrow|later|tonight|eventually|first|how|what|why|which|who|explain|describe|imagine|pretend|suppose|plan|example|hypothetically|simulate|dry|says?|said|told|tells|translate|quote|mentions?|undo|sorry|actually|never ?mind|forget|nicht|kein\w*|pas|jamais|nunca)\b|n['’]t\b|\?|？/i

/** A command whose objects are its operands. */
export interface CommandRow {
  /** The program and its own words, in this order. */
  readonly command: string
  readonly verbs: readonly Verb[]
  readonly nouns: readonly Noun[]
  /** Options that do no more than the deed. Any other option, and the words do not name the command. */
  readonly plain?: readonly string[]
  /** Options that stand before an object. */
  readonly before?: readonly string[]
  /** Options that say which of them: the kind alone then names what is meant, whatever its number is. */
  readonly tells?: Readonly<Record<string, Noun>>
  /** Options that name a stage, with the words that name it too. */
  readonly stages?: Readonly<Record<string, readonly string[]>>
  /** Words that may be said of it though the command does not carry them. */
  readonly also?: readonly string[]
  /** It has no object of its own: what it is done to is where it runs. */
  readonly whole?: true
}

const PRODUCTION = ['production', 'prod']
const STAGES = {
  '--prod': PRODUCTION,
  '--production': PRODUCTION,
  '--target=production': PRODUCTION,
  '--target=staging': ['staging'],
  '--target=preview': ['preview'],
}

export const COMMANDS: readonly CommandRow[] = [
  {
    command: 'gh pr merge',
    verbs: ['merge'],
    nouns: ['pr'],
    plain: ['--squash', '--merge', '--rebase', '-s', '-m', '-r'],
  },
  { command: 'gh pr close', verbs: ['close'], nouns: ['pr'] },
  { command: 'gh pr reopen', verbs: ['reopen'], nouns: ['pr'] },
  { command: 'gh issue close', verbs: ['close'], nouns: ['issue'] },
  { command: 'gh issue reopen', verbs: ['reopen'], nouns: ['issue'] },
  { command: 'gh issue delete', verbs: ['delete'], nouns: ['issue'], plain: ['--yes'] },
  { command: 'gh run rerun', verbs: ['rerun'], nouns: ['run'], tells: { '--failed': 'failed jobs' } },
  { command: 'gh run cancel', verbs: ['cancel', 'stop'], nouns: ['run'] },
  { command: 'gh run delete', verbs: ['delete'], nouns: ['run'] },
  { command: 'gh workflow run', verbs: ['run'], nouns: ['workflow'] },
  { command: 'gh release create', verbs: ['create', 'publish'], nouns: ['release'] },
  { command: 'gh release delete', verbs: ['delete'], nouns: ['release'], plain: ['--yes', '-y'] },
  { command: 'glab mr merge', verbs: ['merge'], nouns: ['pr'], plain: ['--squash', '--yes', '-y'] },
  { command: 'glab mr close', verbs: ['close'], nouns: ['pr'] },
  { command: 'glab issue close', verbs: ['close'], nouns: ['issue'] },
  { command: 'npm publish', verbs: ['publish'], nouns: ['package'], also: ['npm'], whole: true },
  { command: 'pnpm publish', verbs: ['publish'], nouns: ['package'], also: ['npm'], whole: true },
  { command: 'cargo publish', verbs: ['publish'], nouns: ['package'], also: ['crates.io', 'crate'], whole: true },
  { command: 'kubectl rollout restart', verbs: ['restart'], nouns: ['deployment'] },
  { command: 'kubectl delete', verbs: ['delete'], nouns: ['pod', 'deployment', 'service'] },
  { command: 'kubectl apply', verbs: ['apply'], nouns: ['file'], before: ['-f', '--filename'] },
  { command: 'helm uninstall', verbs: ['uninstall', 'delete'], nouns: ['release'], also: ['helm'] },
  { command: 'vercel deploy', verbs: ['deploy'], nouns: [], stages: STAGES, also: ['vercel'], whole: true },
  { command: 'vercel', verbs: ['deploy'], nouns: [], stages: STAGES, also: ['vercel'], whole: true },
  { command: 'netlify deploy', verbs: ['deploy'], nouns: [], stages: STAGES, also: ['netlify'], whole: true },
  { command: 'aws s3 rm', verbs: ['delete'], nouns: ['object', 'file'] },
  {
    command: 'aws ec2 terminate-instances',
    verbs: ['terminate', 'delete'],
    nouns: ['instance'],
    before: ['--instance-ids'],
  },
  { command: 'systemctl restart', verbs: ['restart'], nouns: ['service'] },
  { command: 'systemctl stop', verbs: ['stop'], nouns: ['service'] },
]

/** What users call the deeds of tools that settings describe. */
export const DESCRIBED_VERBS = {
  create: ['create'],
  update: ['update', 'cancel', 'close', 'reopen', 'reset'],
  delete: ['delete', 'cancel'],
} as const satisfies Readonly<Record<string, readonly Verb[]>>

/** Shell words that change what a later command of the same line means. */
export const REBINDING: ReadonlySet<string> = new Set(
  'export declare typeset readonly local alias unalias source . set unset eval hash enable shopt pushd popd'.split(' '),
)

/** Options of `rm` that say how, not what. */
export const REMOVING_OPTION = /^(?:-[rRfvd]+|--(?:recursive|force|verbose|dir))$/
/** Words of `git push` beside the remote and the branch. What strengthens it is a deed of its own. */
export const PUSHING_WORDS: ReadonlySet<string> = new Set(
  'push -u --set-upstream -q --quiet --force -f --force-with-lease --delete -d'.split(' '),
)
