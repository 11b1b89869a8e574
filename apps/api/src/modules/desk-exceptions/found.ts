import type { ExceptionKind } from '@nikau/contract/desk/exception-kinds'
import type { Evidence } from '@nikau/contract/desk/exceptions'
import type { OrderRow } from './store-evidence.ts'

/** An exception as far as its evidence needs it. */
export interface Subject {
  kind: ExceptionKind
  ref: string
  refs: Readonly<Record<string, string>>
  amount: bigint | null
  openedAt: Date
}

/** The evidence, and what was found on the way that the exception does not name. */
export interface Found {
  evidence: Evidence
  order?: OrderRow
  accountId?: string
  bankPaymentId?: string
}
