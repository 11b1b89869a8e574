import type { Db } from '@nikau/runtime'
import { fileEvidence, refusedOrderEvidence, resultEvidence, statementEvidence } from './evidence-orders.ts'
import { otherEvidence } from './evidence-others.ts'
import { bankPaymentEvidence, cardEvidence, issuerEvidence } from './evidence-payments.ts'
import type { Found, Subject } from './found.ts'

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
