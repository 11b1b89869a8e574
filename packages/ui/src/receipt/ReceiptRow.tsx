import type { ReactNode } from 'react'

/** A list of names and values: a receipt, a summary before sending. */
export function Receipt({ children }: { children: ReactNode }) {
  return <dl className="n-receipt">{children}</dl>
}

/** A name and a value. An amount never wraps; when both do not fit, the value moves below the name. */
export function ReceiptRow({ name, children, total, end }: { name: ReactNode; children: ReactNode; total?: boolean | undefined; end?: ReactNode }) {
  return (
    <div className="n-receipt-row" data-total={total || undefined}>
      <dt>{name}</dt>
      <dd>
        {children}
        {end}
      </dd>
    </div>
  )
}
