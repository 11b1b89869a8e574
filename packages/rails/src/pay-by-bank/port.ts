import type { Cents } from '@nikau/money'
import type { Secret } from '@nikau/runtime'

/**
 * What became of a call to a bank. `done`: the bank did it and said so. `refused`: the bank said no, and will say so again.
 * `unknown`: it may or may not have been done (no answer, no sense in the answer, a server in trouble); only the same call with
 * the same key finds out. `why` is made of codes and statuses, for it is stored and logged.
 */
export type BankOutcome<T> = { outcome: 'done'; value: T } | { outcome: 'refused'; why: string } | { outcome: 'unknown'; why: string }

/** One payment as the customer agrees to it: said to the bank twice, for the consent and for the payment, in the same words. */
export interface BankOrder {
  /** Unguessable, up to 34 characters: the state of the way back, and the key of both calls. */
  id: string
  amount: Cents
  /** Whom the customer pays, as their bank shows it. */
  payee: string
  /** On the statements of both sides, each up to 12 characters. */
  code: string
  reference: string
}

/** Where the customer comes back to, and what only the right answer carries. */
export interface BankReturn {
  consentId: string
  state: string
  nonce: string
  redirectUri: string
}

/** `pending` and `accepted`: the last word is still to come. `completed`: the money has arrived. `rejected`: it never will. */
export type BankPaymentStatus = 'pending' | 'accepted' | 'completed' | 'rejected'
export type BankConsentStatus = 'awaiting' | 'authorised' | 'consumed' | 'rejected'

/** Pays straight from a customer's bank account. Every call ends in bounded time, and none of them throws for what a bank does. */
export interface PayByBank {
  createConsent(order: BankOrder): Promise<BankOutcome<{ consentId: string }>>
  /** Where the customer's browser goes to agree. */
  authorizationUrl(back: BankReturn): Promise<BankOutcome<string>>
  /** Whether an id token that came back by the browser is this bank's, for this payment and this code. */
  checkReturn(back: BankReturn, given: { code: string; idToken: string }): Promise<BankOutcome<undefined>>
  /** Uses the code up. */
  exchange(back: BankReturn, code: string): Promise<BankOutcome<{ token: Secret }>>
  initiate(order: BankOrder, consentId: string, token: Secret): Promise<BankOutcome<{ paymentId: string; status: BankPaymentStatus }>>
  paymentStatus(paymentId: string): Promise<BankOutcome<BankPaymentStatus>>
  consentStatus(consentId: string): Promise<BankOutcome<BankConsentStatus>>
}
