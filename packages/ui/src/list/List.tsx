import type { ReactNode } from 'react'

/** Rows with a hairline between them. `label` names the list where no heading does. */
export function List({ children, label, labelledBy }: { children: ReactNode; label?: string | undefined; labelledBy?: string | undefined }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-redundant-roles -- Safari drops the role of a list without bullets
    <ul className="n-list" role="list" aria-label={label} aria-labelledby={labelledBy}>
      {children}
    </ul>
  )
}

/** A date above its rows; stays in view while they scroll. */
export function DayHeading({ children, id, level = 3 }: { children: ReactNode; id?: string | undefined; level?: 2 | 3 | undefined }) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <Heading className="n-day" id={id}>
      {children}
    </Heading>
  )
}
