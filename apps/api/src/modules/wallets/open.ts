import type { BodyOf } from '@nikau/contract'
import type { Asset } from '@nikau/contract/assets'
import { type createWallet, opensAsSettlement } from '@nikau/contract/wallets'
import type { Ledger } from '@nikau/ledger'
import type { Clock, Db, Ids, Tx } from '@nikau/runtime'
import type { Person } from '../../http/bind.ts'
import { inTransaction, type Refusal, refuse } from '../../http/refusal.ts'
import { mayActFor } from '../accounts/index.ts'
import { insertAsset, ledgerAccountOf, livenessOf, shown, spendableWallet, unitOf } from '../assets/index.ts'
import { mostSettlementWallets } from './rules.ts'
import { countSettlementWallets, lockHolder } from './store.ts'

export interface OpenMeans {
  db: Db
  ledger: Ledger
  clock: Clock
  ids: Ids
}

type NewWallet = BodyOf<typeof createWallet>

export async function open(means: OpenMeans, person: Person, body: NewWallet) {
  if (!(await mayActFor(means.db, person, body.accountId))) return refuse('FORBIDDEN')
  return await openWallet(means, body, `crn::user:${person.personId}`)
}

/**
 * Opens a wallet. An account spends from one wallet per ledger: asking for it again, or by ten at the same moment, answers the
 * one there is. Settlement wallets are opened as often as they are asked for, up to a limit.
 */
export async function openWallet(means: OpenMeans, wallet: NewWallet, createdBy: string): Promise<Asset | Refusal<Refused>> {
  return await inTransaction(means.db, (tx) => openWalletIn(tx, means, wallet, createdBy))
}

type Refused = 'FORBIDDEN' | 'LIVENESS_MISMATCH' | 'ACCOUNT_MAX_WALLETS_REACHED'

/** The same in a transaction of the caller's. */
export async function openWalletIn(
  tx: Tx,
  { ledger, clock, ids }: Omit<OpenMeans, 'db'>,
  { accountId, ledgerId: type, settlement }: NewWallet,
  createdBy: string,
): Promise<Asset | Refusal<Refused>> {
  const holder = await lockHolder(tx, accountId)
  if (!holder) return refuse('FORBIDDEN')
  if (holder.test && livenessOf(type) !== 'test') return refuse('LIVENESS_MISMATCH')
  const forSettlement = opensAsSettlement(holder.type, settlement)
  if (!forSettlement) {
    const earlier = await spendableWallet(tx, accountId, type)
    if (earlier) return await shown({ db: tx, clock }, earlier)
  } else if ((await countSettlementWallets(tx, accountId, type)) >= mostSettlementWallets) {
    return refuse('ACCOUNT_MAX_WALLETS_REACHED')
  }
  const id = ids.public()
  await insertAsset(tx, { id, accountId, category: 'money', type, settlement: forSettlement, at: clock.now(), createdBy })
  const kind = forSettlement ? 'settlement' : 'wallet'
  await ledger.openAccount(tx, { id: ledgerAccountOf(id), unit: unitOf(type), kind, owner: accountId, floor: 0n })
  return await shown({ db: tx, clock }, id)
}
