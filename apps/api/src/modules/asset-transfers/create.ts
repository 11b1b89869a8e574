import type { BodyOf, RefusalOf } from '@nikau/contract'
import { familyOf, isTokenType } from '@nikau/contract/asset-display'
import { type AssetTransfer, createAssetTransfer } from '@nikau/contract/asset-transfers'
import type { Brake } from '@nikau/contract/payees'
import { type Cents, format } from '@nikau/money'
import type { Clock, Db, Ids, Tx } from '@nikau/runtime'
import { recordSecurityEvent } from '@nikau/security-events'
import type { Person, Source } from '../../http/bind.ts'
import { BadRequest } from '../../http/errors.ts'
import { withIdempotencyKey } from '../../http/idempotency.ts'
import { Refusal, refuse } from '../../http/refusal.ts'
import { mayActFor } from '../accounts/index.ts'
import { refusalIfStopped } from '../controls/index.ts'
import { useHeldSend } from '../held-sends/index.ts'
import { aliasesOf, assessSend, countFirstSend, maskAlias, type PayeeDeps, recordPayee, resolveRecipient, senderNameOf } from '../payees/index.ts'
import { isFrozen } from '../safety/index.ts'
import { walletFor } from '../wallets/index.ts'
import type { LinkDeps } from './links.ts'
import { countMessage, type MessageLimits } from '../messages/index.ts'
import { notifyRecipient, queueInvitation } from './messages.ts'
import { type PostingDeps, postMoney, postToken, type Send } from './postings.ts'
import { type PresentDeps, toTransfer } from './present.ts'
import { creditedAssetOf } from './recipient.ts'
import { expiryOf } from './rules.ts'
import { insertTransfer, isBarred, type Recipient, selectSource, selectTransfer, type SourceAsset } from './store.ts'

export interface SendDeps extends PostingDeps, PayeeDeps, LinkDeps, PresentDeps {
  db: Db
  clock: Clock
  ids: Ids
  /** In cents. A larger send needs a recent sign-in. */
  stepUpLimit: number
  /** The scam brake asks, and makes people wait. */
  guard: boolean
  messages: MessageLimits
}

/** Who sends and the check that they signed in recently. Sends without a source, of the seed, are no security events. */
export interface SendCall {
  actor: Person
  source?: Source
  requireStepUp(): Promise<Refusal<'SIGN_IN_AGAIN'> | undefined>
}

export type SendBody = BodyOf<typeof createAssetTransfer>
type Refused = RefusalOf<typeof createAssetTransfer> | 'SIGN_IN_AGAIN'

/**
 * Sends money or a token to a mobile number or an email address. Whoever has an account for it has it at once; otherwise it goes to
 * escrow and the recipient gets a link. State, posting and message share one commit.
 */
export async function send(deps: SendDeps, call: SendCall, body: SendBody): Promise<AssetTransfer | Refusal<Refused>> {
  const person = call.actor
  return await withIdempotencyKey(
    deps,
    createAssetTransfer,
    { caller: person.personId, body },
    async (tx, reference): Promise<AssetTransfer | Refusal<Refused>> => {
      const at = deps.clock.now()
      const { recipientAlias: alias, value } = body
      const source = await loadSource(tx, person, body, at)
      if (source instanceof Refusal) return source
      const found = await resolveRecipient(tx, deps, alias, at)
      const refused = await refusalOfRecipient(tx, deps, person, { source, alias, accountId: found?.accountId, at })
      if (refused) return refused
      const { known, brake } = await assessSend(tx, deps, { ...person, accountId: source.accountId, alias, value, message: body.message, at })
      const stopped = known ? undefined : await refusalIfStopped(tx, 'sends-to-new-people')
      if (stopped) return stopped
      const waited = await settleHeld(tx, person, body, source.accountId, at)
      if (waited instanceof Refusal) return waited
      const held = deps.guard ? refusalOfBrake(brake, body.purpose, waited) : undefined
      if (held) return held
      const isLarge = value !== undefined && value > deps.stepUpLimit
      const stepUp = isLarge ? await call.requireStepUp() : undefined
      if (stepUp) return stepUp

      // A recipient with an account has it without the message, too.
      const unnotified = await countMessage(tx, deps, { alias, senderAccountId: source.accountId, at })
      if (unnotified && !found) return unnotified

      const id = deps.ids.public()
      const senderName = source.orgName ?? (await senderNameOf(tx, person.personId))
      const recipient: Recipient | undefined = found && {
        ...found,
        name: found.shownName,
        assetId: await creditedAssetOf(tx, deps, found, { category: source.category, assetId: source.id, assetType: source.type }),
      }
      const posted: Send = { id, reference, source, senderName, maskedAlias: maskAlias(alias), firstTime: !known, at, recipient }
      const posting = value === undefined ? await postToken(tx, deps, posted) : await postMoney(tx, deps, { ...posted, value })
      if (posting instanceof Refusal) return posting
      // After the posting, which waits for a freeze in progress: see safety/freeze.ts.
      if (await isFrozen(tx, source.accountId)) return refuse('ACCOUNT_FROZEN')
      return await record(tx, deps, call, { posted, posting, body, isLarge, notified: !unnotified })
    },
  )
}

async function loadSource(
  tx: Tx,
  person: Person,
  { assetId, walletId, value, wrap }: SendBody,
  at: Date,
): Promise<SourceAsset | Refusal<'FORBIDDEN' | 'INVALID_ASSET_TYPE' | 'INACTIVE_ASSET'>> {
  const asset = await selectSource(tx, assetId)
  if (!asset || !(await mayActFor(tx, person, asset.accountId))) return refuse('FORBIDDEN')
  const isToken = asset.category === 'token'
  if (walletId !== undefined && !(await belongsTogether(tx, person, asset, walletId))) return refuse('FORBIDDEN')
  if (isToken ? !isTokenType(asset.type) : asset.restricted || familyOf(asset.type) !== 'nikau.nzd') return refuse('INVALID_ASSET_TYPE')
  if (isToken && value !== undefined) throw new BadRequest({ path: ['value'], message: 'a token is sent without a value' })
  if (!isToken && value === undefined) throw new BadRequest({ path: ['value'], message: 'required for money' })
  if (!isToken && wrap !== undefined) throw new BadRequest({ path: ['wrap'], message: 'only a token can be wrapped' })
  if (asset.status !== 'active' || (asset.expiresAt !== null && asset.expiresAt <= at)) return refuse('INACTIVE_ASSET')
  return asset
}

/** The wallet that is sent from, or for a token a wallet of its account. */
async function belongsTogether(tx: Tx, person: Person, asset: SourceAsset, walletId: string): Promise<boolean> {
  if (asset.category === 'money') return walletId === asset.id
  return (await walletFor(tx, person, walletId))?.accountId === asset.accountId
}

async function refusalOfRecipient(
  tx: Tx,
  deps: SendDeps,
  { personId }: Person,
  { source, alias, accountId, at }: { source: SourceAsset; alias: string; accountId: string | undefined; at: Date },
): Promise<Refusal<'RECIPIENT_IS_SENDER' | 'RECIPIENT_UNAVAILABLE' | 'FIRST_SEND_LIMIT_REACHED'> | undefined> {
  const own = await aliasesOf(tx, deps, personId, at)
  if (accountId === source.accountId || own.some((one) => one.alias === alias)) return refuse('RECIPIENT_IS_SENDER')
  if (await isBarred(tx, alias, source.accountId)) return refuse('RECIPIENT_UNAVAILABLE')
  return await countFirstSend(tx, deps, { personId, alias, at })
}

/** Whether this is the send that a held one was for, and its time has come. It is settled with this send, and makes no second one. */
async function settleHeld(
  tx: Tx,
  { personId }: Person,
  { purpose, heldSendId, recipientAlias: alias, value }: SendBody,
  accountId: string,
  at: Date,
): Promise<boolean | Refusal<'FORBIDDEN'>> {
  if (heldSendId === undefined || value === undefined) return false
  const held = await useHeldSend(tx, { heldSendId, personId, accountId, alias, value, mustBeDue: purpose === 'told-to', at })
  return held === undefined ? refuse('FORBIDDEN') : held === 'due'
}

/** Who was told to send it must have let it wait for a day, also to a contact: that is how the second payment of a scam is made. */
function refusalOfBrake(brake: Brake, purpose: SendBody['purpose'], waited: boolean): Refusal<'PURPOSE_REQUIRED' | 'COOLING_OFF'> | undefined {
  if (brake === 'ask' && purpose === undefined) return refuse('PURPOSE_REQUIRED')
  return purpose === 'told-to' && !waited ? refuse('COOLING_OFF') : undefined
}

async function record(
  tx: Tx,
  deps: SendDeps,
  { actor, source: caller }: SendCall,
  { posted, posting, body, isLarge, notified }: { posted: Send; posting: bigint; body: SendBody; isLarge: boolean; notified: boolean },
): Promise<AssetTransfer> {
  const { id, at, source, recipient } = posted
  const { recipientAlias: alias, value, message } = body
  await insertTransfer(tx, {
    ...posted,
    senderAccountId: source.accountId,
    senderPersonId: actor.personId,
    category: source.category,
    assetId: source.id,
    assetType: source.type,
    value: value ?? null,
    alias,
    message: message ?? null,
    wrap: body.wrap ?? null,
    purpose: body.purpose ?? null,
    createdAt: at,
    expiresAt: expiryOf(at, source.category === 'token' ? source.expiresAt : null),
    posting,
    issued: false,
    byLink: false,
  })
  await recordPayee(tx, { accountId: source.accountId, alias, name: recipient?.name ?? undefined, value, message, at })
  const transfer = (await selectTransfer(tx, id))!
  if (notified) await (recipient ? notifyRecipient(tx, transfer) : queueInvitation(tx, deps, transfer))
  if (isLarge && caller) await recordLargeSend(tx, actor, caller, { amount: value!, recipient: posted.maskedAlias, at })
  return toTransfer(deps, transfer, 'sent', at)
}

async function recordLargeSend(
  tx: Tx,
  actor: Person,
  caller: Source,
  { amount, recipient, at }: { amount: Cents; recipient: string; at: Date },
): Promise<void> {
  await recordSecurityEvent(tx, { ...actor, ...caller, kind: 'large-send', at, detail: { amount: format(amount), recipient } })
}
