import { Trans } from '@lingui/react/macro'
import type { AnswerOf } from '@nikau/contract'
import type { getTakings } from '@nikau/contract/merchant-payments'
import { cents, format, zero } from '@nikau/money'
import { timeOfDay } from '@nikau/nz/nz-time'
import { FieldState, Icon, Money, Skeleton, TakingsPanel } from '@nikau/ui'
import type { UseQueryResult } from '@tanstack/react-query'
import { toAsyncData } from '../../lib/async-data.ts'
import type { CallError } from '../../lib/call-error.ts'
import { LoadFailed } from '../../lib/LoadFailed.tsx'
import { compareTakings } from './takings.ts'
import { useWeekday } from '../../lib/weekdays.ts'

export type Takings = AnswerOf<typeof getTakings>
export type TakingsQuery = UseQueryResult<Takings, CallError>

/** The largest number of Home. `updated`: the connection is lost, and this is when it was right. */
export function TakingsOfToday({ takings, updated }: { takings: TakingsQuery; updated: string | undefined }) {
  const { data } = takings
  const source = toAsyncData(data, takings)
  if (source.failed)
    return (
      <LoadFailed source={source}>
        <Trans>Couldn’t load today’s takings</Trans>
      </LoadFailed>
    )
  const { amount, count, givenBack } = data?.day ?? { amount: zero, count: 0, givenBack: zero }
  const average = count === 0 ? zero : cents((amount * 2n + BigInt(count)) / BigInt(2 * count))
  const figure = (key: string, label: React.ReactNode, value: string) => ({ key, label, value: data ? value : <Skeleton width="xs" /> })
  return (
    <div aria-busy={!data}>
      <TakingsPanel
        title={<Trans>Today’s takings</Trans>}
        amount={data ? <Money text={format(amount)} size="xl" /> : <Skeleton shape="figure" />}
        figures={[
          figure('count', <Trans>Payments</Trans>, String(count)),
          figure('average', <Trans>Average</Trans>, format(average)),
          figure('givenBack', <Trans>Given back</Trans>, format(givenBack)),
        ]}
      >
        {data && <Compared takings={data} at={new Date(takings.dataUpdatedAt)} />}
        <div role="status">
          {updated !== undefined && (
            <FieldState icon={<Icon name="offline" size="s" />}>
              <Trans>Updated {updated}</Trans>
            </FieldState>
          )}
        </div>
      </TakingsPanel>
    </div>
  )
}

function Compared({ takings, at }: { takings: Takings; at: Date }) {
  const weekdayOf = useWeekday()
  const weekday = weekdayOf(takings.compareWith.day)
  const comparison = compareTakings(takings.day, takings.compareWith)
  const time = timeOfDay(at)
  if (comparison.kind === 'nothing-then')
    return (
      <p>
        <Trans>No takings last {weekday}</Trans>
      </p>
    )
  if (comparison.kind === 'same')
    return (
      <p>
        <Trans>
          <b>The same</b> as last {weekday} by {time}
        </Trans>
      </p>
    )
  const amount = format(comparison.amount)
  const percent = comparison.percent === undefined ? '' : `, ${comparison.percent}%`
  return (
    <p>
      {comparison.kind === 'more' ? (
        <Trans>
          <b>
            {amount} more{percent}
          </b>{' '}
          than last {weekday} by {time}
        </Trans>
      ) : (
        <Trans>
          <b>
            {amount} less{percent}
          </b>{' '}
          than last {weekday} by {time}
        </Trans>
      )}
    </p>
  )
}
