import type { NewAccount } from '@nikau/ledger'

/** Our account at the bank. */
export const bankAccount: NewAccount = { id: 'bank', unit: 'nzd.main', kind: 'bank clearing' }

/** Our own money at the bank. */
export const ownAccount: NewAccount = { id: 'own:nzd.main', unit: 'nzd.main', kind: 'own' }

/** What a bank has called paid and no statement has shown. */
export const payByBankAccount = (bank: string): NewAccount => ({ id: `pay-by-bank:${bank}:nzd.main`, unit: 'nzd.main', kind: 'bank clearing' })
