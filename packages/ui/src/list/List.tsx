import type { ReactNode } from 'react'

/** Rows with dividers. `label` names the list when no heading does. */
export function List({ children, label, labelledBy }: { children: ReactNode; label?: string | undefined; labelledBy?: string | undefined }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-redundant-roles -- Safari drops the role of a list without bullets
    <ul className="n-list" role="list" aria-label={label} aria-labelledby={labelledBy}>
      {children}
    </ul>
  )
}

/** A sticky date above its rows. */
export function DayHeading({ children, id, level = 3 }: { children: ReactNode; id?: string | undefined; level?: 2 | 3 | undefined }) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <Heading className="n-day" id={id}>
      {children}
    </Heading>
  )
}
