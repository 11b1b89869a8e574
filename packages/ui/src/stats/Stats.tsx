import type { ReactNode } from 'react'

/** Two to four figures side by side: the sums of a list. */
export function Stats({ label, items }: { label: string; items: readonly { key: string; label: ReactNode; value: ReactNode }[] }) {
  return (
    <dl className="n-stats" aria-label={label}>
      {items.map((item) => (
        <div key={item.key}>
          <dt>{item.label}</dt>
          <dd>{item.value}</dd>
        </div>
      ))}
    </dl>
  )
}
