import type { MouseEvent, ReactNode } from 'react'
import { Anchor } from '../link/Link.tsx'

interface BarLook {
  key: string
  label: ReactNode
  icon: ReactNode
  current?: boolean | undefined
}

export interface BarLink extends BarLook {
  href: string
  /** The raised button in the middle: barcode and scan. */
  raised?: boolean | undefined
}

/** The menu is a button that opens a drawer. */
export interface BarToggle extends BarLook {
  onPress: () => void
  expanded: boolean
}

/** A press on the current tab scrolls to the top. */
function backToTop(event: MouseEvent) {
  event.preventDefault()
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  scrollTo({ top: 0, behavior: still ? 'auto' : 'smooth' })
}

/** The main navigation on phones. Labels are always visible; the current tab has a pill, not only a colour. */
export function BottomBar({ label, items }: { label: string; items: (BarLink | BarToggle)[] }) {
  return (
    <nav className="n-bottom-bar" aria-label={label}>
      <ul>
        {items.map((item) => {
          const content = (
            <>
              <span className="n-bar-icon">{item.icon}</span>
              <span>{item.label}</span>
            </>
          )
          return (
            <li key={item.key}>
              {'href' in item ? (
                <Anchor
                  className="n-bar-item"
                  href={item.href}
                  data-raised={item.raised || undefined}
                  aria-current={item.current ? 'page' : undefined}
                  onClick={item.current ? backToTop : undefined}
                >
                  {content}
                </Anchor>
              ) : (
                <button type="button" className="n-bar-item" aria-expanded={item.expanded} aria-haspopup="dialog" onClick={item.onPress}>
                  {content}
                </button>
              )}
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
