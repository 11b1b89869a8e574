import type { ExceptionKind } from '@nikau/contract/desk/exception-kinds'
import type { Evidence } from '@nikau/contract/desk/exceptions'
import type { Db } from '@nikau/runtime'
import { fileEvidence, refusedOrderEvidence, resultEvidence, statementEvidence } from './evidence-orders.ts'
import { otherEvidence } from './evidence-others.ts'
import { bankPaymentEvidence, cardEvidence, issuerEvidence } from './evidence-payments.ts'
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

type Evidencer = (db: Db, subject: Subject) => Promise<Found>

/** By the beginning of the kind, the longest first. */
const families: readonly (readonly [string, Evidencer])[] = [
  ['statement-', statementEvidence],
  ['bank-file-', fileEvidence],
  ['bank-order-', refusedOrderEvidence],
  ['bank-result', resultEvidence],
  ['bank-settlement-', resultEvidence],
  ['bank-payment-', bankPaymentEvidence],
  ['bank-refund-', bankPaymentEvidence],
  ['card-', cardEvidence],
  ['issuer-', issuerEvidence],
]

/** What there is to look at: up to three sources beside one another (DESK-45). */
export async function findEvidence(db: Db, subject: Subject): Promise<Found> {
  const evidencer = otherEvidence[subject.kind] ?? families.find(([start]) => subject.kind.startsWith(start))?.[1]
  if (!evidencer) throw new Error(`no evidence for ${subject.kind}`)
  return await evidencer(db, subject)
}
