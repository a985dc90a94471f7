import type * as Gates from '../../src/humans/channel-gate.ts'
import type * as Managers from '../../src/humans/permission-manager.ts'
import type { HumanSources } from './sources.ts'

type Check = (sources: HumanSources) => Promise<boolean>

/** What must hold of whoever asks in a chat or at a desktop. Returns, in words, the first thing that does not. */
export async function peopleSuite(sources: HumanSources): Promise<string | undefined> {
  for (const [words, check] of Object.entries(PEOPLE_CHECKS)) {
    try {
      if (!(await check(sources))) return words
    } catch (error) {
      return `${words}: ${String(error)}`
    }
  }
  return undefined
}

class Chat {
  readonly said: string[] = []
  gate!: Gates.ChannelPermissionGate

  static async open(sources: HumanSources, options: Gates.ChannelGateOptions = {}): Promise<Chat> {
    const { ChannelPermissionGate } = await sources.load<typeof Gates>('humans/channel-gate.ts')
    const chat = new Chat()
    chat.gate = new ChannelPermissionGate(async (_channel, _chat, text) => void chat.said.push(text), options)
    return chat
  }

  /** Asks, and gives the short id as soon as the chat shows it. */
  async ask(
    description: string,
    chatId = 'c',
    senderId = 'ann',
    tool = 'Bash',
  ): Promise<{ id: string; answer: Promise<boolean> }> {
    const before = this.said.length
    const answer = this.gate.requestConfirmation('telegram', chatId, senderId, tool, description)
    for (let turn = 0; turn < 50 && this.said.length === before; turn++) await Promise.resolve()
    return { id: /\[(\w{6})\]/.exec(this.said.at(-1) ?? '')?.[1] ?? '', answer }
  }

  reply(text: string, chatId = 'c', senderId = 'ann'): Promise<boolean> {
    return this.gate.processReply('telegram', chatId, senderId, text)
  }
}

interface Desktop {
  readonly manager: Managers.PermissionManager
  readonly requests: Managers.PermissionRequest[]
  readonly sender: Managers.PermissionSender
}

async function desktop(sources: HumanSources, options: Managers.PermissionManagerOptions = {}): Promise<Desktop> {
  const { PermissionManager } = await sources.load<typeof Managers>('humans/permission-manager.ts')
  const requests: Managers.PermissionRequest[] = []
  return {
    manager: new PermissionManager(options),
    requests,
    sender: { send: (_event, request) => void requests.push(request) },
  }
}

/** Answers every request of the desktop with the same word. */
async function answering(
  sources: HumanSources,
  behavior: Managers.PermissionResult['behavior'],
): Promise<Desktop & { asked: () => number }> {
  const { PermissionManager } = await sources.load<typeof Managers>('humans/permission-manager.ts')
  const manager = new PermissionManager()
  const requests: Managers.PermissionRequest[] = []
  const sender: Managers.PermissionSender = {
    send: (_event, request) => {
      requests.push(request)
      manager.resolvePermission(request.requestId, { behavior })
    },
  }
  return { manager, requests, sender, asked: () => requests.length }
}

const ls = { command: 'ls' }

export const PEOPLE_CHECKS: Readonly<Record<string, Check>> = {
  'a chat: y allows, n denies': async (sources) => {
    const chat = await Chat.open(sources)
    const yes = await chat.ask('npm test')
    const taken = await chat.reply('Y')
    const no = await chat.ask('npm test')
    await chat.reply('n because not now')
    return taken && (await yes.answer) && !(await no.answer)
  },

  'a chat: a bare y with two pending is taken for neither, with the id for one': async (sources) => {
    const chat = await Chat.open(sources)
    const one = await chat.ask('npm test')
    const two = await chat.ask('rm -rf build')
    const bare = await chat.reply('y')
    const named = await chat.reply(`y ${two.id}`)
    const first = await chat.reply('no')
    return !bare && named && first && !(await one.answer) && (await two.answer)
  },

  'a chat: two pending in two chats are two': async (sources) => {
    const chat = await Chat.open(sources)
    const here = await chat.ask('npm test', 'here')
    const there = await chat.ask('rm -rf build', 'there')
    const bare = await chat.reply('y', 'there')
    await chat.reply(`n ${here.id}`, 'here')
    await chat.reply(`n ${there.id}`, 'there')
    return !bare && !(await here.answer) && !(await there.answer)
  },

  'a chat: nobody else answers, and not in another chat': async (sources) => {
    const chat = await Chat.open(sources)
    const asked = await chat.ask('npm test')
    const stranger = await chat.reply('y', 'c', 'eve')
    const named = await chat.reply(`y ${asked.id}`, 'c', 'eve')
    const elsewhere = await chat.reply(`y ${asked.id}`, 'other')
    await chat.reply('n')
    return !stranger && !named && !elsewhere && !(await asked.answer)
  },

  'a chat: always holds for exactly that call, also past the 120th character': async (sources) => {
    const chat = await Chat.open(sources)
    const long = `npm test ${'a'.repeat(200)}`
    const first = await chat.ask(`${long} one`)
    await chat.reply('always')
    const allowed = await first.answer
    const said = chat.said.length
    const again = await chat.gate.requestConfirmation('telegram', 'c', 'ann', 'Bash', `${long} one`)
    const quiet = chat.said.length === said
    const other = await chat.ask(`${long} two`)
    await chat.reply('n')
    return allowed && again && quiet && !(await other.answer)
  },

  'a chat: always of one sender is not that of another': async (sources) => {
    const chat = await Chat.open(sources)
    const first = await chat.ask('npm test')
    await chat.reply('always')
    const other = await chat.ask('npm test', 'c', 'bob')
    await chat.reply('n', 'c', 'bob')
    return (await first.answer) && !(await other.answer)
  },

  'a chat: the sixth question is refused': async (sources) => {
    const chat = await Chat.open(sources)
    const asked = []
    for (const call of 'abcde') asked.push(await chat.ask(call))
    const sixth = await chat.gate.requestConfirmation('telegram', 'c', 'ann', 'Bash', 'f')
    for (const { id } of asked) await chat.reply(`n ${id}`)
    return !sixth && chat.said.length >= 5
  },

  'a chat: nobody approves what does not fit before they have seen all of it': async (sources) => {
    const chat = await Chat.open(sources)
    const asked = await chat.ask(`echo ${'a'.repeat(5000)}; rm -rf build`)
    const early = await chat.reply('y')
    await chat.reply('show')
    const whole = chat.said.join('').includes('; rm -rf build')
    const late = await chat.reply('y')
    return !early && whole && late && (await asked.answer)
  },

  'a chat that cannot be reached confirms nothing': async (sources) => {
    const { ChannelPermissionGate } = await sources.load<typeof Gates>('humans/channel-gate.ts')
    const gate = new ChannelPermissionGate(() => Promise.reject(new Error('no network')))
    return !(await gate.requestConfirmation('telegram', 'c', 'ann', 'Bash', 'ls'))
  },

  'a chat: silence is a no': async (sources) => {
    const chat = await Chat.open(sources, { timeoutMs: 30 })
    const asked = await chat.ask('npm test')
    return !(await asked.answer) && !(await chat.reply('y'))
  },

  'a desktop: allow, deny with a message': async (sources) => {
    const desk = await desktop(sources)
    const first = desk.manager.requestPermission('s', desk.sender, 'Bash', ls)
    while (desk.requests.length < 1) await Promise.resolve()
    desk.manager.resolvePermission(desk.requests[0]!.requestId, { behavior: 'allow' })
    const allowed = await first
    const second = desk.manager.requestPermission('s', desk.sender, 'Bash', ls)
    while (desk.requests.length < 2) await Promise.resolve()
    desk.manager.resolvePermission(desk.requests[1]!.requestId, { behavior: 'deny', message: 'no' })
    const denied = await second
    return allowed.behavior === 'allow' && denied.behavior === 'deny' && denied.message === 'no'
  },

  'a desktop: allowSession holds for the exact call and not for the tool': async (sources) => {
    const desk = await answering(sources, 'allowSession')
    const first = await desk.manager.requestPermission('s', desk.sender, 'Bash', ls)
    const again = await desk.manager.requestPermission('s', desk.sender, 'Bash', ls)
    const before = desk.asked()
    await desk.manager.requestPermission('s', desk.sender, 'Bash', { command: 'rm -rf build' })
    const other = desk.asked()
    await desk.manager.requestPermission('s-2', desk.sender, 'Bash', ls)
    return (
      first.behavior === 'allowSession' &&
      again.behavior === 'allow' &&
      before === 1 &&
      other === 2 &&
      desk.asked() === 3
    )
  },

  'a desktop: the end of a session takes everything back': async (sources) => {
    const desk = await answering(sources, 'allowSession')
    await desk.manager.requestPermission('s', desk.sender, 'Bash', ls)
    desk.manager.cleanupSession('s')
    await desk.manager.requestPermission('s', desk.sender, 'Bash', ls)
    const silent = await desktop(sources)
    const pending = silent.manager.requestPermission('s', silent.sender, 'Bash', ls)
    while (silent.requests.length < 1) await Promise.resolve()
    silent.manager.cleanupSession('s')
    return desk.asked() === 2 && (await pending).behavior === 'deny'
  },

  'a desktop: silence, an unknown word and an unknown id are a no': async (sources) => {
    const desk = await desktop(sources, { timeoutMs: 30 })
    const pending = desk.manager.requestPermission('s', desk.sender, 'Bash', ls)
    while (desk.requests.length < 1) await Promise.resolve()
    desk.manager.resolvePermission('zzzzzz', { behavior: 'allow' })
    const silent = await pending
    // Untyped callers exist: what comes over a wire is anything.
    const odd = await answering(sources, JSON.parse('"yes"'))
    const strange = await odd.manager.requestPermission('s', odd.sender, 'Bash', ls)
    return silent.behavior === 'deny' && strange.behavior === 'deny'
  },

  'a desktop: input that cannot be read is a no, without a question': async (sources) => {
    const desk = await answering(sources, 'allow')
    const circle: Record<string, unknown> = {}
    circle['self'] = circle
    const results = await Promise.all(
      [circle, 'text', undefined, [1]].map((input) => desk.manager.requestPermission('s', desk.sender, 'Bash', input)),
    )
    return results.every((result) => result.behavior === 'deny') && desk.asked() === 0
  },

  'modes: bypass has no callback, acceptEdits spares edits, dontAsk asks nobody': async (sources) => {
    const desk = await answering(sources, 'deny')
    const build = (
      mode: Parameters<typeof desk.manager.buildPermissionCallback>[2],
    ): Managers.PermissionCallback | undefined => desk.manager.buildPermissionCallback('s', desk.sender, mode)
    const edit = { file_path: '/home/dev/project/a.ts', old_string: 'a', new_string: 'b' }
    const behaviour = async (mode: 'default' | 'acceptEdits' | 'dontAsk', tool: string, input: object) =>
      (await build(mode)!(tool, input)).behavior
    const bypass = build('bypassPermissions') === undefined
    const spared = await behaviour('acceptEdits', 'Edit', edit)
    const written = await behaviour('acceptEdits', 'Write', { file_path: '/home/dev/project/a.ts', content: '' })
    const unasked = desk.asked()
    const command = await behaviour('acceptEdits', 'Bash', ls)
    const asked = await behaviour('default', 'Edit', edit)
    const read = await behaviour('default', 'Read', { file_path: '/home/dev/project/a.ts' })
    const unknown = await behaviour('default', 'Frobnicate', {})
    const count = desk.asked()
    const never = await behaviour('dontAsk', 'Bash', ls)
    return (
      [bypass, spared === 'allow', written === 'allow', unasked === 0, command === 'deny', asked === 'deny'].every(
        Boolean,
      ) && [read === 'allow', unknown === 'deny', count === 3, never === 'deny', desk.asked() === 3].every(Boolean)
    )
  },

  'modes: with a chat context the chat is asked, and without its gate nobody is': async (sources) => {
    const desk = await answering(sources, 'allow')
    const chat = await Chat.open(sources)
    const where = { channelId: 'telegram', chatId: 'c', senderId: 'ann' }
    const callback = desk.manager.buildPermissionCallback('s', desk.sender, 'default', where, chat.gate)!
    const asked = callback('Bash', ls)
    while (chat.said.length === 0) await Promise.resolve()
    await chat.reply('y')
    const lost = desk.manager.buildPermissionCallback('s', desk.sender, 'default', where)!
    return (await asked).behavior === 'allow' && (await lost('Bash', ls)).behavior === 'deny' && desk.asked() === 0
  },
}
