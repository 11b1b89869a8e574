import type { BodyOf, RefusalOf } from '@nikau/contract'
import type { declineAssetTransfer, reportAssetTransfer } from '@nikau/contract/asset-transfers'
import type { Ledger } from '@nikau/ledger'
import type { Clock, Db, Tx } from '@nikau/runtime'
import type { Person, TransferLinkHolder } from '../../http/bind.ts'
import { inTransaction, type Refusal, refuse } from '../../http/refusal.ts'
import { raiseException } from '../exceptions/index.ts'
import { aliasesOf } from '../payees/index.ts'
import { returnToSender } from './return.ts'
import { isWaiting } from './rules.ts'
import { insertBarredSender, lockTransfer, type TransferRow } from './store.ts'

export interface DeclineDeps {
  db: Db
  ledger: Ledger
  clock: Clock
  proofDays: number
}

type Actor = Person | TransferLinkHolder

/** The recipient, signed in or with the key of the link, wants nothing of it: it goes back at once, and the sender is not told why. */
export async function decline(deps: DeclineDeps, actor: Actor, id: string): Promise<Record<string, never> | Refusal<RefusalOf<typeof declineAssetTransfer>>> {
  return await inTransaction(deps.db, async (tx): Promise<Record<string, never> | Refusal<RefusalOf<typeof declineAssetTransfer>>> => {
    const at = deps.clock.now()
    const transfer = await lockTransfer(tx, id)
    if (!transfer || !(await aliasesToBar(tx, deps, actor, transfer, at))) return refuse('FORBIDDEN')
    if (!isWaiting(transfer, at)) return refuse('INVALID_ASSET_TRANSFER_STATUS')
    await returnToSender(tx, deps.ledger, transfer, 'declined', at)
    return {}
  })
}

/** Bars the sender from the recipient and raises a case. What waits is declined; what the recipient has, they keep. */
export async function report(
  deps: DeclineDeps,
  actor: Actor,
  id: string,
  { reason }: BodyOf<typeof reportAssetTransfer>,
): Promise<Record<string, never> | Refusal<RefusalOf<typeof reportAssetTransfer>>> {
  return await inTransaction(deps.db, async (tx): Promise<Record<string, never> | Refusal<RefusalOf<typeof reportAssetTransfer>>> => {
    const at = deps.clock.now()
    const transfer = await lockTransfer(tx, id)
    const aliases = transfer && (await aliasesToBar(tx, deps, actor, transfer, at))
    if (!transfer || !aliases) return refuse('FORBIDDEN')
    const waiting = isWaiting(transfer, at)
    if (!waiting && transfer.status !== 'claimed') return refuse('INVALID_ASSET_TRANSFER_STATUS')
    if (aliases.length === 0) return refuse('INVALID_ASSET_TRANSFER_STATUS')
    const { senderAccountId } = transfer
    for (const alias of aliases) await insertBarredSender(tx, { alias, senderAccountId, at })
    const refs = { assetTransferId: id, senderAccountId, reason }
    await raiseException(tx, { kind: 'asset-transfer-reported', ref: id, refs, at })
    if (waiting) await returnToSender(tx, deps.ledger, transfer, 'declined', at)
    return {}
  })
}

/**
 * Where the caller reads what this sender sends; undefined: they are not the recipient. The link's holder has the transfer's alias, as
 * long as it waits. A recipient who has it already means all their aliases.
 */
async function aliasesToBar(tx: Tx, deps: DeclineDeps, actor: Actor, transfer: TransferRow, at: Date): Promise<string[] | undefined> {
  const waitsFor = transfer.recipientAlias
  if ('assetTransferId' in actor) return waitsFor === null ? [] : [waitsFor]
  const own = await aliasesOf(tx, deps, actor.personId, at)
  if (transfer.recipientPersonId === actor.personId) return own.map(({ alias }) => alias)
  return own.some(({ alias, confirmed }) => confirmed && alias === waitsFor) ? [waitsFor!] : undefined
}
