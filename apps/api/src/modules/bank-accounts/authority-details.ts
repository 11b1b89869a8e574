import type { Sealed, Vault } from '@nikau/runtime'

/** Who gave a direct debit authority, as they stated it: part of the proof that a debit was authorised. */
export interface AuthorityDetails {
  fullName: string
  phone: string
  email: string
}

/** Apart from the number, which is sealed for the bank account's id. */
export const detailsOwner = (bankAccountId: string) => `direct-debit-authority:${bankAccountId}`

export const sealDetails = (vault: Vault, bankAccountId: string, details: AuthorityDetails): Sealed =>
  vault.seal(JSON.stringify(details), detailsOwner(bankAccountId))

export const openDetails = (vault: Vault, bankAccountId: string, sealed: Sealed): AuthorityDetails =>
  JSON.parse(vault.open(sealed, detailsOwner(bankAccountId))) as AuthorityDetails
