import { Title } from '@nikau/ui'
import type { ReactNode } from 'react'

export interface SectionProps {
  /** Heading level: 1 as a page, 2 in the detail pane. */
  level: 1 | 2
}

export function SectionTitle({ level, lede, children }: SectionProps & { lede?: ReactNode; children: ReactNode }) {
  return (
    <div>
      {level === 1 ? <Title>{children}</Title> : <h2 className="n-title">{children}</h2>}
      {lede !== undefined && <p className="n-lede">{lede}</p>}
    </div>
  )
}
