import type { BodyOf } from '@nikau/contract'
import type { createTopUp } from '@nikau/contract/funds-transfers'
import { type Clock, type Db, type Ids, systemClock, type Tx } from '@nikau/runtime'
import type { Person } from '../../http/bind.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { mayActFor } from '../accounts/index.ts'
import { livenessOf } from '../assets/index.ts'
import type { QuotaDeps } from '../quotas/index.ts'
import { walletFor } from '../wallets/index.ts'
import { scheduleSimulation } from './simulate-test-bank.ts'
import { statementCodeFor } from './codes.ts'
import { type NewPayeeWait, referenceOf, type TransferType, type UnverifiedLimits } from './rules.ts'
import { type BankAccountRow, lockAccount, lockBankAccountForTransfer, insertTransfer, selectTransfer, type TransferRow } from './store.ts'

export interface CreateDeps extends QuotaDeps {
  db: Db
  clock: Clock
  ids: Ids
  /** Our authorisation code for direct debits, issued by the bank. */
  authorisationCode: string
  /** How long each step of a transfer takes on a test account, which has no real bank. */
  testStepSeconds: number
  unverifiedLimits: UnverifiedLimits
  newPayee: NewPayeeWait
}

export type TransferBody = BodyOf<typeof createTopUp>

export interface TransferParties {
  wallet: { id: string; accountId: string; type: string }
  bankAccount: BankAccountRow
}

/** Loads the wallet and the bank account, if the person may move money between them. Locks their account and the bank account. */
export async function loadParties(
  tx: Tx,
  person: Person,
  { walletId, bankAuthorityId }: TransferBody,
): Promise<TransferParties | Refusal<'FORBIDDEN' | 'BANK_AUTHORITY_WALLET_MISMATCH' | 'INVALID_WALLET_TYPE'>> {
  const wallet = await walletFor(tx, person, walletId)
  if (wallet) await lockAccount(tx, wallet.accountId)
  const bankAccount = await lockBankAccountForTransfer(tx, bankAuthorityId)
  if (!wallet || !bankAccount || bankAccount.archived || !(await mayActFor(tx, person, bankAccount.accountId))) return refuse('FORBIDDEN')
  if (wallet.accountId !== bankAccount.accountId) return refuse('BANK_AUTHORITY_WALLET_MISMATCH')
  if (wallet.settlement || wallet.status !== 'active' || livenessOf(wallet.type) !== bankAccount.liveness) return refuse('INVALID_WALLET_TYPE')
  return { wallet, bankAccount }
}

/** Inserts the transfer with the posting that consumed its quota. On a test account a job simulates the bank. */
export async function createTransfer(
  tx: Tx,
  deps: CreateDeps,
  input: TransferParties & { id: string; type: TransferType; amount: TransferBody['amount']; personId: string; posting: bigint },
): Promise<TransferRow> {
  const { id, type, wallet, bankAccount } = input
  const at = deps.clock.now()
  await insertTransfer(tx, {
    id,
    type,
    accountId: wallet.accountId,
    walletId: wallet.id,
    bankAccountId: bankAccount.id,
    bank: null,
    liveness: bankAccount.liveness,
    amount: input.amount,
    reference: referenceOf(type, id),
    code: await statementCodeFor(tx, bankAccount.id, deps.ids, at),
    posting: input.posting,
    at,
    by: input.personId,
    sentAt: null,
  })
  if (bankAccount.liveness === 'test') await scheduleSimulation(tx, systemClock, id, deps.testStepSeconds)
  return (await selectTransfer(tx, id))!
}
