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
import { insertTransfer, isBarred, type NewTransfer, selectContact, selectSource, selectTransfer, updateSent } from './store.ts'

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
  /** A token to try things out. */
  test: boolean
  alias: string
  at: Date
}

/**
 * Issues a token to a mobile number or an email address: it is in the wallet at once, or waits to be claimed as long as it lasts. A
 * business is not held to the limits on a person's first sends; what one number or address gets in messages is limited as for any
 * sender, and so is what the business causes in a day. Nobody has checked a business that gives out test tokens, so they reach only
 * people who have a wallet, and the person who gives them out.
 */
export async function sendIssued(
  tx: Tx,
  deps: IssueDeps & { clock: { now(): Date } },
  issue: Issue,
): Promise<string | Refusal<'RECIPIENT_UNAVAILABLE' | 'WALLET_NOT_FOUND' | 'FIRST_SEND_LIMIT_REACHED' | 'FORBIDDEN' | 'EXPIRY_TOO_SOON'>> {
  const { alias, accountId, at } = issue
  if (await isBarred(tx, alias, accountId)) return refuse('RECIPIENT_UNAVAILABLE')
  const found = await resolveRecipient(tx, deps, alias, at)
  if (issue.test && !found && !(await isOwnAlias(tx, issue))) return refuse('WALLET_NOT_FOUND')
  const unnotified = await countMessage(tx, deps, { alias, senderAccountId: accountId, at, isIssuer: true })
  if (unnotified && !found) return unnotified
  const assetId = await issueTokenInTransaction(tx, deps, { collectionId: issue.collectionId, accountId, idempotencyKey: issue.idempotencyKey })
  if (typeof assetId !== 'string') return assetId

  const recipient = found && { ...found, name: found.shownName, assetId }
  const id = deps.ids.public()
  await postIssued(tx, deps, issue, { id, assetId, alias, maskedAlias: maskAlias(alias), recipient })
  const transfer = (await selectTransfer(tx, id))!
  if (!unnotified) await (recipient ? notifyRecipient(tx, transfer) : queueInvitation(tx, deps, transfer))
  return assetId
}

/**
 * Issues a token that waits as long as it lasts behind a link, for whoever opens that first. We send no message: the business hands the
 * link out.
 */
export async function issueBehindLink(
  tx: Tx,
  deps: IssueDeps & { clock: { now(): Date } },
  { transferId, ...issue }: Omit<Issue, 'alias'> & { transferId: string },
): Promise<string | Refusal<'FORBIDDEN' | 'EXPIRY_TOO_SOON'>> {
  const { collectionId, accountId, idempotencyKey, at } = issue
  const assetId = await issueTokenInTransaction(tx, deps, { collectionId, accountId, idempotencyKey })
  if (typeof assetId !== 'string') return assetId
  await postIssued(tx, deps, issue, { id: transferId, assetId, alias: null, maskedAlias: 'link', recipient: undefined })
  await updateSent(tx, transferId, at)
  return assetId
}

type Destination = Pick<NewTransfer, 'id' | 'assetId' | 'alias' | 'maskedAlias' | 'recipient'>

async function postIssued(tx: Tx, deps: IssueDeps, issue: Omit<Issue, 'alias'>, { assetId, ...to }: Destination): Promise<void> {
  const { accountId, at, senderName } = issue
  const source = (await selectSource(tx, assetId))!
  const send = { ...to, reference: `asset-transfer:${to.id}`, source, senderName, firstTime: false, at }
  const posting = await postToken(tx, deps, send)
  if (typeof posting !== 'bigint') throw new Error('a token that was just issued could not be sent')
  await insertTransfer(tx, {
    ...send,
    senderAccountId: accountId,
    senderPersonId: issue.personId,
    category: 'token',
    assetType: source.type,
    value: null,
    assetId,
    message: null,
    wrap: null,
    purpose: null,
    createdAt: at,
    expiresAt: source.expiresAt ?? expiryOf(at, null),
    posting,
    issued: true,
    byLink: to.alias === null,
  })
}

async function isOwnAlias(tx: Tx, { personId, alias }: Issue): Promise<boolean> {
  const contact = await selectContact(tx, personId)
  return contact !== undefined && [contact.phone, contact.email].includes(alias)
}
