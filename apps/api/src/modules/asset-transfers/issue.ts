import type { Ledger } from '@nikau/ledger'
import type { Ids, Tx } from '@nikau/runtime'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { issueTokenInTransaction } from '../assets/index.ts'
import { maskAlias, resolveRecipient } from '../payees/index.ts'
import type { LinkDeps } from './links.ts'
import { countMessage, type MessageLimits } from '../messages/index.ts'
import { notifyRecipient, queueInvitation } from './messages.ts'
import { postToken } from './postings.ts'
import { expiryOf } from './rules.ts'
import { insertTransfer, isBarred, selectSource, selectTransfer } from './store.ts'

export interface IssueDeps extends LinkDeps {
  ledger: Ledger
  ids: Ids
  proofDays: number
  messages: MessageLimits
}

interface Issue {
  collectionId: string
  idempotencyKey: string
  /** Of the issuer, and who gives it out. */
  accountId: string
  personId: string
  senderName: string
  alias: string
  at: Date
}

/**
 * Issues a token to a mobile number or an email address: it is in the wallet at once, or waits to be claimed as long as it lasts. A
 * business is not held to the limits on a person's first sends; what one number or address gets in messages is limited as for any sender.
 */
export async function sendIssued(
  tx: Tx,
  deps: IssueDeps & { clock: { now(): Date } },
  issue: Issue,
): Promise<string | Refusal<'RECIPIENT_UNAVAILABLE' | 'FIRST_SEND_LIMIT_REACHED' | 'FORBIDDEN' | 'EXPIRY_TOO_SOON'>> {
  const { alias, accountId, at, senderName } = issue
  if (await isBarred(tx, alias, accountId)) return refuse('RECIPIENT_UNAVAILABLE')
  const found = await resolveRecipient(tx, deps, alias, at)
  const unnotified = await countMessage(tx, deps, { alias, senderAccountId: accountId, at })
  if (unnotified && !found) return unnotified
  const assetId = await issueTokenInTransaction(tx, deps, { collectionId: issue.collectionId, accountId, idempotencyKey: issue.idempotencyKey })
  if (typeof assetId !== 'string') return assetId

  const source = (await selectSource(tx, assetId))!
  const recipient = found && { ...found, name: found.shownName, assetId }
  const id = deps.ids.public()
  const send = { id, reference: `asset-transfer:${id}`, source, senderName, maskedAlias: maskAlias(alias), firstTime: false, at, recipient }
  const posting = await postToken(tx, deps, send)
  if (typeof posting !== 'bigint') throw new Error('a token that was just issued could not be sent')
  await insertTransfer(tx, {
    ...send,
    senderAccountId: accountId,
    senderPersonId: issue.personId,
    category: 'token',
    assetType: source.type,
    value: null,
    alias,
    assetId,
    message: null,
    wrap: null,
    purpose: null,
    createdAt: at,
    expiresAt: source.expiresAt ?? expiryOf(at, null),
    posting,
    issued: true,
  })
  const transfer = (await selectTransfer(tx, id))!
  if (!unnotified) await (recipient ? notifyRecipient(tx, transfer) : queueInvitation(tx, deps, transfer))
  return assetId
}
