import type { ReactNode } from 'react'
import { Anchor } from '../link/Link.tsx'

/** Looks like Tabs, but each tab is a page of its own. */
export function TabLinks({ label, links }: { label: string; links: { href: string; label: ReactNode; current: boolean }[] }) {
  return (
    <nav className="n-tab-list" aria-label={label}>
      {links.map((link) => (
        <Anchor className="n-tab" key={link.href} href={link.href} aria-current={link.current ? 'page' : undefined}>
          {link.label}
        </Anchor>
      ))}
    </nav>
  )
}
