import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { CollectionSummary } from '@nikau/contract/collections'
import { addDays, calendarDate, shortDate, weekdayOf } from '@nikau/nz/nz-time'
import { BarChart, ChartKey, ChartTable, DataTable, PortalCard } from '@nikau/ui'
import { useState } from 'react'

const shown = 12

/** Redeemed in the last twelve weeks, weeks without any included. */
export function Weeks({ weeks }: { weeks: CollectionSummary['weeks'] }) {
  const { t } = useLingui()
  const [today] = useState(() => calendarDate(new Date()))
  const monday = addDays(today, -((weekdayOf(today) + 6) % 7))
  const empty = { issued: 0, redeemed: 0, givenBack: 0, ended: 0 }
  const rows = Array.from({ length: shown }, (_, i) => addDays(monday, (i + 1 - shown) * 7)).map(
    (from) => weeks.find((week) => week.from === from) ?? { from, ...empty },
  )
  const total = rows.reduce((sum, { redeemed }) => sum + redeemed, 0)
  const most = rows.reduce((best, week) => (week.redeemed > best.redeemed ? week : best))
  const [day, count] = [shortDate(most.from), most.redeemed]
  const description =
    total === 0
      ? t`None redeemed in the last 12 weeks.`
      : t`${plural(total, { one: '# redeemed', other: '# redeemed' })} in the last 12 weeks; most in the week of ${day}: ${count}.`
  return (
    <PortalCard
      title={<Trans>Redeemed by week</Trans>}
      end={
        <ChartKey
          items={[
            { mark: 'bar', label: <Trans>Whole week</Trans> },
            { mark: 'open', label: <Trans>This week, not over</Trans> },
          ]}
        />
      }
    >
      {total === 0 ? (
        <p className="text-ink-2">{description}</p>
      ) : (
        <BarChart
          label={description}
          bars={rows.map(({ from, redeemed }) => ({
            key: from,
            label: shortDate(from).replace(/^\w+ /, ''),
            value: redeemed,
            before: 0,
            isOpen: from === monday,
          }))}
          formatAxis={String}
          formatValue={String}
        />
      )}
      <ChartTable label={<Trans>Show as a table</Trans>}>
        <DataTable
          caption={t`By the week`}
          columns={[
            { key: 'from', label: <Trans>Week from</Trans>, fold: 'start-1' },
            { key: 'issued', label: <Trans>Given out</Trans>, align: 'end', fold: 'start-2' },
            { key: 'redeemed', label: <Trans>Redeemed</Trans>, align: 'end', fold: 'end-1' },
            { key: 'givenBack', label: <Trans>Given back</Trans>, align: 'end' },
            { key: 'ended', label: <Trans>Ended</Trans>, align: 'end', fold: 'end-2' },
          ]}
          rows={weeks.toReversed().map((week) => ({ id: week.from, cells: { ...week, from: shortDate(week.from) } }))}
        />
      </ChartTable>
    </PortalCard>
  )
}
