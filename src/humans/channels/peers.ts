import { ChannelUnusable } from './chat-service.ts'

/** The packages that a service is spoken to with. They are not installed unless somebody wants that service. */
export const PEERS = {
  telegram: ['grammy@1.46.0'],
  discord: ['@discordjs/rest@2.6.3', '@discordjs/ws@2.0.4'],
  slack: ['@slack/web-api@8.2.0', '@slack/socket-mode@3.1.0'],
} as const satisfies Readonly<Record<string, readonly string[]>>

/** Loads the packages of one service, now and not before; says how to get them when they are not there. */
export async function importPeers<Modules>(
  service: keyof typeof PEERS,
  load: () => Promise<Modules>,
): Promise<Modules> {
  try {
    return await load()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) throw error
    throw new ChannelUnusable(
      `${service} needs packages that are not installed: npm install --save-exact ${PEERS[service].join(' ')}`,
    )
  }
}
