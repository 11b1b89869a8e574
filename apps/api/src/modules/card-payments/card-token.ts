import type { Vault } from '@nikau/runtime'

/** The card company's token for a card, as a session or a payment stores it: sealed with the row's id as owner. */
export interface StoredCardToken {
  sealedCardToken: Buffer | null
  cardTokenKeyId: string | null
  /** Written by the release before. */
  plainCardToken: string | null
}

export function openCardToken(vault: Vault, row: StoredCardToken & { id: string }): string {
  const { sealedCardToken: sealed, cardTokenKeyId: keyId } = row
  if (sealed && keyId !== null) return vault.open({ sealed, keyId }, row.id)
  if (row.plainCardToken === null) throw new Error(`card token of ${row.id} was removed`)
  return row.plainCardToken
}
