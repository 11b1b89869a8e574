import type { ReactNode } from 'react'
import { Anchor } from '../link/Link.tsx'

export type RailItem = {
  key: string
  label: ReactNode
  icon: ReactNode
  current?: boolean | undefined
  /** Its keyboard shortcut, shown at its end. */
  keys?: string | undefined
} & ({ href: string } | { onPress: () => void })

export interface RailProps {
  label: string
  logo: ReactNode
  /** Above the items: what they are about. */
  head?: ReactNode
  items: RailItem[]
  end?: RailItem[]
  foot?: ReactNode
}

/** The main navigation on desktop, from 1024 px. */
export function Rail({ label, logo, head, items, end, foot }: RailProps) {
  return (
    <nav className="n-rail" aria-label={label}>
      <div className="n-rail-logo">{logo}</div>
      {head !== undefined && <div className="n-rail-head">{head}</div>}
      <RailList items={items} />
      {end !== undefined && <RailList items={end} atEnd />}
      <div className="n-rail-foot">{foot}</div>
    </nav>
  )
}

function RailList({ items, atEnd }: { items: RailItem[]; atEnd?: boolean | undefined }) {
  return (
    <ul className="n-rail-list" data-end={atEnd || undefined}>
      {items.map((item) => (
        <li key={item.key}>
          {'href' in item ? (
            <Anchor className="n-rail-item" href={item.href} aria-current={item.current ? 'page' : undefined} aria-keyshortcuts={item.keys}>
              <RailLabel icon={item.icon} label={item.label} keys={item.keys} />
            </Anchor>
          ) : (
            <button type="button" className="n-rail-item" onClick={item.onPress}>
              <RailLabel icon={item.icon} label={item.label} keys={item.keys} />
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}

function RailLabel({ icon, label, keys }: Pick<RailItem, 'icon' | 'label' | 'keys'>) {
  return (
    <>
      {icon}
      {label}
      {keys !== undefined && (
        <kbd className="n-key" aria-hidden>
          {keys}
        </kbd>
      )}
    </>
  )
}
