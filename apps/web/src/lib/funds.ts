import type { Liveness } from '@nikau/contract/amounts'
import { defaultWalletType } from '@nikau/contract/asset-display'
import type { Asset } from '@nikau/contract/assets'
import { type BankAccount, maxDirectDebitAccounts, listBankAccounts } from '@nikau/contract/bank-accounts'
import { type FundsTransfer, listAccountWithdrawals, listTopUps } from '@nikau/contract/funds-transfers'
import { oneOffBankNames } from '@nikau/contract/one-off-banks'
import { topUpState } from '@nikau/contract/wallet-activity'
import type { TopUpEntry } from './wallet-activities.ts'
import { add, zero } from '@nikau/money'
import { useMemo } from 'react'
import { useAccountId } from './account.ts'
import { type AsyncData, dependsOn, isLoading, toAsyncData } from './async-data.ts'
import { useMode } from './mode.ts'
import { queryClient, useEndpointQuery } from './endpoint-hooks.ts'

/** Account numbers that start with 00 are test accounts; a masked number shows those digits. */
const livenessOf = ({ bankAccountNumber }: Pick<BankAccount, 'bankAccountNumber'>): Liveness => (bankAccountNumber.startsWith('00') ? 'test' : 'main')

/** The accounts of the mode that are linked to this wallet. */
export function linkedAccounts(accounts: readonly BankAccount[], mode: Liveness): BankAccount[] {
  return accounts.filter((account) => account.type === 'nikau' && account.status !== 'archived' && livenessOf(account) === mode)
}

/** There is money in a wallet and a bank account to pay it into. */
export function canWithdraw(assets: readonly Asset[], accounts: readonly BankAccount[], mode: Liveness): boolean {
  const wallets = assets.filter(({ type, status }) => status === 'active' && type === defaultWalletType(mode))
  return add(zero, ...wallets.map(({ balance }) => balance ?? zero)) > 0n && linkedAccounts(accounts, mode).length > 0
}

/** Whether another account may be linked for direct debit; accounts without direct debit do not count. */
export function canLinkMore(accounts: readonly BankAccount[]): boolean {
  return accounts.filter(({ directDebitAuthorized }) => directDebitAuthorized).length < maxDirectDebitAccounts
}

export function useBankAccounts(): AsyncData<BankAccount[]> {
  const mode = useMode()
  const account = useAccountId()
  const query = useEndpointQuery(listBankAccounts, { params: { accountId: account.data ?? '' } }, { enabled: account.data !== undefined })
  const data = useMemo(() => query.data && linkedAccounts(query.data, mode), [query.data, mode])
  return dependsOn(account, toAsyncData(data, query))
}

export function useTopUps(): AsyncData<FundsTransfer[]> {
  const mode = useMode()
  const account = useAccountId()
  // The call answers the top-ups of every account that the user owns; the screens show those of one.
  const query = useEndpointQuery(listTopUps, {}, { enabled: account.data !== undefined })
  const data = useMemo(() => query.data?.filter(({ accountId, liveness }) => accountId === account.data && liveness === mode), [query.data, account.data, mode])
  return dependsOn(account, toAsyncData(data, query))
}

/** Not in the wallet yet: with the bank, or settled and held until the bank account is verified. */
export const isPendingTransfer = ({ status, held }: Pick<FundsTransfer, 'status' | 'held'>): boolean => topUpState(status) === 'pending' || held

/** Loaded by the rows of withdrawals that may still be on their way. */
export function useWithdrawals(): AsyncData<FundsTransfer[]> {
  const account = useAccountId()
  const query = useEndpointQuery(listAccountWithdrawals, { params: { accountId: account.data ?? '' } }, { enabled: account.data !== undefined })
  return dependsOn(account, toAsyncData(query.data?.items, query))
}

/** Top-ups as entries of the activity list. A held top-up counts as requested, because its money is not in the wallet. */
export function useTopUpEntries(): readonly TopUpEntry[] | undefined {
  const [topUps, accounts] = [useTopUps(), useBankAccounts()]
  const entries = useMemo(
    () =>
      (topUps.data ?? []).map((topUp) => ({
        ...topUp,
        status: topUp.held ? 'requested' : topUp.status,
        bankAccountNumber:
          topUp.bank !== undefined
            ? oneOffBankNames[topUp.bank]
            : accounts.data?.find(({ id }) => id === topUp.bankAccountId || id === topUp.bankAuthorityId)?.bankAccountNumber,
      })),
    [topUps.data, accounts.data],
  )
  return isLoading(topUps) || isLoading(accounts) ? undefined : entries
}

/** Puts the account that the server returned into the cached list, and refetches the list. */
export function updateBankAccountCache(account: BankAccount): void {
  queryClient.setQueriesData<BankAccount[]>({ queryKey: [listBankAccounts.method, listBankAccounts.path] }, (cached) => {
    if (!cached) return cached
    return cached.some(({ id }) => id === account.id) ? cached.map((item) => (item.id === account.id ? account : item)) : [...cached, account]
  })
  invalidateFunds()
}

const fundsLists = [listBankAccounts, listTopUps, listAccountWithdrawals]

/** After a bank account or a transfer changed. */
export function invalidateFunds(): void {
  for (const { method, path } of fundsLists) void queryClient.invalidateQueries({ queryKey: [method, path] })
}
