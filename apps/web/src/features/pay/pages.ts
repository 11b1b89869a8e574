import type { RequestStatus } from '@nikau/contract/payment-request-states'
import type { ModalKind } from './refusals.ts'

export type PayPage = 'pay' | 'summary'

/** What a page does with a request in a status: shows it, says why it cannot, or leads to the other page. */
export type Allowed = 'shows' | Extract<ModalKind, 'duplicate' | 'timed-out' | 'cancelled'> | 'leads to pay'

/** Every page of a payment request against every status that it can be in. Nothing else decides which of them is seen. */
export const pages: Readonly<Record<PayPage, Readonly<Record<RequestStatus, Allowed>>>> = {
  pay: { new: 'shows', paid: 'duplicate', expired: 'timed-out', cancelled: 'cancelled' },
  summary: { new: 'leads to pay', paid: 'shows', expired: 'leads to pay', cancelled: 'leads to pay' },
}
