import type { RequestStatus } from '@nikau/contract/payment-request-states'
import type { ModalKind } from './refusals.ts'

export type PayPage = 'pay' | 'summary'

/** What a page does with a request in a status: show it, open a modal or redirect to the pay page. */
export type PageBehaviour = 'show' | Extract<ModalKind, 'duplicate' | 'timed-out' | 'cancelled'> | 'redirect-to-pay'

/** The behaviour of both pages in every status of the request. */
export const pageByStatus: Readonly<Record<PayPage, Readonly<Record<RequestStatus, PageBehaviour>>>> = {
  pay: { new: 'show', paid: 'duplicate', expired: 'timed-out', cancelled: 'cancelled' },
  summary: { new: 'redirect-to-pay', paid: 'show', expired: 'redirect-to-pay', cancelled: 'redirect-to-pay' },
}
