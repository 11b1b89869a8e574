import type { ReactNode } from 'react'

/** A number that is not money, in figures as large as an amount: a phone number, an hour. */
export function Figure({ children }: { children: ReactNode }) {
  return <p className="n-figure">{children}</p>
}
