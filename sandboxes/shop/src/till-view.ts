import { leftOf, type Sale, stageOf, totalOf } from './till-sales.ts'

export type SaleView = ReturnType<typeof viewOf>

/** What the page shows. The barcode is not in it. */
export function viewOf(sale: Sale) {
  const { charge } = sale
  const { request } = charge ?? {}
  return {
    id: sale.id,
    stage: stageOf(sale),
    lines: sale.lines,
    total: totalOf(sale),
    left: leftOf(sale),
    legs: sale.legs.map(({ by, amount }) => ({ by, amount })),
    notice: sale.notice ?? '',
    charge: charge && {
      kind: charge.kind,
      isCancelled: charge.isCancelled,
      isSilent: charge.isSilent,
      secondsLeft: request && Math.max(0, Math.ceil((new Date(request.expiresAt).getTime() - Date.now()) / 1000)),
      paid: request ? charge.amount - Number(request.remainingAmount) : 0,
      condition: request?.merchantConditions?.find(({ status }) => status === 'awaiting-merchant')?.message,
    },
  }
}
