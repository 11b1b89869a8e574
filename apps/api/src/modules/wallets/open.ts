import type { BodyOf } from '@nikau/contract'
import type { Asset } from '@nikau/contract/assets'
import { type createWallet, isSettlementWallet } from '@nikau/contract/wallets'
import type { Ledger } from '@nikau/ledger'
import type { Clock, Db, Ids, Tx } from '@nikau/runtime'
import type { Person } from '../../http/bind.ts'
import { inTransaction, type Refusal, refuse } from '../../http/refusal.ts'
import { mayActFor } from '../accounts/index.ts'
import { insertAsset, ledgerAccountOf, livenessOf, presentAsset, selectSpendableWallet, unitOf } from '../assets/index.ts'
import { maxSettlementWallets } from './rules.ts'
import { countSettlementWallets, lockAccount } from './store.ts'

export interface OpenDeps {
  db: Db
  ledger: Ledger
  clock: Clock
  ids: Ids
}

type NewWallet = BodyOf<typeof createWallet>

export async function open(deps: OpenDeps, person: Person, body: NewWallet) {
  if (!(await mayActFor(deps.db, person, body.accountId))) return refuse('FORBIDDEN')
  return await openWallet(deps, body, `crn::user:${person.personId}`)
}

/**
 * Opens a wallet. An account has one spendable wallet per ledger: repeated and concurrent calls return the existing one. Each call for
 * a settlement wallet opens another one, up to a limit.
 */
export async function openWallet(deps: OpenDeps, wallet: NewWallet, createdBy: string): Promise<Asset | Refusal<Refused>> {
  return await inTransaction(deps.db, (tx) => openWalletInTransaction(tx, deps, wallet, createdBy))
}

type Refused = 'FORBIDDEN' | 'LIVENESS_MISMATCH' | 'ACCOUNT_MAX_WALLETS_REACHED'

/** The same in the caller's transaction. */
export async function openWalletInTransaction(
  tx: Tx,
  { ledger, clock, ids }: Omit<OpenDeps, 'db'>,
  { accountId, ledgerId: type, settlement }: NewWallet,
  createdBy: string,
): Promise<Asset | Refusal<Refused>> {
  const account = await lockAccount(tx, accountId)
  if (!account || account.closed) return refuse('FORBIDDEN')
  if (account.test && livenessOf(type) !== 'test') return refuse('LIVENESS_MISMATCH')
  const forSettlement = isSettlementWallet(account.type, settlement)
  if (!forSettlement) {
    const existing = await selectSpendableWallet(tx, accountId, type)
    if (existing) return await presentAsset({ db: tx, clock }, existing)
  } else if ((await countSettlementWallets(tx, accountId, type)) >= maxSettlementWallets) {
    return refuse('ACCOUNT_MAX_WALLETS_REACHED')
  }
  const id = ids.public()
  await insertAsset(tx, { id, accountId, category: 'money', type, settlement: forSettlement, at: clock.now(), createdBy })
  const kind = forSettlement ? 'settlement' : 'wallet'
  const common = { unit: unitOf(type), owner: accountId, floor: 0n }
  await ledger.openAccount(tx, { id: ledgerAccountOf(id), kind, ...common })
  // Each merchant has its own accounts of fees, so that payments to different merchants need no common account.
  if (forSettlement) await ledger.openAccounts(tx, ['fees', 'gst'].map((name) => ({ id: `${name}:${id}`, kind: name, ...common }))) // prettier-ignore
  return await presentAsset({ db: tx, clock }, id)
}
