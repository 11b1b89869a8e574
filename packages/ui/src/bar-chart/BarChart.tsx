import type { ReactNode } from 'react'
import { barPath, layout, type Drawing, niceTop } from './layout.ts'

export interface Bar {
  key: string
  /** Under the bar, such as "9 am". */
  label: string
  value: number
  /** The same bar of the time before, as a tick. */
  before: number
  /** It is not over: at half strength. */
  isOpen?: boolean | undefined
}

export interface BarChartProps {
  /** Everything that the picture says, in words. */
  label: string
  bars: readonly Bar[]
  /** A round number of the axis. */
  formatAxis: (value: number) => string
  /** The value over the highest bar. */
  formatValue: (value: number) => string
}

/** Bars with a tick for the time before. Drawn once for each width, so that the text keeps its size. */
export function BarChart(props: BarChartProps) {
  return (
    <div className="n-chart" role="img" aria-label={props.label}>
      <Picture {...props} drawing="wide" />
      <Picture {...props} drawing="narrow" />
    </div>
  )
}

function Picture({ bars, formatAxis, formatValue, drawing }: BarChartProps & { drawing: Drawing }) {
  const top = niceTop(Math.max(0, ...bars.flatMap(({ value, before }) => [value, before])))
  const { width, height, axis, base, places, labelEvery, y } = layout(drawing, bars.length, top)
  const peak = bars.reduce((highest, bar, at) => (bar.value > (bars[highest]?.value ?? 0) ? at : highest), -1)
  return (
    <svg viewBox={`0 0 ${width} ${height}`} data-drawing={drawing} aria-hidden>
      {[0, top / 2, top].map((value) => (
        <g key={value}>
          <line className="n-chart-grid" data-base={value === 0 || undefined} x1={axis} x2={width} y1={y(value)} y2={y(value)} />
          <text x={axis - 8} y={y(value) + 4} textAnchor="end">
            {formatAxis(value)}
          </text>
        </g>
      ))}
      {bars.map(({ key, label, value, before, isOpen }, at) => {
        const { start, end, middle } = places[at]!
        return (
          <g key={key}>
            {value > 0 && <path className="n-chart-bar" data-open={isOpen || undefined} d={barPath(start, end, y(value), base)} />}
            {before > 0 && <line className="n-chart-halo" x1={start - 3} x2={end + 3} y1={y(before)} y2={y(before)} />}
            {before > 0 && <line className="n-chart-tick" x1={start - 3} x2={end + 3} y1={y(before)} y2={y(before)} />}
            {at % labelEvery === 0 && (
              <text x={middle} y={height - 6} textAnchor="middle">
                {label}
              </text>
            )}
          </g>
        )
      })}
      {peak >= 0 && (
        <text className="n-chart-peak" x={places[peak]!.middle} y={y(bars[peak]!.value) - 6} textAnchor="middle">
          {formatValue(bars[peak]!.value)}
        </text>
      )}
    </svg>
  )
}

/** What the marks of a chart mean. */
export function ChartKey({ items }: { items: readonly { mark: 'bar' | 'open' | 'tick'; label: ReactNode }[] }) {
  return (
    <p className="n-chart-key" aria-hidden>
      {items.map(({ mark, label }) => (
        <span key={mark}>
          <i data-mark={mark} />
          {label}
        </span>
      ))}
    </p>
  )
}

/** The same numbers as a table, for those who want to read them. */
export function ChartTable({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <details className="n-chart-table">
      <summary>{label}</summary>
      {children}
    </details>
  )
}
