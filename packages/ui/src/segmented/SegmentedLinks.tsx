import type { ReactNode } from 'react'
import { Anchor } from '../link/Link.tsx'

/** Looks like Segmented, but each segment is a link. A separate file, so that public pages do not load react-aria. */
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
