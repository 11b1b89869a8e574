import type { Cents } from '@nikau/money'
import type { Secret } from '@nikau/runtime'

/**
 * The outcome of a call to a bank. `done`: it succeeded. `refused`: it was refused, and a retry would be too. `unknown`: it may or may
 * not have succeeded (no response, a malformed one, a server error); only the same call with the same key finds out. `reason` has
 * only codes and statuses, because it is stored and logged.
 */
export type BankOutcome<T> = { outcome: 'done'; value: T } | { outcome: 'refused'; reason: string } | { outcome: 'unknown'; reason: string }

/** One payment as the customer approves it. Sent twice, for the consent and for the payment, with identical content. */
export interface BankOrder {
  /** Unguessable, up to 34 characters: the OAuth state and the idempotency key of both calls. */
  id: string
  amount: Cents
  /** The payee, as the customer's bank shows it. */
  payee: string
  /** On both statements, each up to 12 characters. */
  code: string
  reference: string
}

/** What ties the bank's callback to one payment. */
export interface AuthorisationRequest {
  consentId: string
  state: string
  nonce: string
  redirectUri: string
}

/** `pending` and `accepted` are not final. `completed`: the money has arrived. `rejected`: it will not. */
export type BankPaymentStatus = 'pending' | 'accepted' | 'completed' | 'rejected'
export type BankConsentStatus = 'awaiting' | 'authorised' | 'consumed' | 'rejected'

/** A payment as the bank reports it. */
export interface ReportedPayment {
  status: BankPaymentStatus
  amount: Cents
}

/** Pays directly from a customer's bank account. Every call has a timeout, and none throws for a failure of the bank. */
export interface PayByBank {
  createConsent(order: BankOrder): Promise<BankOutcome<{ consentId: string }>>
  /** Where the customer's browser goes to approve the payment. */
  authorizationUrl(authorisation: AuthorisationRequest): Promise<BankOutcome<string>>
  /** The browser returns with an id token beside the code. */
  readonly returnsIdToken: boolean
  /** Verifies that an id token from the browser is this bank's, for this payment and this code. */
  verifyCallback(authorisation: AuthorisationRequest, callback: { code: string; idToken: string }): Promise<BankOutcome<undefined>>
  /** Consumes the code. */
  exchange(authorisation: AuthorisationRequest, code: string): Promise<BankOutcome<{ token: Secret }>>
  /** The caller compares the amount with the one it asked for. */
  initiate(order: BankOrder, consentId: string, token: Secret): Promise<BankOutcome<{ paymentId: string } & ReportedPayment>>
  paymentStatus(paymentId: string): Promise<BankOutcome<ReportedPayment>>
  /** Whose account paid, if the bank tells. */
  payer(paymentId: string): Promise<BankOutcome<{ name: string; number: string }>>
  consentStatus(consentId: string): Promise<BankOutcome<BankConsentStatus>>
}
