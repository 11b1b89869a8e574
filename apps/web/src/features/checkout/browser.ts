import type { PublicRequest } from './request.ts'

/** Navigation of this window, in one object that tests can mock. */
export const browser = {
  replace: (url: string) => location.replace(url),
  assign: (url: string) => location.assign(url),
  opener: () => window.opener as Pick<Window, 'postMessage'> | null,
}

/** Posts the status to the merchant's page that opened this one. Only the origin of the return URL may receive it. */
export function notifyOpener(request: Pick<PublicRequest, 'id' | 'status' | 'returnUrl'>): void {
  if (request.returnUrl === undefined) return
  browser.opener()?.postMessage({ paymentRequestId: request.id, status: request.status }, new URL(request.returnUrl).origin)
}
