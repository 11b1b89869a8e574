import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Overview } from '@nikau/contract/desk/overview'
import { calendarDate, timeOfDay, weekdayOf } from '@nikau/nz/nz-time'
import { Disclosure } from '@nikau/ui'
import { useEffect, useRef, useState } from 'react'
import { Panel } from '../../parts/Panel.tsx'
import { Table } from '../../parts/Table.tsx'
import { pathOf, type Plot, pointsOf, scaleOf } from './line-chart.ts'

const weekdays = [msg`Sunday`, msg`Monday`, msg`Tuesday`, msg`Wednesday`, msg`Thursday`, msg`Friday`, msg`Saturday`]

type Payments = NonNullable<Overview['payments']>

/** From the counters of /metrics, of every process together: the last hour beside the same one a week before. */
export function PaymentsPanel({ payments, readAt }: { payments: Payments; readAt: Date }) {
  const { i18n, t } = useLingui()
  const { minutes, hour, weekBefore } = payments
  const last = minutes.at(-1)!
  const weekday = i18n._(weekdays[weekdayOf(calendarDate(readAt))]!)
  return (
    <Panel title={<Trans>Payments per minute</Trans>} aside={<Trans>last 60 minutes</Trans>}>
      <Chart minutes={minutes} weekday={weekday} />
      <div className="dk-legend">
        <span>
          <i data-line="now" />
          <Trans>
            now <b>{last.answered}</b>
          </Trans>
        </span>
        <span>
          <i data-line="before" />
          <Trans>
            last {weekday} {last.weekBefore}
          </Trans>
        </span>
        <span>
          <Hour hour={hour} />
        </span>
        <span>
          <Trans>
            last {weekday}: <Hour hour={weekBefore} />
          </Trans>
        </span>
      </div>
      <Disclosure title={<Trans>Figures by minute</Trans>} closed>
        <div className="dk-figures">
          <Table
            caption={t`Payments by minute`}
            isDense
            rows={minutes.map(({ at, answered, weekBefore: before }) => ({
              id: at.toISOString(),
              cells: { at: timeOfDay(at), answered: answered, before: before },
            }))}

            columns={[
              { key: 'at', label: t`Minute`, isHead: true },
              { key: 'answered', label: t`Payments`, align: 'end' },
              { key: 'before', label: t`A week before`, align: 'end' },
            ]}
          />
        </div>
      </Disclosure>
    </Panel>
  )
}

function Hour({ hour: { answered, refusedShare, medianMs } }: { hour: Payments['hour'] }) {
  if (answered === 0 || medianMs === undefined) return <Trans>no payments</Trans>
  const [share, median] = [(refusedShare * 100).toFixed(1), Math.round(medianMs)]
  return (
    <Trans>
      refused {share} %, median answer {median} ms
    </Trans>
  )
}

const height = 176

function Chart({ minutes, weekday }: { minutes: Payments['minutes']; weekday: string }) {
  const { t } = useLingui()
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const [now, before] = [minutes.map(({ answered }) => answered), minutes.map(({ weekBefore }) => weekBefore)]
  const scale = scaleOf([...now, ...before])
  const highest = scale.at(-1)!
  const plot: Plot = { left: 12 + 8 * String(highest).length, right: width - 6, top: 8, bottom: 152 }
  const points = pointsOf(now, highest, plot)
  const [x, y] = points.at(-1)!
  const path = pathOf(points)
  const [least, most, last, lastBefore] = [Math.min(...now), Math.max(...now), now.at(-1)!, before.at(-1)!]
  const yOf = (value: number) => plot.bottom - (value / highest) * (plot.bottom - plot.top)
  // Five moments where there is room, else three.
  const labels = width < 420 ? [0, 30, 59] : [0, 15, 30, 45, 59]
  return (
    <div ref={box} className="dk-chart">
      <svg
        viewBox={`0 0 ${width} ${height}`}
        width={width}
        height={height}
        role="img"
        aria-label={t`Payments per minute over the last hour, between ${least} and ${most}; now ${last}; in the same minute last ${weekday} ${lastBefore}`}
      >
        {scale.map((value) => (
          <g key={value}>
            <path className="dk-axis" data-zero={value === 0 || undefined} d={`M${plot.left} ${yOf(value)}H${plot.right}`} />
            <text x={plot.left - 8} y={yOf(value) + 4.5} textAnchor="end">
              {value}
            </text>
          </g>
        ))}
        {labels.map((index) => (
          <text key={index} x={points[index]![0]} y={height - 4} textAnchor={index === 0 ? 'start' : index === 59 ? 'end' : 'middle'}>
            {index === 59 ? timeOfDay(minutes[index]!.at) : timeOfDay(minutes[index]!.at).replace(/ [ap]m$/, '')}
          </text>
        ))}
        <path className="dk-area" d={`${path}L${plot.right} ${plot.bottom}H${plot.left}Z`} />
        <path className="dk-line" data-line="before" d={pathOf(pointsOf(before, highest, plot))} />
        <path className="dk-line" data-line="now" d={path} />
        <circle cx={x} cy={y} r={4} />
      </svg>
    </div>
  )
}

/** The chart is drawn for the width there is, so that its text keeps its size. */
function useWidth(box: { current: HTMLElement | null }): number {
  const [width, setWidth] = useState(600)
  useEffect(() => {
    const element = box.current
    if (!element) return undefined
    const observer = new ResizeObserver(() => setWidth(Math.max(220, Math.floor(element.clientWidth))))
    observer.observe(element)
    return () => observer.disconnect()
  }, [box])
  return width
}
