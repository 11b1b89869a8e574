import { Section } from '@nikau/ui'
import type { ReactNode } from 'react'

/** A heading with its paragraphs. */
export function Clause({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <Section title={title}>
      <div className="flex flex-col gap-3">{children}</div>
    </Section>
  )
}
