import { describe, expect, test } from 'vitest'
import { CHATS, loadChannels } from './channels/stage.ts'
import { channelSuite } from './suites/channels.ts'

const product = await loadChannels()

describe('chat channels, through their own libraries, against servers that speak the real protocols', () => {
  test.each(CHATS)('%s does what every channel must do', async (chat) => {
    expect(await channelSuite(product, chat)).toEqual([])
  })
})
