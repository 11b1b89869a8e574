import { Trans, useLingui } from '@lingui/react/macro'
import { cents, format } from '@nikau/money'
import { timeOfDay } from '@nikau/nz/nz-time'
import { BarChart, ChartKey, ChartTable, DataTable, PortalCard, Skeleton } from '@nikau/ui'
import { busiest, type Hour, hourName, hoursOf } from './takings.ts'
import type { Takings, TakingsQuery } from './TakingsOfToday.tsx'
import { useWeekday } from '../../lib/weekdays.ts'

/** Today by the hour beside the same weekday a week before: a picture, and the same numbers as a table. */
export function HoursOfDay({ takings, now }: { takings: TakingsQuery; now: Date }) {
  if (takings.data) return <LoadedHours takings={takings.data} at={new Date(takings.dataUpdatedAt)} now={now} />
  return takings.isError ? null : <HoursSkeleton />
}

function LoadedHours({ takings, at: loadedAt, now }: { takings: Takings; at: Date; now: Date }) {
  const { t } = useLingui()
  const weekdayOf = useWeekday()
  const weekday = weekdayOf(takings.compareWith.day)
  const hours = hoursOf(takings.day, takings.compareWith, now)
  const description = useDescription(takings, hours, { weekday, time: timeOfDay(loadedAt) })
  return (
    <PortalCard
      title={<Trans>By the hour</Trans>}
      end={
        <ChartKey
          items={[
            { mark: 'bar', label: <Trans>Today</Trans> },
            { mark: 'open', label: <Trans>This hour, not over</Trans> },
            { mark: 'tick', label: <Trans>Last {weekday}</Trans> },
          ]}
        />
      }
    >
      <BarChart
        label={description}
        bars={hours.map(({ key, hour, today, other, isOpen }, at) => ({
          key,
          label: at === 0 || hour === 12 ? hourName(hour) : String(hour % 12 || 12),
          value: Number(today ?? 0n),
          before: Number(other ?? 0n),
          isOpen,
        }))}
        formatAxis={(value) => format(cents(value)).replace(/\.00$/, '')}
        formatValue={(value) => format(cents(value))}
      />
      <ChartTable label={<Trans>Show as a table</Trans>}>
        <DataTable
          caption={t`Takings by the hour`}
          columns={[
            { key: 'hour', label: <Trans>Hour from</Trans>, fold: 'start-1' },
            { key: 'today', label: <Trans>Today</Trans>, align: 'end', fold: 'end-1' },
            { key: 'other', label: <Trans>Last {weekday}</Trans>, align: 'end', fold: 'end-2' },
          ]}
          rows={hours.map(({ key, hour, today, other }) => ({
            id: key,
            cells: {
              hour: hourName(hour),
              today: today === undefined ? <Trans>Not yet</Trans> : format(today),
              other: other === undefined ? '–' : format(other),
            },
          }))}
          total={{ hour: <Trans>Total</Trans>, today: format(takings.day.amount), other: format(takings.compareWith.amount) }}
        />
      </ChartTable>
    </PortalCard>
  )
}

/** Both totals and the busiest hour. */
function useDescription({ day, compareWith }: Takings, hours: readonly Hour[], { weekday, time }: { weekday: string; time: string }): string {
  const { t } = useLingui()
  const [today, before, all] = [format(day.amount), format(compareWith.soFar.amount), format(compareWith.amount)]
  const totals = t`Takings by the hour. Today to ${time}: ${today}. Last ${weekday} by then: ${before}, in the whole day: ${all}.`
  const peak = busiest(hours)
  if (!peak) return totals
  const [hour, amount] = [hourName(peak.hour), format(peak.today!)]
  return `${totals} ${t`Busiest today: ${hour} with ${amount}.`}`
}

function HoursSkeleton() {
  return (
    <PortalCard title={<Trans>By the hour</Trans>}>
      <div aria-busy>
        <Skeleton shape="block" width="full" />
      </div>
    </PortalCard>
  )
}
