import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { TillDay } from '@nikau/contract/till-payments'
import { add, cents, format, subtract } from '@nikau/money'
import { Card, EmptyState, Sum } from '@nikau/ui'
import { useTillMethodNames } from '../till-sale/index.ts'

/** How money came in, what went back, and what is left. */
export function DaySums({ day }: { day: TillDay }) {
  const { t } = useLingui()
  const names = useTillMethodNames()
  const { methods, paidCount, taken, givenBack, rounding } = day
  if (methods.length === 0)
    return (
      <EmptyState drawing="receipt" title={<Trans>Nothing was taken</Trans>}>
        <Trans>No payment that this till asked for on this day has been paid.</Trans>
      </EmptyState>
    )
  const backOf = methods.filter((method) => method.givenBack > 0n).map(({ method, givenBack: back }) => `${names[method]} ${format(back)}`)
  return (
    <div className="grid gap-4">
      <Card>
        <Sum
          rows={methods.map(({ method, count, taken: amount }) => ({
            key: method,
            label: names[method],
            detail: t`${plural(count, { one: '# payment', other: '# payments' })}`,
            amount: format(amount),
          }))}
          result={{ label: <Plural value={paidCount} one="Taken in # payment" other="Taken in # payments" />, amount: format(taken) }}
        />
      </Card>
      <Card>
        <Sum
          rows={[
            { key: 'sales', label: t`Sales`, amount: format(add(taken, rounding)) },
            { key: 'rounding', label: t`Cash rounding`, amount: format(cents(-rounding)) },
            { key: 'back', label: t`Given back`, amount: format(cents(-givenBack)), ...(backOf.length > 0 && { detail: backOf.join(', ') }) },
          ]}
          result={{ label: <Trans>Left of the day</Trans>, amount: format(subtract(taken, givenBack)) }}
        />
      </Card>
    </div>
  )
}
