import type { NewAccount } from '@nikau/ledger'

/** What has left wallets for bank accounts and is not settled at the bank, together with withdrawals. */
export const payoutsAccount: NewAccount = { id: 'payouts:nzd.main', unit: 'nzd.main', kind: 'payouts', floor: 0n }
export const bankAccount: NewAccount = { id: 'bank', unit: 'nzd.main', kind: 'bank clearing' }
/** The cents that we send to check bank accounts are our cost. */
export const checksAccount: NewAccount = { id: 'costs:account-checks', unit: 'nzd.main', kind: 'costs' }
