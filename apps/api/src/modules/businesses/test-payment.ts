import type { AnswerOf } from '@nikau/contract'
import type { createTestPayment } from '@nikau/contract/businesses'
import { cents } from '@nikau/money'
import type { Person } from '../../http/bind.ts'
import { inTransaction, Refusal, refuse } from '../../http/refusal.ts'
import { mayActFor } from '../accounts/index.ts'
import { type CreateDeps, createRequestInTransaction } from '../payment-requests/index.ts'
import { selectTestConfig } from './store.ts'

type Refused = 'FORBIDDEN' | 'NO_AVAILABLE_PAYMENT_OPTIONS'

/** A dollar of test money, requested as a till of the shop would. */
export async function requestTestPayment(deps: CreateDeps, person: Person, accountId: string): Promise<AnswerOf<typeof createTestPayment> | Refusal<Refused>> {
  return await inTransaction(deps.db, async (tx): Promise<AnswerOf<typeof createTestPayment> | Refusal<Refused>> => {
    if (!(await mayActFor(tx, person, accountId, 'payments:write'))) return refuse('FORBIDDEN')
    const config = await selectTestConfig(tx, accountId)
    if (!config) return refuse('NO_AVAILABLE_PAYMENT_OPTIONS')
    const till = {
      accountId,
      accountName: config.accountName,
      keyName: 'test-payment',
      rights: 'merchant-terminal' as const,
      liveness: 'test' as const,
      test: true,
    }
    const request = await createRequestInTransaction(tx, deps, till, { configId: config.configId, value: { amount: cents(100), currency: 'NZD' } })
    if (!(request instanceof Refusal)) return { paymentRequestId: request.id, url: request.url }
    if (request.code === 'NO_AVAILABLE_PAYMENT_OPTIONS') return refuse(request.code)
    throw new Error(`test payment not requested: ${request.code}`)
  })
}
