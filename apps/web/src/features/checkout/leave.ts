import type { PublicRequest } from './request.ts'

/** The ways out of this page, in one place that a test can stand in for. */
export const ways = {
  replace: (address: string) => location.replace(address),
  assign: (address: string) => location.assign(address),
  opener: () => window.opener as Pick<Window, 'postMessage'> | null,
}

/**
 * Tells the shop's page that opened this one what became of the request. Only the merchant's own origin may hear it; a
 * request without an address to go back to has nobody to tell.
 */
export function tellOpener(request: Pick<PublicRequest, 'id' | 'status' | 'back'>): void {
  if (request.back === undefined) return
  ways.opener()?.postMessage({ paymentRequestId: request.id, status: request.status }, new URL(request.back).origin)
}
