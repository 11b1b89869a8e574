import { type BankAccount, type directDebitAuthority, linkBankAccount, listBankAccounts } from '@nikau/contract/bank-accounts'
import { maskAccountNumber, parseAccountNumber } from '@nikau/nz/bank-account-number'
import type * as z from 'zod/mini'
import { useAccountId } from '../../lib/account.ts'
import { CallError } from '../../lib/call-error.ts'
import { call } from '../../lib/call.ts'
import { updateBankAccountCache, useBankAccounts } from '../../lib/funds.ts'
import { useEndpointMutation } from '../../lib/endpoint-hooks.ts'
import { type UserProfile, useProfile } from '../../lib/profile.ts'
import type { LinkModalState } from './LinkModal.tsx'

/** The account holder's details for the bank. */
export function toDirectDebitAuthority({ phone, fullName, email }: UserProfile): z.output<typeof directDebitAuthority> {
  return { phoneNumber: phone ?? '', fullName: fullName ?? '', emailAddress: email ?? '' }
}

/** The server's refusal code; UNKNOWN for any other failure. */
export const refusalCode = (error: unknown): string => (error instanceof CallError ? error.code : 'UNKNOWN')

interface LinkInput {
  bankAccountName: string
  bankAccountNumber: string
  directDebit: boolean
}

/** Links an account and returns the modal to show next. */
export function useLinkBankAccount(): { link: (input: LinkInput) => Promise<LinkModalState>; linking: boolean } {
  const account = useAccountId()
  const profile = useProfile()
  const before = useBankAccounts()
  const linkCall = useEndpointMutation(linkBankAccount)
  const link = async ({ bankAccountName, bankAccountNumber, directDebit }: LinkInput): Promise<LinkModalState> => {
    const accountId = account.data
    if (accountId === undefined) return { kind: 'refused', code: 'UNKNOWN' }
    const body = { accountId, bankAccountName, bankAccountNumber, ...(directDebit && { directDebitAuthority: toDirectDebitAuthority(profile) }) }
    try {
      const linked = await linkCall.mutateAsync({ body })
      updateBankAccountCache(linked)
      return { kind: 'linked', id: linked.id }
    } catch (error) {
      const code = refusalCode(error)
      const linked = code === 'DUPLICATE_BANK_ACCOUNT' && before.data ? await findAccountLinkedByLostCall(accountId, bankAccountNumber, before.data) : undefined
      if (linked === undefined) return { kind: 'refused', code }
      updateBankAccountCache(linked)
      return { kind: 'linked', id: linked.id }
    }
  }
  return { link, linking: linkCall.isPending }
}

/**
 * A call whose response was lost is retried, and the first attempt may have linked the account: an account that was not listed
 * when the form was sent and is listed now is not a duplicate.
 */
async function findAccountLinkedByLostCall(accountId: string, number: string, before: readonly BankAccount[]): Promise<BankAccount | undefined> {
  const parsed = parseAccountNumber(number)
  if (parsed === undefined) return undefined
  const masked = maskAccountNumber(parsed)
  const now = await call(listBankAccounts, { params: { accountId } }).catch(() => []) // report a duplicate
  return now.find(({ id, status, bankAccountNumber }) => status !== 'archived' && bankAccountNumber === masked && !before.some((known) => known.id === id))
}
