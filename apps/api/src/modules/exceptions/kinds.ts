import type { ExceptionKind } from '@nikau/contract/desk/exception-kinds'

export { type ExceptionKind, exceptionKinds } from '@nikau/contract/desk/exception-kinds'

/** Money we still hold for a payer. The payment that returns it closes the exception, in the same transaction; an operator cannot. */
export const closedByPayment: ReadonlySet<string> = new Set<ExceptionKind>(['bank-payment-surplus', 'bank-refund-due'])
