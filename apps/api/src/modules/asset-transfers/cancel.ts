import type { RefusalOf } from '@nikau/contract'
import type { AssetTransfer, cancelAssetTransfer, remindAssetTransfer } from '@nikau/contract/asset-transfers'
import type { Ledger } from '@nikau/ledger'
import type { Clock, Db, Tx } from '@nikau/runtime'
import type { Person } from '../../http/bind.ts'
import { inTransaction, Refusal, refuse } from '../../http/refusal.ts'
import { mayActFor } from '../accounts/index.ts'
import type { LinkDeps } from './links.ts'
import { queueReminder } from './messages.ts'
import { type PresentDeps, toTransfer } from './present.ts'
import { returnToSender } from './return.ts'
import { isWaiting, mayResend } from './rules.ts'
import { lockTransfer, selectTransfer, type TransferRow, updateResent } from './store.ts'

export interface SenderDeps extends LinkDeps, PresentDeps {
  db: Db
  ledger: Ledger
  clock: Clock
}

/** The sender recalls what is not claimed yet. */
export async function cancel(deps: SenderDeps, person: Person, id: string): Promise<AssetTransfer | Refusal<RefusalOf<typeof cancelAssetTransfer>>> {
  return await asSender(deps, person, id, async (tx, transfer, at) => {
    await returnToSender(tx, deps.ledger, transfer, 'cancelled', at)
    return undefined
  })
}

/** The sender has the message sent again: three times in all, once a day. */
export async function resend(deps: SenderDeps, person: Person, id: string): Promise<AssetTransfer | Refusal<RefusalOf<typeof remindAssetTransfer>>> {
  return await asSender(deps, person, id, async (tx, transfer, at) => {
    if (transfer.byLink) return refuse('INVALID_ASSET_TRANSFER_STATUS')
    if (!mayResend(transfer, at)) return refuse('REMINDER_LIMIT_REACHED')
    await updateResent(tx, id, at)
    await queueReminder(tx, deps, transfer, transfer.resends + 1)
    return undefined
  })
}

/** Unknown ids return FORBIDDEN, as for another person's transfer. */
async function asSender<Code extends string>(
  deps: SenderDeps,
  person: Person,
  id: string,
  act: (tx: Tx, transfer: TransferRow, at: Date) => Promise<Refusal<Code> | undefined>,
): Promise<AssetTransfer | Refusal<Code | 'FORBIDDEN' | 'INVALID_ASSET_TRANSFER_STATUS'>> {
  return await inTransaction(deps.db, async (tx): Promise<AssetTransfer | Refusal<Code | 'FORBIDDEN' | 'INVALID_ASSET_TRANSFER_STATUS'>> => {
    const transfer = await lockTransfer(tx, id)
    if (!transfer || !(await mayActFor(tx, person, transfer.senderAccountId))) return refuse('FORBIDDEN')
    const at = deps.clock.now()
    if (!isWaiting(transfer, at)) return refuse('INVALID_ASSET_TRANSFER_STATUS')
    const refused = await act(tx, transfer, at)
    return refused ?? toTransfer(deps, (await selectTransfer(tx, id))!, 'sent', at)
  })
}
