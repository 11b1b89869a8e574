import type { LineItem, TillTender } from '@nikau/contract/payment-requests'
import type { Cents } from '@nikau/money'

/** A sale by cash or EFTPOS that was taken without a connection. It is kept on the device until the server has it. */
export interface Note {
  id: string
  /** Notes are sent in this order. */
  number: number
  /** The till that took it: no other one sends it. */
  tillId: string
  configId: string
  deviceId: string
  liveness: 'main' | 'test'
  /** What was due; cash is rounded by the server. */
  amount: Cents
  tender: TillTender
  lineItems: readonly LineItem[]
  /** In ISO 8601. */
  at: string
  by: { personId: string; name: string }
  /** How many requests were made for it. Only a request that has ended without being paid is followed by another. */
  attempt: number
  /** A call was made: it may have arrived, so the note cannot be taken back any more. */
  isStarted?: true | undefined
  /** Why the server does not take it. It stays until somebody sends it again or removes it. */
  refusal?: { code: string; body: Readonly<Record<string, unknown>> } | undefined
}

export const maxNotes = 200

/** What a person decides about a sale; the rest is known. */
export type NewNote = Omit<Note, 'id' | 'number' | 'attempt' | 'isStarted' | 'refusal'>
