import type { ReactNode } from 'react'
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup'

export interface Segment<Value extends string> {
  value: Value
  label: ReactNode
}

/** Two or three choices, one always selected. Arrow keys move between them. */
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
