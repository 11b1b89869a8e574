import type { RefusalOf } from '@nikau/contract'
import { type AssetTransfer, type claimAssetTransfer, otherRecipientRefusal } from '@nikau/contract/asset-transfers'
import { isMobileAlias } from '@nikau/contract/recipient-alias'
import type { Ledger } from '@nikau/ledger'
import type { Clock, Db, Ids, Secret, Tx } from '@nikau/runtime'
import * as z from 'zod/mini'
import type { Person } from '../../http/bind.ts'
import { inTransaction, type Refusal, refuse } from '../../http/refusal.ts'
import { isClosed, openIndividual, selectIndividualAccountId } from '../accounts/index.ts'
import { aliasesOf, maskAlias, resolveRecipient } from '../payees/index.ts'
import { isLinkKey } from './link-key.ts'
import { notifySender } from './messages.ts'
import { postClaim } from './postings.ts'
import { type PresentDeps, toTransfer } from './present.ts'
import { creditedAssetOf } from './recipient.ts'
import { isWaiting } from './rules.ts'
import { lockTransfer, selectFullName, selectTransfer, selectWaitingFor, type TransferRow, updateClaimed } from './store.ts'

export interface ClaimDeps extends PresentDeps {
  db: Db
  ledger: Ledger
  clock: Clock
  ids: Ids
  proofDays: number
}

type Refused = RefusalOf<typeof claimAssetTransfer>
type OwnAlias = Awaited<ReturnType<typeof aliasesOf>>[number]

/** Claims one transfer. A repeated call by its recipient returns it again. */
export async function claim(deps: ClaimDeps, { personId }: Person, id: string): Promise<AssetTransfer | Refusal<Refused>> {
  const { db, clock } = deps
  const aliases = await aliasesOf(db, deps, personId, clock.now())
  const transfer = await selectTransfer(db, id)
  const own = transfer && aliases.some((one) => one.confirmed && one.alias === transfer.recipientAlias)
  if (own) await openAccount(deps, personId)
  return await claimAs(deps, personId, aliases, id)
}

/**
 * Claims all that waits for confirmed aliases of the person, each in a transaction of its own: one that fails keeps none of the
 * others from being claimed, and is claimed by the next call.
 */
export async function claimAll(deps: ClaimDeps, { personId }: Person): Promise<Record<string, never>> {
  const { db, clock } = deps
  const aliases = (await aliasesOf(db, deps, personId, clock.now())).filter(({ confirmed }) => confirmed)
  const waiting = await selectWaitingFor(
    db,
    aliases.map(({ alias }) => alias),
    clock.now(),
  )
  if (waiting.length > 0) await openAccount(deps, personId)
  const errors: unknown[] = []
  for (const id of waiting) await claimAs(deps, personId, aliases, id).catch((error: unknown) => errors.push(error))
  if (errors.length > 0) throw new AggregateError(errors, 'claim failed')
  return {}
}

/** A person who has just signed up has no account yet. */
async function openAccount(deps: ClaimDeps, personId: string): Promise<void> {
  const { db } = deps
  if ((await selectIndividualAccountId(db, personId)) === undefined) await openIndividual(deps, personId, await selectFullName(db, personId))
}

async function claimAs(deps: ClaimDeps, personId: string, aliases: readonly OwnAlias[], id: string): Promise<AssetTransfer | Refusal<Refused>> {
  return await inTransaction(deps.db, async (tx): Promise<AssetTransfer | Refusal<Refused>> => {
    const transfer = await lockTransfer(tx, id)
    if (!transfer) return refuse('FORBIDDEN')
    const at = deps.clock.now()
    if (transfer.recipientPersonId === personId) return toTransfer(deps, transfer, 'received', at)
    if (transfer.recipientPersonId !== null || transfer.byLink) return refuse('FORBIDDEN')
    if (!isWaiting(transfer, at)) return refuse('INVALID_ASSET_TRANSFER_STATUS')
    const alias = transfer.recipientAlias!
    const own = aliases.find((one) => one.alias === alias)
    if (!own) return refuseOther(transfer.maskedAlias, alias, aliases)
    if (!own.confirmed) return refuse('ALIAS_NOT_CONFIRMED')

    const name = (await resolveRecipient(tx, deps, alias, at))?.shownName ?? null
    return await settle(tx, deps, transfer, { personId, name, at })
  })
}

/**
 * Claims a token that waits behind a link, for whoever has its key. Everything else is refused alike: an unknown transfer, a wrong key, a
 * link that somebody has used, that is declined, recalled or over.
 */
export async function claimByLink(
  deps: ClaimDeps & { linkSecret: Secret },
  { personId }: Person,
  id: string,
  linkKey: string,
): Promise<AssetTransfer | Refusal<'FORBIDDEN'>> {
  if (!isLinkKey(deps.linkSecret, id, linkKey)) return refuse('FORBIDDEN')
  if ((await selectTransfer(deps.db, id))?.byLink) await openAccount(deps, personId)
  return await inTransaction(deps.db, async (tx): Promise<AssetTransfer | Refusal<'FORBIDDEN'>> => {
    const transfer = await lockTransfer(tx, id)
    const at = deps.clock.now()
    if (transfer?.byLink && transfer.recipientPersonId === personId) return toTransfer(deps, transfer, 'received', at)
    if (!transfer?.byLink || !isWaiting(transfer, at)) return refuse('FORBIDDEN')
    return await settle(tx, deps, transfer, { personId, name: null, at })
  })
}

/** To the person's own account. The caller has locked the transfer. */
async function settle(
  tx: Tx,
  deps: ClaimDeps,
  transfer: TransferRow,
  { personId, name, at }: { personId: string; name: string | null; at: Date },
): Promise<AssetTransfer | Refusal<'FORBIDDEN'>> {
  const accountId = (await selectIndividualAccountId(tx, personId))!
  if (await isClosed(tx, accountId)) return refuse('FORBIDDEN')
  const assetId = await creditedAssetOf(tx, deps, { personId, accountId }, transfer)
  const recipient = { personId, accountId, assetId, name }
  const posting = await postClaim(tx, deps.ledger, transfer, recipient, at)
  await updateClaimed(tx, transfer.id, recipient, posting, at)
  if (!transfer.issued) await notifySender(tx, transfer, 'claimed', name)
  return toTransfer(deps, (await selectTransfer(tx, transfer.id))!, 'received', at)
}

/** Both masked, so that the person sees which of their numbers or addresses it is not. */
function refuseOther(recipient: string, alias: string, aliases: readonly OwnAlias[]): Refusal<'ASSET_TRANSFER_INVALID_RECIPIENT'> {
  const same = aliases.find((one) => isMobileAlias(one.alias) === isMobileAlias(alias)) ?? aliases[0]
  return refuse('ASSET_TRANSFER_INVALID_RECIPIENT', z.encode(otherRecipientRefusal, { recipient, yours: same ? maskAlias(same.alias) : '' }))
}
