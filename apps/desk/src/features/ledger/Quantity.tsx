import type { Cents } from '@nikau/money'
import { useLingui } from '@lingui/react/macro'
import { Sum } from '../../parts/Sum.tsx'
import { isMoney } from './texts.ts'

interface QuantityProps {
  unit: string
  amount: Cents
  hasSign?: boolean
  isStrong?: boolean
}

/** Dollars for money; tokens and what counters count are whole numbers. */
export function Quantity({ unit, amount, hasSign, isStrong }: QuantityProps) {
  const { i18n } = useLingui()
  // Counters of money count cents.
  if (isMoney(unit) || unit === 'allowance') return <Sum cents={amount} hasSign={hasSign} isStrong={isStrong} />
  return (
    <span className="dk-sum" data-strong={isStrong || undefined}>
      {hasSign && amount > 0n ? '+' : ''}
      {i18n.number(Number(amount)).replace('-', '−')}
    </span>
  )
}
