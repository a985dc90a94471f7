import { describe, expect, test } from 'vitest'
import type { Desk } from '../src/humans/channels/channel.ts'
import { CHATS, loadChannels, SERVERS, settingsFor } from './channels/stage.ts'
import type { ChatServer } from './servers/chats/chat-server.ts'
import { startDiscord } from './servers/chats/discord.ts'
import { channelSuite } from './suites/channels.ts'

const product = await loadChannels()

describe('chat channels, through their own libraries, against servers that speak the real protocols', () => {
  test.each(CHATS)('%s does what every channel must do', async (chat) => {
    expect(await channelSuite(product, chat)).toEqual([])
  })
})

describe('a channel that is not set up right', () => {
  const nobody: Desk = {
    answer: () => Promise.reject(new Error('nobody asked')),
    pending: () => [],
    find: () => undefined,
    note: () => undefined,
  }

  async function startedWith(chat: (typeof CHATS)[number], server: ChatServer, token: string): Promise<string> {
    const told: string[] = []
    const { channels } = product.channels.makeChannels(settingsFor(chat, server), {
      environment: { TOKEN: token, BOT: token, APP: token },
      memory: () => product.memory.memoryInProcess(),
      onTrouble: (message) => told.push(message),
      pace: { first: 4, most: 40, request: 2000 },
    })
    const [channel] = channels
    try {
      await channel!.start(nobody)
      return 'connected'
    } catch (error) {
      return `${String(error)}\n${told.join('\n')}`
    } finally {
      await channel!.stop()
      await server.close()
    }
  }

  test.each(CHATS)('%s says so when its token is wrong, without the token', async (chat) => {
    const said = await startedWith(chat, await SERVERS[chat](), 'xoxb-1-a-wrong-token')
    expect(said).toMatch(/token (?:of the bot )?is not valid/)
    expect(said).not.toContain('a-wrong-token')
  })

  test.each([
    [4014, 'Message Content Intent'],
    [4004, 'the token of the bot is not valid'],
  ])('discord says what to do when the gateway closes with %i', async (code, words) => {
    const server = await startDiscord(code)
    expect(await startedWith('discord', server, server.token)).toContain(words)
  })
})
