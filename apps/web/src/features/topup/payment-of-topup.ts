import type { ForPayment } from './useForPayment.ts'

/** The payment that a top-up is made for, kept in the tab while the person is at the bank. */
const keyOf = (topUpId: string) => `payment-of-topup-${topUpId}`

type Kept = Pick<ForPayment, 'path' | 'liveness'>

export function keepPaymentOfTopUp(topUpId: string, { path, liveness }: Kept): void {
  sessionStorage.setItem(keyOf(topUpId), JSON.stringify({ path, liveness }))
}

export function paymentOfTopUp(topUpId: string): Kept | undefined {
  const text = sessionStorage.getItem(keyOf(topUpId))
  return text === null ? undefined : (JSON.parse(text) as Kept)
}
