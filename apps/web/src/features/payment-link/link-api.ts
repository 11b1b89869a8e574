import type { createPaymentLinkRequest, getPaymentLinkSummary } from '@nikau/contract/payment-links'
import { endpointRef, type JsonOf } from '../checkout/index.ts'

export const linkEndpoints = {
  getSummary: endpointRef<typeof getPaymentLinkSummary>('GET', '/api/payment-links/:id/summary'),
  createRequest: endpointRef<typeof createPaymentLinkRequest>('POST', '/api/payment-links/:id/payment-request'),
}

export type PublicLink = JsonOf<typeof getPaymentLinkSummary>
