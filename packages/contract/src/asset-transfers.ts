import * as z from 'zod/mini'
import { amountToMove, liveness, requiredIdempotencyKey } from './amounts.ts'
import { endpoint } from './endpoint.ts'
import { recipientAlias } from './recipient-alias.ts'
import { id, money, page, pageKey, timestamp } from './wire.ts'

/** Asset transfers: money or a token sent to a mobile number or an email address, with or without an account. */

/**
 * `created`: accepted, the message is not delivered yet. `sent`: the message is delivered, the transfer waits to be claimed. A
 * recipient with an account gets it at once: `claimed`. `expired` becomes `returned` in the same commit or the next run of the job.
 */
export const assetTransferStatus = z.enum(['created', 'sent', 'claimed', 'cancelled', 'declined', 'expired', 'returned', 'failed'])
export type AssetTransferStatus = z.output<typeof assetTransferStatus>

/** The paper of a wrapped gift. */
export const giftWrap = z.enum(['lilac', 'green', 'sand'])
export type GiftWrap = z.output<typeof giftWrap>

/** What a send is for. The last three are what scams are for. */
export const sendPurpose = z.enum(['family-or-friends', 'bill', 'goods-or-services', 'something-else', 'investment', 'met-online', 'told-to'])
export type SendPurpose = z.output<typeof sendPurpose>

export const transferStepKey = z.enum(['asked', 'sent', 'delivered', 'reminded', 'claimed', 'cancelled', 'declined', 'expired', 'returned', 'failed'])
export type AssetTransferStepKey = z.output<typeof transferStepKey>

/** `at` is when it happened; `due` is when it happens if nothing else does first. */
export const assetTransferStep = z.object({ key: transferStepKey, at: z.optional(timestamp), due: z.optional(timestamp) })
export type AssetTransferStep = z.output<typeof assetTransferStep>

/** The kind of thing that is sent, as anyone with the link may see it. */
export const transferredAsset = z.object({
  category: z.enum(['money', 'token']),
  /** "NZD", or the name of the token. */
  description: z.string(),
  liveness,
  img: z.optional(z.string()),
  issuer: z.optional(z.string()),
  expiresAt: z.optional(timestamp),
})

/** What anyone with the link may see. `value` and `recipient` (masked) are there only while the transfer waits. */
export const assetTransferSummary = z.object({
  id,
  status: assetTransferStatus,
  assetId: id,
  message: z.optional(z.string()),
  senderName: z.string(),
  createdAt: timestamp,
  url: z.string(),
  asset: transferredAsset,
  /** When it goes back to the sender. */
  expiresAt: timestamp,
  wrap: z.optional(giftWrap),
  value: z.optional(money),
  recipient: z.optional(z.string()),
  /** It was given out by link: the key of the link claims it. */
  byLink: z.optional(z.boolean()),
})
export type AssetTransferSummary = z.output<typeof assetTransferSummary>

/** What the sender and, once claimed, the recipient may see. */
export const assetTransfer = z.object({
  ...assetTransferSummary.shape,
  /** The reader's side. */
  direction: z.enum(['sent', 'received']),
  value: z.optional(money),
  /** To the sender: the alias as typed while it waits, masked afterwards. To the recipient: their own, masked. */
  recipient: z.string(),
  /** The recipient's shown name, once it is claimed and if they show it to strangers. */
  recipientName: z.optional(z.string()),
  /** Short enough to read out to support. */
  reference: z.string(),
  timeline: z.array(assetTransferStep),
  /** The sender can recall it. */
  cancellable: z.boolean(),
  /** How many times the sender can still have the message sent again, and from when. */
  reminders: z.object({ left: z.int(), nextAt: z.optional(timestamp) }),
})
export type AssetTransfer = z.output<typeof assetTransfer>

const params = z.object({ id })
const actRefusals = { FORBIDDEN: 403, INVALID_ASSET_TRANSFER_STATUS: 403 } as const

export const createAssetTransfer = endpoint({
  method: 'POST',
  path: '/api/asset-transfers',
  access: 'person',
  summary: 'Send money or a token. A recipient with an account has it at once; otherwise it waits 14 days to be claimed',
  body: z.strictObject({
    assetId: id,
    walletId: z.optional(id),
    recipientAlias,
    /** Required for money, refused for a token. */
    value: z.optional(amountToMove),
    message: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
    wrap: z.optional(giftWrap),
    purpose: z.optional(sendPurpose),
    /** The send that waited, if this is the answer to it. */
    heldSendId: z.optional(id),
    idempotencyKey: requiredIdempotencyKey,
  }),
  answer: assetTransfer,
  refusals: {
    FORBIDDEN: 403,
    ACCOUNT_FROZEN: 403,
    INSUFFICIENT_WALLET_BALANCE: 403,
    QUOTA_EXCEEDED: 403,
    OWN_LIMIT_EXCEEDED: 403,
    /** A token that is spent, expired or disabled. */
    INACTIVE_ASSET: 403,
    /** Credit lines and settlement wallets cannot be sent. */
    INVALID_ASSET_TYPE: 403,
    /** To one's own number or email address. */
    RECIPIENT_IS_SENDER: 403,
    /** The recipient does not want anything from this sender. */
    RECIPIENT_UNAVAILABLE: 403,
    PURPOSE_REQUIRED: 403,
    COOLING_OFF: 403,
    /** Sends to people whom the sender has not sent to before. */
    PAUSED: 403,
    FIRST_SEND_LIMIT_REACHED: 429,
    IDEMPOTENT_OPERATION_FAILED: 422,
  },
  stepUp: 'conditional',
})

export const getAssetTransferSummary = endpoint({
  method: 'GET',
  path: '/api/asset-transfers/:id/summary',
  access: 'public',
  summary: 'Get the public summary of an asset transfer',
  params,
  answer: assetTransferSummary,
  refusals: { FORBIDDEN: 403 },
  perMinute: 30,
})

export const getAssetTransfer = endpoint({
  method: 'GET',
  path: '/api/asset-transfers/:id',
  access: 'person',
  summary: 'Get an asset transfer with its timeline, as its sender or its recipient',
  params,
  answer: assetTransfer,
  refusals: { FORBIDDEN: 403 },
})

export const listAssetTransfers = endpoint({
  method: 'GET',
  path: '/api/accounts/:accountId/asset-transfers',
  access: 'person',
  summary: 'List what an account has sent, newest first',
  params: z.object({ accountId: id }),
  query: z.strictObject({ pageKey, waiting: z.optional(z.literal('true')) }),
  answer: page(assetTransfer),
  refusals: { FORBIDDEN: 403 },
  paged: true,
})

export const cancelAssetTransfer = endpoint({
  method: 'POST',
  path: '/api/asset-transfers/:id/cancel',
  access: 'person',
  summary: 'Recall an asset transfer that is not claimed yet',
  params,
  answer: assetTransfer,
  refusals: actRefusals,
})

export const remindAssetTransfer = endpoint({
  method: 'POST',
  path: '/api/asset-transfers/:id/remind',
  access: 'person',
  summary: 'Have the message sent to the recipient again: once a day, three times in all',
  params,
  answer: assetTransfer,
  refusals: { ...actRefusals, REMINDER_LIMIT_REACHED: 403 },
})

export const claimAssetTransfer = endpoint({
  method: 'POST',
  path: '/api/asset-transfers/:id/claim',
  access: 'person',
  summary: 'Claim an asset transfer that was sent to a verified number or email address of the caller',
  params,
  answer: assetTransfer,
  refusals: {
    ...actRefusals,
    /** Sent to another number or address; see `otherRecipientRefusal`. */
    ASSET_TRANSFER_INVALID_RECIPIENT: 403,
    /** Theirs, but too long ago proved: sign in with a code that is sent there. */
    ALIAS_NOT_CONFIRMED: 403,
  },
})

export const claimAssetTransferByLink = endpoint({
  method: 'POST',
  path: '/api/asset-transfers/:id/claim-by-link',
  access: 'person',
  summary: 'Claim a token that a business gave out by link, with the key at the end of the link. One that is used or over is refused like a wrong key',
  params,
  body: z.strictObject({ linkKey: z.string().check(z.minLength(16), z.maxLength(128)) }),
  answer: assetTransfer,
  refusals: { FORBIDDEN: 403 },
  perMinute: 30,
})

/** The body of an ASSET_TRANSFER_INVALID_RECIPIENT error, both masked. */
export const otherRecipientRefusal = z.object({ recipient: z.string(), yours: z.string() })

export const declineAssetTransfer = endpoint({
  method: 'POST',
  path: '/api/asset-transfers/:id/decline',
  access: 'person',
  bearer: 'transfer-link',
  summary: 'Decline an asset transfer that waits, as its recipient or with the key of its link',
  params,
  answer: z.object({}),
  refusals: actRefusals,
})

export const reportReason = z.enum(['unknown-sender', 'wants-something-back', 'scam', 'abusive', 'wrong-number'])
export type ReportReason = z.output<typeof reportReason>

export const reportAssetTransfer = endpoint({
  method: 'POST',
  path: '/api/asset-transfers/:id/report',
  access: 'person',
  bearer: 'transfer-link',
  summary: 'Report an asset transfer: a waiting one is declined, and its sender is barred from this recipient',
  params,
  body: z.strictObject({ reason: reportReason }),
  answer: z.object({}),
  refusals: actRefusals,
})

export const resolveClaimableAssets = endpoint({
  method: 'POST',
  path: '/api/me/resolve-claimable-assets',
  access: 'person',
  summary: 'Claim everything that waits for a verified number or email address of the caller',
  answer: z.object({}),
  refusals: {},
})

export const listClaimedTransfers = endpoint({
  method: 'GET',
  path: '/api/me/claimed-transfers',
  access: 'person',
  summary: 'List claimed transfers that the caller has not been shown yet',
  answer: z.object({ items: z.array(assetTransfer) }),
  refusals: {},
})

export const acknowledgeTransfer = endpoint({
  method: 'POST',
  path: '/api/asset-transfers/:id/acknowledge',
  access: 'person',
  summary: 'Note that the recipient has seen that a transfer was claimed',
  params,
  answer: z.object({}),
  refusals: { FORBIDDEN: 403 },
})
