import type { NewAccount } from '@nikau/ledger'
import { ownAccount } from '../bank-files/index.ts'

export { ownAccount } from '../bank-files/index.ts'
/** What we have lost: written off, or paid for somebody's mistake. */
export const lossesAccount: NewAccount = { id: 'losses:nzd.main', unit: 'nzd.main', kind: 'losses' }

/** What belongs to somebody without a wallet: a stranger, or the owner of a closed account. */
export const unclaimedAccount: NewAccount = { id: 'unclaimed:nzd.main', unit: 'nzd.main', kind: 'unclaimed', floor: 0n }
/** Accounts that operators alone use: opened when they first do. */
export const operatorAccounts: readonly NewAccount[] = [ownAccount, lossesAccount, unclaimedAccount]

/** Kinds of ledger accounts that an operator may debit or credit; never a counter, a token, a request or money on its way. */
export const adjustableKinds: ReadonlySet<string> = new Set(['wallet', 'settlement', 'surplus', 'card refunds', 'fees', 'gst', 'own', 'losses', 'unclaimed'])
/** Kinds that an operator may send to a bank account. */
export const payableKinds: ReadonlySet<string> = new Set(['own', 'unclaimed'])
