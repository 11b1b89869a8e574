import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { revealReasons } from '@nikau/contract/desk/customers'

export type RevealReason = (typeof revealReasons)[number]

export const reasonTexts: Readonly<Record<RevealReason, MessageDescriptor>> = {
  'in-contact': msg`The customer is on the phone or in a chat`,
  exception: msg`Working on an exception`,
  case: msg`Working on a case`,
  'privacy-act': msg`Access request under the Privacy Act`,
}

const movementTexts: Readonly<Record<string, MessageDescriptor>> = {
  payment: msg`Payment`,
  refund: msg`Refund`,
  'top-up': msg`Top-up`,
  withdrawal: msg`Withdrawal`,
  sent: msg`Sent`,
  received: msg`Received`,
  returned: msg`Sent back`,
  adjustment: msg`Adjustment`,
  payout: msg`Payout`,
}
export const movementText = (kind: string): MessageDescriptor => movementTexts[kind] ?? msg`Other movement`

const limitTexts: Readonly<Record<string, MessageDescriptor>> = {
  'spend monthly': msg`Spend, this month`,
  'spend yearly': msg`Spend, this year`,
  'topup monthly': msg`Top up, this month`,
  'topup yearly': msg`Top up, this year`,
}
export const limitText = ({ type, period }: { type: string; period: string }): MessageDescriptor => limitTexts[`${type} ${period}`] ?? msg`Other limit`

const transferTexts: Readonly<Record<string, MessageDescriptor>> = { topup: msg`Top-up`, withdrawal: msg`Withdrawal` }
export const transferText = (type: string): MessageDescriptor => transferTexts[type] ?? msg`Transfer`

const transferStates: Readonly<Record<string, { text: MessageDescriptor; tone: 'positive' | 'negative' | 'warning' | 'neutral' }>> = {
  created: { text: msg`waits for the file`, tone: 'neutral' },
  requested: { text: msg`with the bank`, tone: 'warning' },
  done: { text: msg`done`, tone: 'positive' },
  failed: { text: msg`failed`, tone: 'negative' },
}
export const transferState = (status: string) => transferStates[status] ?? { text: msg`other`, tone: 'neutral' as const }

/** Codes of an asset's type, in words. */
export const walletText = (type: string): MessageDescriptor => (type.startsWith('nikau.nzd.') ? msg`NZD wallet` : msg`Other wallet`)

export const lookTexts: Readonly<Record<string, MessageDescriptor>> = {
  'GET /api/desk/customers/:id': msg`Saw the page, masked`,
  'GET /api/desk/customers/:id/movements': msg`Saw the movements`,
  'GET /api/desk/customers/:id/looks': msg`Saw this list`,
  'POST /api/desk/customers/:id/reveal': msg`Saw name and contact details`,
  'POST /api/desk/customers/:id/freeze': msg`Froze the account`,
  'POST /api/desk/customers/:id/sessions/:sid/end': msg`Signed the customer out`,
  'POST /api/desk/customers/:id/passkeys/remove': msg`Removed the passkeys`,
  'POST /api/desk/customers/:id/notes': msg`Wrote a note`,
}
export const lookText = (endpoint: string): MessageDescriptor => lookTexts[endpoint] ?? msg`Worked on the account`

/** The account of a wallet in the ledger. */
export const walletAccount = (walletId: string): string => `asset:${walletId}`
