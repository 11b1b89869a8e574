import { field } from '@nikau/runtime'
import { z } from 'zod'
import { sendRequest } from '../http.ts'

/** What the bank of an account says about the name that was given for it. `cannot-check`: it takes no part, or did not answer. */
export const payeeChecks = ['match', 'partly', 'no-match', 'no-account', 'cannot-check'] as const
export type PayeeCheck = (typeof payeeChecks)[number]

/** Compares a name with the holder of an account. Has a timeout and does not throw. The bank does not tell the holder's name. */
export interface PayeeChecker {
  check(payee: { number: string; name: string }): Promise<PayeeCheck>
}

/** The shape of PAYEE_CHECK: JSON, the service that asks the banks. Without it nothing can be checked. */
export const payeeCheckEntry = z.strictObject({
  url: z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/\/$/, '')),
  secret: field.secret(),
  timeoutMs: z.int().positive().default(5000),
})

const answer = z.object({ result: z.enum(['match', 'partial', 'no-match', 'unknown-account', 'unavailable']) })
const results: Readonly<Record<z.output<typeof answer>['result'], PayeeCheck>> = {
  match: 'match',
  partial: 'partly',
  'no-match': 'no-match',
  'unknown-account': 'no-account',
  unavailable: 'cannot-check',
}

export function openPayeeCheck(entry: z.output<typeof payeeCheckEntry> | undefined): PayeeChecker {
  return {
    async check({ number, name }) {
      if (!entry) return 'cannot-check'
      const headers = { authorization: `Bearer ${entry.secret.reveal()}`, 'content-type': 'application/json' }
      const response = await sendRequest(
        `${entry.url}/payee-checks`,
        { method: 'POST', headers, body: JSON.stringify({ account: number, name }) },
        entry.timeoutMs,
      )
      const found = 'status' in response && response.status === 200 ? answer.safeParse(response.body).data : undefined
      return found ? results[found.result] : 'cannot-check'
    },
  }
}
