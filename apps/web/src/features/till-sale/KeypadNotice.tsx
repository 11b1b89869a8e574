import { Trans } from '@lingui/react/macro'
import { type Cents, format } from '@nikau/money'
import { useStoredValue } from '../../lib/stored-value.ts'
import { pairing } from '../till-device/index.ts'
import { useCounter } from './counter.ts'
import { useSale } from './engine-instance.ts'
import { SaleProblem } from './SaleProblem.tsx'

/** One sentence under the amount, until the next key. */
export function KeypadNotice({ isOverLimit, limit }: { isOverLimit: boolean; limit: Cents }) {
  const { didNotArrive, problem } = useSale()
  const { misread } = useCounter()
  const till = useStoredValue(pairing)?.till
  const most = format(limit)
  return (
    <p role="alert" className="mt-2 min-h-6 max-w-80 font-semibold text-negative">
      {isOverLimit ? (
        <Trans>This till takes at most {most} at a time.</Trans>
      ) : misread === 'no-amount' ? (
        <Trans>Enter an amount first, then scan.</Trans>
      ) : didNotArrive ? (
        <Trans>The charge didn’t reach us. Nothing was taken.</Trans>
      ) : problem ? (
        <SaleProblem problem={problem} />
      ) : till && till.configId === undefined ? (
        <NoMethod />
      ) : undefined}
    </p>
  )
}

export const NoMethod = () => <Trans>This shop doesn’t accept any payment method yet. Choose some in Nikau for business, under Settings.</Trans>
