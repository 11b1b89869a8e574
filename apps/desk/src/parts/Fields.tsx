import type { ReactNode } from 'react'

export interface FieldRow {
  key: string
  label: ReactNode
  value: ReactNode
}

/** Names and values of one thing. */
export function Fields({ rows }: { rows: readonly FieldRow[] }) {
  return (
    <dl className="dk-fields">
      {rows.map(({ key, label, value }) => (
        <div key={key}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
