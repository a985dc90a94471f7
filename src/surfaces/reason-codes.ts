import { JOURNAL_CODES } from '../journal/journal.ts'

/** Every stable code that is not a category's. Made into docs/reference/reason-codes.md; a test keeps it complete. */
export const REASON_CODES: readonly { readonly code: string; readonly meaning: string }[] = [
  { code: 'rule.allow', meaning: 'An allow rule matches every part of the call.' },
  { code: 'rule.ask', meaning: 'An ask rule matches: a person decides, in every mode.' },
  { code: 'rule.deny', meaning: 'A deny rule matches.' },
  { code: 'rule.none', meaning: 'No rule allows the call, and the mode asks nobody.' },
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
  { code: 'rulebook.harmless', meaning: 'Every deed of the call is known, and none is harmful.' },
  { code: 'rulebook.cannot-tell', meaning: 'Something in the call is not known to be harmless: a person decides.' },
  {
    code: 'tool.critical-removal',
    meaning: 'A removal that no rule and no mode approves: root, home, the workspace itself.',
  },
  { code: 'tool.protected-path', meaning: 'A write to a file that rules or runs things later.' },
  { code: 'tool.network-path', meaning: 'A path on another machine: reading it sends credentials there.' },
  { code: 'firewall.path', meaning: 'A path that no call may touch.' },
  {
    code: 'review.no-block',
    meaning: 'The reviewer answered, completely and well-formed, that there is nothing to block.',
  },
  { code: 'person.approved', meaning: 'A person approved exactly this call.' },
  { code: 'tool.needs-person', meaning: 'The tool asks the person; nobody else may answer.' },
  {
    code: 'denials.limit',
    meaning: 'Three denials in a row or twenty in a session: a person decides, or the agent stops.',
  },
  { code: 'humans.nobody', meaning: 'A person would have to decide, and nobody is there.' },
  { code: 'policy.broken', meaning: 'A settings file could not be read, so nothing is allowed.' },
  {
    code: 'call.unreadable',
    meaning: 'The call is not readable: not JSON, wrong types, forbidden keys or characters.',
  },
  { code: 'call.too-large', meaning: 'The call is larger than the gate reads.' },
  { code: 'call.too-deep', meaning: 'The call is nested deeper than the gate reads.' },
  { code: 'gate.silent', meaning: 'No layer spoke for the call.' },
  { code: 'gate.crashed', meaning: 'The gate failed on the call.' },
  ...Object.entries(JOURNAL_CODES).map(([code, meaning]) => ({ code, meaning: `${meaning} So the call is refused.` })),
]
