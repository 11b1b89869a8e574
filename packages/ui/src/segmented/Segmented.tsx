import type { ReactNode } from 'react'
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup'
import { Anchor } from '../link/Link.tsx'

export interface Segment<Value extends string> {
  value: Value
  label: ReactNode
}

/** Two or three choices of which one always holds. Arrow keys move between them. */
export function Segmented<Value extends string>({
  label,
  segments,
  value,
  onChange,
}: {
  label: string
  segments: Segment<Value>[]
  value: Value
  onChange: (value: Value) => void
}) {
  return (
    <RadioGroup className="n-segmented" aria-label={label} value={value} onChange={(next) => onChange(next as Value)} orientation="horizontal">
      {segments.map((segment) => (
        <Radio className="n-segment" key={segment.value} value={segment.value}>
          {segment.label}
        </Radio>
      ))}
    </RadioGroup>
  )
}

/** The same look where each choice is a page of its own. */
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
