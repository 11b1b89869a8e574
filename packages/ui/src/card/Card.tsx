import type { ReactNode } from 'react'

/** A surface for related content. On a page that is itself a surface, use `sunk`. */
export function Card({ children, sunk, flush }: { children: ReactNode; sunk?: boolean | undefined; flush?: boolean | undefined }) {
  return (
    <div className="n-card" data-sunk={sunk || undefined} data-flush={flush || undefined}>
      {children}
    </div>
  )
}
