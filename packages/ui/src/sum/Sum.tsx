import type { ReactNode } from 'react'

export interface SumRow {
  key: string
  label: ReactNode
  detail?: ReactNode
  /** A formatted amount with its sign. */
  amount: ReactNode
}

/** Amounts that add up: one row each, then a strong rule and the result. */
export function Sum({ rows, result }: { rows: readonly SumRow[]; result: Omit<SumRow, 'key' | 'detail'> }) {
  return (
    <dl className="n-sum">
      {rows.map(({ key, label, detail, amount }) => (
        <div key={key}>
          <dt>
            {label}
            {detail !== undefined && <span className="n-cell-detail">{detail}</span>}
          </dt>
          <dd>{amount}</dd>
        </div>
      ))}
      <div data-result>
        <dt>{result.label}</dt>
        <dd>{result.amount}</dd>
      </div>
    </dl>
  )
}
