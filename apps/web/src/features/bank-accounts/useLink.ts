import { type BankAccount, type directDebitAuthority, linkBankAccount, listBankAccounts } from '@nikau/contract/bank-accounts'
import { maskAccountNumber, parseAccountNumber } from '@nikau/contract/bank-account-number'
import type * as z from 'zod/mini'
import { useAccountId } from '../../lib/account.ts'
import { call, CallError } from '../../lib/call.ts'
import { accountChanged, useBankAccounts } from '../../lib/funds.ts'
import { useCall } from '../../lib/hooks.ts'
import { type KnownProfile, useProfile } from '../../lib/profile.ts'
import type { LinkModalState } from './LinkModal.tsx'

/** Who gives the authority, as the bank is told. */
export function authorityOf({ phone, fullName, email }: KnownProfile): z.output<typeof directDebitAuthority> {
  return { phoneNumber: phone ?? '', fullName: fullName ?? '', emailAddress: email ?? '' }
}

/** The code that a modal speaks of; what is no refusal of the server has none of its own. */
export const codeOf = (error: unknown): string => (error instanceof CallError ? error.code : 'UNKNOWN')

interface Wanted {
  bankAccountName: string
  bankAccountNumber: string
  directDebit: boolean
}

/** Links an account and answers the modal that follows. */
export function useLink(): { link: (wanted: Wanted) => Promise<LinkModalState>; linking: boolean } {
  const account = useAccountId()
  const profile = useProfile()
  const before = useBankAccounts()
  const calling = useCall(linkBankAccount)
  const link = async ({ bankAccountName, bankAccountNumber, directDebit }: Wanted): Promise<LinkModalState> => {
    const accountId = account.data
    if (accountId === undefined) return { kind: 'refused', code: 'UNKNOWN' }
    const body = { accountId, bankAccountName, bankAccountNumber, ...(directDebit && { directDebitAuthority: authorityOf(profile) }) }
    try {
      const linked = await calling.mutateAsync({ body })
      accountChanged(linked)
      return { kind: 'linked', id: linked.id }
    } catch (error) {
      const code = codeOf(error)
      const linked = code === 'DUPLICATE_BANK_ACCOUNT' && before.data ? await linkedAfterAll(accountId, bankAccountNumber, before.data) : undefined
      if (linked === undefined) return { kind: 'refused', code }
      accountChanged(linked)
      return { kind: 'linked', id: linked.id }
    }
  }
  return { link, linking: calling.isPending }
}

/**
 * A call is tried again when its answer was lost, and then the first try may have linked the account: what was not there when
 * the form was sent and is there now is no duplicate.
 */
async function linkedAfterAll(accountId: string, number: string, before: readonly BankAccount[]): Promise<BankAccount | undefined> {
  const parsed = parseAccountNumber(number)
  if (parsed === undefined) return undefined
  const masked = maskAccountNumber(parsed)
  const now = await call(listBankAccounts, { params: { accountId } }).catch(() => []) // then it stays a duplicate
  return now.find(({ id, status, bankAccountNumber }) => status !== 'archived' && bankAccountNumber === masked && !before.some((known) => known.id === id))
}
