/** What is said in chats. `{…}` stands for what is known only then: a wording of your own has the same ones. */
export const CHAT_WORDING = {
  title: 'Portcullis asks: {id}',
  titleAfterwards: 'Portcullis asked: {id}',
  titleOfPart: '{id}: part {part} of {parts}',
  allowOnce: 'Allow once',
  allowSession: 'For this session',
  deny: 'Deny',
  showAll: 'Show all',
  who: '{who} asks to use {tool}',
  where: 'in {cwd}',
  session: 'session {session}',
  itWould: 'It would:',
  because: 'You are asked because:',
  clearedBy: 'cleared by {what}',
  how: 'Press a button, or write: y {id} · always {id} · n {id}: why',
  tooLong: 'Too long for a chat: see all of it with `{command}`, or deny it here.',
  notAllShown: 'Not all of it is shown: look at all of it before you allow it.',
  until: 'Until {time} UTC; then it is denied.',
  answered: '{answer} by {who} through {channel}, {time} UTC',
  allowedOnce: 'Allowed once',
  allowedSession: 'Allowed, exactly this, for the session',
  allowedByRule: 'Allowed by rule {rule} for the session',
  allowedAndSaved: 'Allowed, and saved as rule {rule}',
  denied: 'Denied',
  deniedBecause: 'Denied ("{why}")',
  expired: 'Denied: no answer came in time, {time} UTC',
  withdrawn: 'Withdrawn, nothing is allowed: {why}, {time} UTC',
  forgotten: 'This question is no longer open.',
  taken: 'Taken.',
  allOfIt: 'Here is all of it.',
  stranger: 'You are not one of those who may answer here.',
  elsewhere: 'This is not the chat that is asked.',
  notOurs: 'This button is not one of ours, or of a question long gone.',
  anotherQuestion: 'This button belongs to another question.',
  anotherThread: 'This is the thread of {thread}: answer {id} under its own message.',
  whichOne: 'Say which one: {answers}',
  whichAnswer: 'y {id}',
  notOpen: '{id} is no longer open.',
  unknown: 'There is no question {id}.',
  notShownHere: '{id} was not shown here.',
  notAllSeen: 'Not all of {id} was shown: press "Show all" first.',
  commit: 'Commit changes',
  discard: 'Discard',
  whoContained: '{who} ran {tool} contained; nothing is written yet',
  itDid: 'It did:',
  howContained:
    'Press a button, or write: y {id} (commit) · n {id} (discard). `{command}` can also run it uncontained once.',
  untilContained: 'Open until {time} UTC; the changes stay held until somebody decides.',
  committed: 'Changes committed',
  discarded: 'Changes discarded',
  allowedUncontained: 'Changes discarded; allowed once without containment',
  expiredContained: 'No answer came in time, {time} UTC; the changes are still held',
  confirm: 'Confirmation needed [{id}] {what}',
  confirmHow: 'Reply y, n or always (within {minutes} minutes).',
  confirmHidden: '{hidden} characters are hidden: reply "show {id}" to see all of it before you approve, or n.',
  confirmSeveral: 'Several questions wait for you: say which, e.g. `y {id}`. ({ids})',
  confirmNotTaken: '[{id}] Not taken: {why}.',
} as const

export type ChatPhrase = keyof typeof CHAT_WORDING

/** Every phrase, as the settings or we say it. */
export type ChatWording = Readonly<Record<ChatPhrase, string>>

export const CHAT_PHRASES = Object.keys(CHAT_WORDING) as readonly ChatPhrase[]

const PLACE = /\{(\w+)\}/g

/** What is wrong with a wording, in words; undefined when nothing is. Nothing may be left out that ours says. */
export function unsoundWording(phrase: ChatPhrase, text: string): string | undefined {
  const wanted = placesIn(CHAT_WORDING[phrase])
  const given = placesIn(text)
  const missing = wanted.filter((place) => !given.includes(place))
  if (missing.length > 0) return `"${phrase}" must say ${missing.join(', ')}`
  const unknown = given.filter((place) => !wanted.includes(place))
  return unknown.length === 0 ? undefined : `"${phrase}" has no ${unknown.join(', ')}`
}

function placesIn(text: string): readonly string[] {
  return [...new Set(Array.from(text.matchAll(PLACE), ([place]) => place))]
}

/** One pass: what is filled in is never read as a place of its own. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(PLACE, (place, name: string) => String(values[name] ?? place))
}
