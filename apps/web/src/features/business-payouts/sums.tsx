import { Trans } from '@lingui/react/macro'
import type { NextPayout, Payout } from '@nikau/contract/payouts'
import { add, type Cents, cents, format, subtract } from '@nikau/money'
import type { SumRow } from '@nikau/ui'
import { minus } from './texts.tsx'

type Gathered = Pick<Payout, 'carriedIn' | 'payments' | 'refunds' | 'ownTokens' | 'fees' | 'gst' | 'adjustments'>

/** What a payout consists of, as one column that adds up. Rows that a payout seldom has are left out when they are zero. */
export function gatheredRows(sums: Gathered): SumRow[] {
  const rare = (row: SumRow, amount: Cents) => (amount === 0n ? [] : [row])
  return [
    ...rare({ key: 'carried-in', label: <Trans>Carried from the payout before</Trans>, amount: format(sums.carriedIn) }, sums.carriedIn),
    { key: 'payments', label: <Trans>Payments</Trans>, amount: format(sums.payments) },
    { key: 'refunds', label: <Trans>Refunds</Trans>, amount: minus(sums.refunds) },
    {
      key: 'own-tokens',
      label: <Trans>Your own tokens</Trans>,
      detail: sums.ownTokens === 0n ? undefined : <Trans>You issued them, so no money came in</Trans>,
      amount: minus(sums.ownTokens),
    },
    { key: 'fees', label: <Trans>Fees</Trans>, amount: minus(sums.fees) },
    { key: 'gst', label: <Trans>GST on fees</Trans>, amount: minus(sums.gst) },
    ...rare({ key: 'adjustments', label: <Trans>Adjustments</Trans>, amount: format(sums.adjustments) }, sums.adjustments),
  ]
}

export function payoutRows(payout: Payout): SumRow[] {
  const rows = gatheredRows(payout)
  return payout.carriedOut === 0n ? rows : [...rows, { key: 'carried-out', label: <Trans>Carried to the next payout</Trans>, amount: minus(payout.carriedOut) }]
}

/** What is held for the moment, such as by a refund on its way, is not payable. */
export function nextPayoutRows(next: NextPayout): SumRow[] {
  const { carriedIn, payments, refunds, ownTokens, fees, gst, adjustments, soFar } = next
  const total = subtract(add(carriedIn, payments, adjustments), add(refunds, ownTokens, fees, gst))
  const held = subtract(total, soFar)
  const rows = gatheredRows(next)
  return held === 0n ? rows : [...rows, { key: 'held', label: <Trans>Held for now</Trans>, amount: minus(cents(held)) }]
}
