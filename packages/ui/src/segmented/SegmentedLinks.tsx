import type { ReactNode } from 'react'
import { Anchor } from '../link/Link.tsx'

/** The look of Segmented where each choice is a page of its own. In its own file: public pages draw it and cannot afford the library under the other. */
export function SegmentedLinks({ label, links }: { label: string; links: { href: string; label: ReactNode; current?: boolean | undefined }[] }) {
  return (
    <nav className="n-segmented" aria-label={label}>
      {links.map((link) => (
        <Anchor className="n-segment" key={link.href} href={link.href} aria-current={link.current ? 'page' : undefined}>
          {link.label}
        </Anchor>
      ))}
    </nav>
  )
}
