import type { ReactNode } from 'react'
import { Anchor } from '../link/Link.tsx'

export type RailItem = { key: string; label: ReactNode; icon: ReactNode; current?: boolean | undefined } & ({ href: string } | { onPress: () => void })

/** The main navigation on desktop, from 1024 px. */
export function Rail({ label, logo, items, end }: { label: string; logo: ReactNode; items: RailItem[]; end?: RailItem[] | undefined }) {
  return (
    <nav className="n-rail" aria-label={label}>
      <div className="n-rail-logo">{logo}</div>
      <RailList items={items} />
      {end !== undefined && <RailList items={end} atEnd />}
    </nav>
  )
}

function RailList({ items, atEnd }: { items: RailItem[]; atEnd?: boolean | undefined }) {
  return (
    <ul className="n-rail-list" data-end={atEnd || undefined}>
      {items.map((item) => (
        <li key={item.key}>
          {'href' in item ? (
            <Anchor className="n-rail-item" href={item.href} aria-current={item.current ? 'page' : undefined}>
              {item.icon}
              {item.label}
            </Anchor>
          ) : (
            <button type="button" className="n-rail-item" onClick={item.onPress}>
              {item.icon}
              {item.label}
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}
