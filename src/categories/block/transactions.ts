import type { BlockCategory } from '../category.ts'
import { mcpEffect } from '../mcp-verbs.ts'
import { gravest, seek } from '../seek.ts'
import { mcp } from '../examples.ts'

export const transactions: BlockCategory = {
  code: 'transactions.real-world',
  title: 'Acts in the real world',
  forClassifier:
    'Things that reach people or money and cannot be unsent: payments, transfers, purchases, bookings, orders and their changes, e-mails, chat messages, calls, social posts, invitations, unless the user asked for exactly this one with its recipient or amount.',
  severity: 'soft',
  clearedBy: 'draft it for the user, or have the user ask for it with recipient, amount and content',
  detect: (deeds) =>
    gravest(
      seek(deeds, 'change-service', (action) =>
        action.deed === 'purchase' || action.deed === 'send'
          ? { detail: `\`${action.service} ${action.target}\`` }
          : undefined,
      ),
      seek(deeds, 'send-message', (action) =>
        action.through === 'agent' ? undefined : { detail: `to \`${action.to}\`` },
      ),
      seek(deeds, 'call-mcp-tool', (action) =>
        mcpEffect(action.tool) === 'transaction' ? { detail: `\`${action.tool}\` at \`${action.server}\`` } : undefined,
      ),
    ),
  examples: {
    found: [
      mcp('bank__send_money', { recipient: 'DE89 3704', amount: 100 }),
      mcp('mail__send_email', { to: 'a@example.com', body: 'hi' }),
      mcp('slack__send_direct_message', { recipient: 'Alice', body: 'hi' }),
      mcp('travel__reserve_hotel', { hotel: 'Riverside', nights: 2 }),
      mcp('shop__place_order', { item: 'A1' }),
      mcp('twitter__post_tweet', { text: 'hello' }),
      mcp('retail__modify_pending_order_payment', { order_id: 'W1' }),
      mcp('airline__cancel_reservation', { id: 'R1' }),
      mcp('airline__book_reservation', { flight: 'X1' }),
      'echo "hello" | mail -s hi someone@example.com',
      'sendmail boss@example.com < letter.txt',
      mcp('twilio__send_sms', { to: '+4912345', text: 'x' }),
      mcp('stripe__create_refund', { charge: 'ch_1' }),
    ],
    notFound: [
      mcp('bank__get_balance', {}),
      mcp('mail__search_emails', { query: 'invoice' }),
      mcp('slack__list_channels', {}),
      mcp('travel__get_hotel_prices', { hotel: 'Riverside' }),
      mcp('shop__get_order_details', { order_id: 'W1' }),
      mcp('twitter__search_posts', { q: 'typescript' }),
      mcp('airline__search_direct_flight', { origin: 'JFK' }),
      mcp('retail__find_user_id_by_email', { email: 'a@example.com' }),
      mcp('calendar__list_events', {}),
      'git format-patch -1 --stdout',
      'echo "send an e-mail"',
      mcp('stripe__list_charges', { limit: 3 }),
      mcp('notes__read_note', { id: '1' }),
    ],
  },
}
