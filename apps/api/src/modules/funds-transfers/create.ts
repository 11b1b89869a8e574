import type { BodyOf } from '@nikau/contract'
import type { createTopUp } from '@nikau/contract/funds-transfers'
import { type Clock, type Db, type Ids, systemClock, type Tx } from '@nikau/runtime'
import type { Person } from '../../http/bind.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { mayActFor } from '../accounts/index.ts'
import { livenessOf } from '../assets/index.ts'
import type { QuotaMeans } from '../quotas/index.ts'
import { walletFor } from '../wallets/index.ts'
import { advanceLater } from './advance.ts'
import { codeOf, referenceOf, type TransferType } from './rules.ts'
import { type BankAccountRow, holdBankAccount, insertTransfer, selectTransfer, type TransferRow } from './store.ts'

export interface CreateMeans extends QuotaMeans {
  db: Db
  clock: Clock
  ids: Ids
  /** The code under which the bank has authorised us to debit. */
  authorisationCode: string
  /** How long each step of a transfer takes on a test account, behind which there is no bank. */
  testStepSeconds: number
}

export type Move = BodyOf<typeof createTopUp>

export interface Sides {
  wallet: { id: string; accountId: string; type: string }
  bankAccount: BankAccountRow
}

/** Both ends of a transfer, if the person may move money between them. The bank account is held until the transaction ends. */
export async function sidesOf(
  tx: Tx,
  person: Person,
  { walletId, bankAuthorityId }: Move,
): Promise<Sides | Refusal<'FORBIDDEN' | 'BANK_AUTHORITY_WALLET_MISMATCH' | 'INVALID_WALLET_TYPE'>> {
  const wallet = await walletFor(tx, person, walletId)
  const bankAccount = await holdBankAccount(tx, bankAuthorityId)
  if (!wallet || !bankAccount || bankAccount.archived || !(await mayActFor(tx, person, bankAccount.accountId))) return refuse('FORBIDDEN')
  if (wallet.accountId !== bankAccount.accountId) return refuse('BANK_AUTHORITY_WALLET_MISMATCH')
  if (wallet.settlement || wallet.status !== 'active' || livenessOf(wallet.type) !== bankAccount.liveness) return refuse('INVALID_WALLET_TYPE')
  return { wallet, bankAccount }
}

/** Writes the transfer down, with the posting that counted it. On a test account a job plays the bank. */
export async function write(
  tx: Tx,
  means: CreateMeans,
  of: Sides & { id: string; type: TransferType; amount: Move['amount']; personId: string; posting: bigint },
): Promise<TransferRow> {
  const { id, type, wallet, bankAccount } = of
  await insertTransfer(tx, {
    id,
    type,
    accountId: wallet.accountId,
    walletId: wallet.id,
    bankAccountId: bankAccount.id,
    liveness: bankAccount.liveness,
    amount: of.amount,
    reference: referenceOf(type, id),
    code: codeOf(means.ids.public()),
    posting: of.posting,
    at: means.clock.now(),
    by: of.personId,
  })
  if (bankAccount.liveness === 'test') await advanceLater(tx, systemClock, id, means.testStepSeconds)
  return (await selectTransfer(tx, id))!
}
