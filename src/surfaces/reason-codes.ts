import { JOURNAL_CODES } from '../journal/journal.ts'
import { MACHINE_CODES } from '../journal/machines.ts'
import { USER_CODES } from '../journal/users.ts'
import { BUNDLE_CODES } from './bundles/codes.ts'
import { AUDIT_CODES } from '../journal/audit-logger.ts'
import { OPERATOR_ACTS } from './daemon/operator-acts.ts'
import { SSO_CODES } from './oidc/refused-login.ts'

/** Every stable code that is not a category's. Made into docs/reference/reason-codes.md; a test keeps it complete. */
export const REASON_CODES: readonly { readonly code: string; readonly meaning: string }[] = [
  { code: 'rule.allow', meaning: 'An allow rule matches every part of the call.' },
  { code: 'rule.ask', meaning: 'An ask rule matches: a person decides, in every mode.' },
  { code: 'rule.deny', meaning: 'A deny rule matches.' },
  { code: 'rule.none', meaning: 'No rule allows the call, and the mode asks nobody.' },
  {
    code: 'hook.allowed',
    meaning: "An MCP call whose very arguments the agent's own hook asked about a moment ago, and got an allow. Once.",
  },
  {
    code: 'hook.asked',
    meaning:
      "An MCP call that the agent's own hook was told to ask its user about, and that the agent then made, under the same id. Once.",
  },
  { code: 'mcp.changed', meaning: 'An MCP server describes the tool in another way than when it was accepted.' },
  {
    code: 'mcp.hidden-instructions',
    meaning: 'The description of an MCP tool hides text, or gives orders to the model: a person reads it first.',
  },
  {
    code: 'mcp.model-objects',
    meaning: 'The reviewing model reads an order in the description of an MCP tool: a person reads it first.',
  },
  { code: 'mcp.look-alike', meaning: 'The name of an MCP tool can be taken for that of another one.' },
  { code: 'mcp.unlisted', meaning: 'The MCP server lists no such tool, or could not list its tools.' },
  { code: 'mcp.pins', meaning: 'It cannot be told which descriptions of MCP tools were accepted before.' },
  {
    code: 'mcp.injected',
    meaning: 'What an MCP server returned addresses the model: it is passed on with a warning.',
  },
  {
    code: 'mcp.held-sampling',
    meaning: 'An MCP server wanted the model of its client to read instructions: the request is refused.',
  },
  { code: 'mode.bypass', meaning: 'Mode bypassPermissions allows what no rule denies and no check holds back.' },
  { code: 'mode.read-only', meaning: 'The call only reads, and nothing it reads is secret.' },
  { code: 'mode.accept-edits', meaning: 'An edit inside the workspace, in mode acceptEdits.' },
  { code: 'mode.dont-ask', meaning: 'Mode dontAsk denies what would need an answer.' },
  { code: 'mode.plan', meaning: 'Mode plan only reads.' },
  { code: 'mode.ask', meaning: 'In this mode a person decides what no rule allows.' },
  { code: 'fast.irrelevant', meaning: 'The tool does nothing that matters to security.' },
  { code: 'fast.powershell-off', meaning: 'PowerShell is not judged automatically under these settings.' },
  { code: 'fast.edit', meaning: 'An ordinary edit inside the workspace.' },
  { code: 'fast.safe-tool', meaning: 'The tool is on the list of safe ones.' },
  { code: 'rulebook.harmless', meaning: 'Harmless: every action of the call is recognized.' },
  { code: 'rulebook.cannot-tell', meaning: 'Something in the call is not known to be harmless: a person decides.' },
  {
    code: 'tool.critical-removal',
    meaning: 'A removal that no rule and no mode approves: root, home, the workspace itself.',
  },
  { code: 'tool.protected-path', meaning: 'A write to a file that rules or runs things later.' },
  { code: 'tool.network-path', meaning: 'A path on another machine: reading it sends credentials there.' },
  { code: 'tool.leaves-sandbox', meaning: 'The call asks to run outside the sandbox of its agent.' },
  {
    code: 'itself.secret',
    meaning: "Reaches the gate's own state, keys, tokens, log or socket. Denied in every mode.",
  },
  { code: 'itself.change', meaning: "Changes the gate's own settings, hooks or program. Denied in every mode." },
  {
    code: 'itself.program',
    meaning: 'Changes or removes the program that judges the call, or the Node it runs on. Denied in every mode.',
  },
  { code: 'itself.process', meaning: "Could signal, stop or inspect the gate's own process. Denied in every mode." },
  { code: 'itself.port', meaning: "Speaks to the gate's own port. Denied in every mode." },
  {
    code: 'itself.command',
    meaning: "Runs the gate's own command line for more than asking what it would say. Denied in every mode.",
  },
  {
    code: 'itself.shadow',
    meaning: "Puts something in the place of a program that the gate's hook starts. Denied in every mode.",
  },
  {
    code: 'itself.hook',
    meaning: "Removes or disables the gate's hook in an agent, or steers it. Denied in every mode.",
  },
  { code: 'firewall.path', meaning: 'A path that no call may touch.' },
  {
    code: 'review.no-block',
    meaning: 'The reviewer answered, completely and well-formed, that there is nothing to block.',
  },
  { code: 'review.block', meaning: 'The reviewer blocks the call and names no rule of the list.' },
  { code: 'user.limit', meaning: 'The reviewer finds that the user ruled this out earlier in the session.' },
  {
    code: 'limit.named',
    meaning: 'The user ruled out in typed words exactly what the call does.',
  },
  {
    code: 'limit.user',
    meaning: 'The user set a limit in words: only a model or a person can tell whether the call crosses it.',
  },
  {
    code: 'limit.delivery',
    meaning: "Words that came in the user's place from another agent set a limit: a model or a person decides.",
  },
  {
    code: 'limit.hard-deny',
    meaning: 'The settings add prose to `autoMode.hard_deny`: a model or a person decides what it covers.',
  },
  {
    code: 'limit.soft-deny',
    meaning: 'The settings add prose to `autoMode.soft_deny`: a model or a person decides what it covers.',
  },
  {
    code: 'limit.allow',
    meaning: 'The settings take a built-in exception out of `autoMode.allow`: a model or a person decides.',
  },
  {
    code: 'review.too-long',
    meaning: 'The session is too long for the reviewer: a person decides, or the agent stops.',
  },
  { code: 'review.stale', meaning: 'The mode, the rules or the session changed while the call was reviewed.' },
  { code: 'review.unreadable.malformed', meaning: 'The answer is not a well-formed verdict.' },
  { code: 'review.unreadable.ambiguous', meaning: 'The answer has more than one verdict.' },
  { code: 'review.unreadable.truncated', meaning: 'The answer was cut off.' },
  { code: 'review.unreadable.too-large', meaning: 'The answer exceeds the size limit.' },
  { code: 'review.unreadable.refusal', meaning: 'The model refused to answer.' },
  {
    code: 'denials.unreadable',
    meaning: 'Three reviews in a row ended in answers that cannot be read: a person decides, or the agent stops.',
  },
  { code: 'review.unavailable.timeout', meaning: 'No verdict: the reviewer did not answer in time.' },
  { code: 'review.unavailable.rate-limited', meaning: 'No verdict: the service is rate limiting.' },
  { code: 'review.unavailable.quota', meaning: 'No verdict: the quota of the account is used up.' },
  { code: 'review.unavailable.overloaded', meaning: 'No verdict: the service is failing.' },
  { code: 'review.unavailable.connection', meaning: 'No verdict: the service cannot be reached.' },
  { code: 'review.unavailable.misconfigured', meaning: 'No verdict: wrong key, model or address.' },
  { code: 'review.unavailable.too-large', meaning: 'No verdict: the request or the answer exceeds the size limit.' },
  { code: 'review.unavailable.malformed', meaning: 'No verdict: the answer is not well-formed.' },
  { code: 'review.unavailable.truncated', meaning: 'No verdict: the answer was cut off.' },
  { code: 'review.unavailable.aborted', meaning: 'No verdict: the call was abandoned.' },
  { code: 'review.unavailable.budget', meaning: 'No verdict: the review budget is used up; a person decides.' },
  {
    code: 'review.unavailable.breaker',
    meaning: 'No verdict: the reviewer failed repeatedly and is not asked for a while.',
  },
  { code: 'guardian.risk', meaning: 'What the guardian makes of a call that it lets pass.' },
  {
    code: 'guardian.blocked',
    meaning: 'The guardian calls the risk too high for its mode. That ends it: nobody is asked.',
  },
  {
    code: 'guardian.unavailable',
    meaning: 'The guardian could not assess the call: mode guard lets it pass, mode strict denies it.',
  },
  {
    code: 'person.approved',
    meaning: 'A person approved exactly this call, or a rule for the session that matches it.',
  },
  { code: 'person.denied', meaning: 'A person was asked and said no; their words are for the agent.' },
  { code: 'tool.needs-person', meaning: 'The tool asks the person; nobody else may answer.' },
  {
    code: 'denials.limit',
    meaning: 'Three denials in a row or twenty in a session: a person decides, or the agent stops.',
  },
  { code: 'humans.timeout', meaning: 'Approval was requested, and no answer came in time.' },
  { code: 'humans.withdrawn', meaning: 'The question was withdrawn: the session ended or the rules changed.' },
  { code: 'session.paused', meaning: 'A person paused the session: whatever it would be allowed is asked.' },
  { code: 'session.stopped', meaning: 'A person stopped the session: everything is denied.' },
  { code: 'humans.nobody', meaning: 'The call needs approval, and no approver is available.' },
  { code: 'rate.limited', meaning: 'More calls in a short time than one session, agent or user may make.' },
  { code: 'rate.loop', meaning: 'The same call again and again while nothing else happens: a runaway loop.' },
  { code: 'user.not-admitted', meaning: 'Users are named here, and the caller is not one who may submit calls.' },
  { code: 'user.other-session', meaning: 'The session belongs to another user.' },
  { code: 'approval.granted', meaning: 'A person approved the call that was asked about.' },
  { code: 'approval.denied', meaning: 'A person denied the call that was asked about.' },
  { code: 'approval.timeout', meaning: 'No answer came in time, so the call is denied.' },
  { code: 'approval.withdrawn', meaning: 'The question was withdrawn: the session ended or the rules changed.' },
  { code: 'approval.too-many', meaning: 'Too many questions already wait for a person.' },
  { code: 'approval.unknown', meaning: 'An answer named a question that does not exist.' },
  { code: 'approval.settled', meaning: 'An answer came for a question that was already settled.' },
  { code: 'approval.expired', meaning: 'An answer came too late.' },
  { code: 'approval.not-shown', meaning: 'An answer was for something other than the question shown.' },
  { code: 'approval.policy-changed', meaning: 'The rules changed between the question and its answer.' },
  { code: 'approval.session-ended', meaning: 'The session ended between the question and its answer.' },
  {
    code: 'approval.other-input',
    meaning: 'A person was asked about the same call id with another input; the answer is not for this one.',
  },
  { code: 'approval.rule', meaning: 'An answer chose a rule that was not offered or is not allowed.' },
  { code: 'approval.stranger', meaning: 'The answer came from someone who may not answer.' },
  { code: 'approval.role', meaning: 'The role of the person who answered does not permit it.' },
  { code: 'approval.own-agent', meaning: 'A person may not approve what their own agent asks.' },
  {
    code: 'approval.needs-second',
    meaning: 'One of two required approvals was given; another user has to approve too.',
  },
  { code: 'channel.forged', meaning: 'A button was pressed that the gate did not issue.' },
  { code: 'channel.wrong-thread', meaning: 'An answer came under the message of another question.' },
  { code: 'channel.elsewhere', meaning: 'An answer came from a chat that was not asked.' },
  { code: 'channel.signature', meaning: 'An answer came without a fresh signature of the webhook.' },
  { code: 'channel.replayed', meaning: 'A signed answer came a second time.' },
  { code: 'channel.failed', meaning: 'An answer could not be recorded, so it does not count.' },
  { code: 'channel.test', meaning: 'A test question, which allows nothing.' },
  { code: 'policy.broken', meaning: 'A settings file could not be read, so nothing is allowed.' },
  {
    code: 'call.unreadable',
    meaning: 'The call is not readable: not JSON, wrong types, forbidden keys or characters.',
  },
  { code: 'call.too-large', meaning: 'The call exceeds the size limit.' },
  { code: 'call.too-deep', meaning: 'The call exceeds the nesting limit.' },
  {
    code: 'agent.unseen-calls',
    meaning: 'The call would start an agent whose own calls are not known to pass the gate in this client.',
  },
  {
    code: 'agent.unseen-input',
    meaning:
      'The agent can type into the running program without any hook being called, and the call cannot be rewritten so that nothing can be typed into it.',
  },
  {
    code: 'agent.would-run',
    meaning: 'The call needs approval, and the client, in its current mode, would run it without asking.',
  },
  {
    code: 'settings.stricter-mode',
    meaning: "The settings' defaultMode became stricter, and a running session follows.",
  },
  {
    code: 'flags.ignored',
    meaning: 'A remote flag is unknown or unreadable: it is ignored, and its default applies.',
  },
  { code: 'handoff.clean', meaning: 'A sub-agent finished, and the reviewer has no objection.' },
  { code: 'handoff.warning', meaning: 'A sub-agent finished, and the reviewer objects to something it did.' },
  { code: 'handoff.unreviewed', meaning: 'A sub-agent finished, and what it did could not be reviewed.' },
  ...Object.entries(USER_CODES).map(([code, meaning]) => ({ code, meaning })),
  ...Object.entries(SSO_CODES).map(([code, meaning]) => ({ code, meaning })),
  ...Object.entries(OPERATOR_ACTS).map(([code, meaning]) => ({ code, meaning })),
  ...Object.entries(AUDIT_CODES).map(([code, meaning]) => ({ code, meaning })),
  { code: 'contain.doubt', meaning: 'It is not understood, and runs contained instead of being asked about.' },
  {
    code: 'contain.given',
    meaning: 'The client asks again about the command that the gate put in the place of a call.',
  },
  { code: 'contain.walls', meaning: 'The same call ran behind walls and hit them: a person decides.' },
  {
    code: 'contain.held',
    meaning:
      'A contained run waits for a person; or the same call ran behind walls before, and its changes were not kept.',
  },
  {
    code: 'contain.not-built',
    meaning: 'The same call was to run behind walls, and they could not be built where the client runs its commands.',
  },
  { code: 'contain.unfit', meaning: 'Only doubt speaks against the call, but it would not work behind walls: why.' },
  { code: 'contain.refused', meaning: 'No walls could be planned for the call: a person decides.' },
  { code: 'contain.unable', meaning: 'The client would run the call itself and not what is put in its place.' },
  { code: 'contain.committed', meaning: 'A contained run did nothing harmful, and its changes were committed.' },
  { code: 'contain.unchanged', meaning: 'A contained run changed nothing.' },
  { code: 'contain.discarded', meaning: 'A person discarded what a contained run changed.' },
  {
    code: 'contain.conflict',
    meaning: 'Nothing of a contained run was committed: someone else changed the same files.',
  },
  { code: 'contain.failed', meaning: 'A contained run did not begin, or was cut off.' },
  {
    code: 'contain.meanwhile',
    meaning: 'What a contained run changed was changed by somebody else since it began: nothing is committed.',
  },
  { code: 'contain.git', meaning: 'A contained run changed something below `.git`: a person decides.' },
  {
    code: 'contain.copied',
    meaning: 'A contained run wrote the path of the copy of the workspace that it ran in: a person decides.',
  },
  {
    code: 'contain.special',
    meaning: 'A contained run made something that is never committed: a device, a pipe, a socket, a setuid file.',
  },
  {
    code: 'contain.lost',
    meaning: 'A contained run deleted or overwrote what version control does not have: a person decides.',
  },
  {
    code: 'contain.unclear',
    meaning: 'A contained run changed something whose later effect no rule calls harmless: a person decides.',
  },
  {
    code: 'team.away',
    meaning: "The team's gate cannot be reached, and the settings deny what it cannot be asked about.",
  },
  { code: 'team.refused', meaning: "The team's gate does not accept this machine: its token was revoked, say." },
  { code: 'team.nobody', meaning: "A person is needed, and nobody is there at the team's gate." },
  ...Object.entries(MACHINE_CODES).map(([code, meaning]) => ({ code, meaning })),
  { code: 'gate.silent', meaning: 'No layer decided the call.' },
  { code: 'remote.down', meaning: 'The library uses a daemon, and it cannot be reached.' },
  { code: 'remote.slow', meaning: 'The library uses a daemon, and it did not answer in time.' },
  { code: 'remote.token', meaning: 'The library uses a daemon, and has no token that it accepts.' },
  { code: 'remote.unproven', meaning: "The answer is not proven to be the daemon's own." },
  { code: 'remote.garbage', meaning: 'The answer of the daemon is not a verdict on this call.' },
  { code: 'remote.refused', meaning: 'The daemon refused the request itself; its own code is in the sentence.' },
  {
    code: 'result.read',
    meaning:
      'The reviewing model read what a tool returned and calls it data. Clears nothing that was found without it.',
  },
  {
    code: 'result.doubtful',
    meaning: 'The reviewing model was to read what a tool returned, and nobody could tell whether it gives orders.',
  },
  { code: 'result.injected', meaning: 'What a tool returned addresses the agent as if it were the user.' },
  {
    code: 'result.withheld',
    meaning: 'What a tool returned could not be scanned, or settings withhold injected instructions: it is not shown.',
  },
  {
    code: 'prompt.injected',
    meaning: 'What was typed or pasted as a prompt, or sent by another agent, contains injected instructions.',
  },
  {
    code: 'taint.sends',
    meaning:
      'The session has read untrusted content and private data, and the call would send something out: a person decides.',
  },
  {
    code: 'taint.injection',
    meaning:
      'Something gave the agent orders, the settings want a person asked, and the call would send something out.',
  },
  {
    code: 'user.named',
    meaning: 'The user asked in this turn, in typed words, for exactly what the call does, and it does nothing else.',
  },
  {
    code: 'user.described',
    meaning: 'A tool that the owner described changes only what the user named in typed words.',
  },
  { code: 'user.spent', meaning: "The user's words that named the call were already used by another one." },
  { code: 'journal.restored', meaning: 'The log was restored from a backup and goes on from its last record.' },
  { code: 'gate.given-up', meaning: 'The call or its session was abandoned while its record was written.' },
  { code: 'gate.closed', meaning: 'The gate or the session was closed by the program that opened it.' },
  { code: 'gate.crashed', meaning: 'The gate failed on the call.' },
  { code: 'gate.busy', meaning: 'The daemon is busy: there was no room for the call in time.' },
  { code: 'gate.late', meaning: 'The decision came too late to be delivered.' },
  { code: 'gate.stopping', meaning: 'The daemon is stopping.' },
  ...Object.entries(BUNDLE_CODES).map(([code, meaning]) => ({ code, meaning })),
  ...Object.entries(JOURNAL_CODES).map(([code, meaning]) => ({ code, meaning: `${meaning} So the call is refused.` })),
]
