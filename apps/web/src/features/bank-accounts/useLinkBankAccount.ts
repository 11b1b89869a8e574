import { type BankAccount, type directDebitAuthority, linkBankAccount, listBankAccounts } from '@nikau/contract/bank-accounts'
import { maskAccountNumber, parseAccountNumber } from '@nikau/nz/bank-account-number'
import type * as z from 'zod/mini'
import { useAccountId } from '../../lib/account.ts'
import { CallError } from '../../lib/call-error.ts'
import { callWithRetries } from '../../lib/call-with-retries.ts'
import { updateBankAccountCache, useBankAccounts } from '../../lib/funds.ts'
import { useEndpointMutation } from '../../lib/endpoint-hooks.ts'
import { type UserProfile, useProfile } from '../../lib/profile.ts'
import { isStepUpCancelled } from '../../lib/step-up.ts'
import type { LinkModalState } from './LinkModal.tsx'

/** The account holder's details for the bank. */
export function toDirectDebitAuthority({ phone, fullName, email }: UserProfile): z.output<typeof directDebitAuthority> {
  return { phoneNumber: phone ?? '', fullName: fullName ?? '', emailAddress: email ?? '' }
}

/** The server's refusal; UNKNOWN for any other failure. */
export const toCallError = (error: unknown): CallError => (error instanceof CallError ? error : new CallError(0, 'UNKNOWN'))

interface LinkInput {
  bankAccountName: string
  bankAccountNumber: string
  directDebit: boolean
}

/** Links an account and returns the modal to show next; none when the person did not confirm who they are. */
export function useLinkBankAccount(): { link: (input: LinkInput) => Promise<LinkModalState | undefined>; linking: boolean } {
  const account = useAccountId()
  const profile = useProfile()
  const before = useBankAccounts()
  const linkCall = useEndpointMutation(linkBankAccount)
  const link = async ({ bankAccountName, bankAccountNumber, directDebit }: LinkInput): Promise<LinkModalState | undefined> => {
    const accountId = account.data
    if (accountId === undefined) return { kind: 'refused', error: toCallError(undefined) }
    const body = { accountId, bankAccountName, bankAccountNumber, ...(directDebit && { directDebitAuthority: toDirectDebitAuthority(profile) }) }
    try {
      const linked = await linkCall.mutateAsync({ body })
      updateBankAccountCache(linked)
      return { kind: 'linked', id: linked.id }
    } catch (error) {
      if (isStepUpCancelled(error)) return undefined
      const refused = toCallError(error)
      const linked =
        refused.code === 'DUPLICATE_BANK_ACCOUNT' && before.data ? await findAccountLinkedByLostCall(accountId, bankAccountNumber, before.data) : undefined
      if (linked === undefined) return { kind: 'refused', error: refused }
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
  const now = await callWithRetries(listBankAccounts, { params: { accountId } }).catch(() => []) // report a duplicate
  return now.find(({ id, status, bankAccountNumber }) => status !== 'archived' && bankAccountNumber === masked && !before.some((known) => known.id === id))
}
