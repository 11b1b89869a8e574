import type { Liveness } from '@nikau/contract/amounts'
import { defaultWalletType } from '@nikau/contract/asset-display'
import type { Asset } from '@nikau/contract/assets'
import { type BankAccount, directDebitLimit, listBankAccounts } from '@nikau/contract/bank-accounts'
import { type FundsTransfer, listAccountTopUps, listAccountWithdrawals } from '@nikau/contract/funds-transfers'
import { type TopUpEntry, topUpState } from '@nikau/contract/wallet-activity'
import { add, zero } from '@nikau/money'
import { useMemo } from 'react'
import { type Part, partOf, useAccountId } from './account.ts'
import { useMode } from './account-assets.ts'
import { queryClient, useAnswer } from './hooks.ts'

/** Numbers that begin with 00 are play accounts; only the first digits of a masked number are needed to see it. */
const modeOf = ({ bankAccountNumber }: Pick<BankAccount, 'bankAccountNumber'>): Liveness => (bankAccountNumber.startsWith('00') ? 'test' : 'main')

/** Of what the server lists: accounts of our own kind, not unlinked, of the mode. */
export function linkedAccounts(accounts: readonly BankAccount[], mode: Liveness): BankAccount[] {
  return accounts.filter((account) => account.type === 'nikau' && account.status !== 'archived' && modeOf(account) === mode)
}

/** Money in a wallet and a bank account to send it to. */
export function canWithdraw(assets: readonly Asset[], accounts: readonly BankAccount[], mode: Liveness): boolean {
  const wallets = assets.filter(({ type, status }) => status === 'active' && type === defaultWalletType(mode))
  return add(zero, ...wallets.map(({ balance }) => balance ?? zero)) > 0n && linkedAccounts(accounts, mode).length > 0
}

/** Whether one more account may be linked for direct debit; those without it do not count. */
export function canLinkMore(accounts: readonly BankAccount[]): boolean {
  return accounts.filter(({ directDebitAuthorized }) => directDebitAuthorized).length < directDebitLimit
}

export function useBankAccounts(): Part<BankAccount[]> {
  const mode = useMode()
  const account = useAccountId()
  const answer = useAnswer(listBankAccounts, { params: { accountId: account.data ?? '' } }, { enabled: account.data !== undefined })
  const data = useMemo(() => answer.data && linkedAccounts(answer.data, mode), [answer.data, mode])
  return account.failed ? { ...account, data: undefined } : partOf(data, answer)
}

export function useTopUps(): Part<FundsTransfer[]> {
  const mode = useMode()
  const account = useAccountId()
  const answer = useAnswer(listAccountTopUps, { params: { accountId: account.data ?? '' } }, { enabled: account.data !== undefined })
  const data = useMemo(() => answer.data?.filter(({ liveness }) => liveness === mode), [answer.data, mode])
  return account.failed ? { ...account, data: undefined } : partOf(data, answer)
}

/** Not there yet: on its way, or settled and held until its bank account is verified. */
export const isOnItsWay = ({ status, held }: Pick<FundsTransfer, 'status' | 'held'>): boolean => topUpState(status) === 'pending' || held

/** Top-ups as the list of activity takes them: a held one is not in the wallet, and the other side is the bank account. */
export function useTopUpEntries(): readonly TopUpEntry[] {
  const topUps = useTopUps().data
  const accounts = useBankAccounts().data
  return useMemo(
    () =>
      (topUps ?? []).map((topUp) => ({
        ...topUp,
        status: topUp.held ? 'requested' : topUp.status,
        bankAccountNumber: accounts?.find(({ id }) => id === topUp.bankAccountId || id === topUp.bankAuthorityId)?.bankAccountNumber,
      })),
    [topUps, accounts],
  )
}

/** The server's word on one account stands in the list at once; the list is then read again. */
export function accountChanged(account: BankAccount): void {
  queryClient.setQueriesData<BankAccount[]>({ queryKey: [listBankAccounts.method, listBankAccounts.path] }, (known) => {
    if (!known) return known
    return known.some(({ id }) => id === account.id) ? known.map((one) => (one.id === account.id ? account : one)) : [...known, account]
  })
  fundsChanged()
}

const touched = [listBankAccounts, listAccountTopUps, listAccountWithdrawals]

/** Something was linked, verified or asked for: what lists it is read again. */
export function fundsChanged(): void {
  for (const { method, path } of touched) void queryClient.invalidateQueries({ queryKey: [method, path] })
}
