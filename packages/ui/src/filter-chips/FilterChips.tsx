import type { ReactNode } from 'react'

/** A row of filters, one on at a time; scrolls sideways where it does not fit. Plain pressed buttons: no library needed. */
export function FilterChips<Value extends string>({
  label,
  options,
  value,
  onChange,
}: {
  label: string
  options: { value: Value; label: ReactNode }[]
  value: Value
  onChange: (value: Value) => void
}) {
  return (
    <fieldset className="n-filters" aria-label={label}>
      {options.map((option) => (
        <button type="button" className="n-filter" key={option.value} aria-pressed={option.value === value} onClick={() => onChange(option.value)}>
          {option.label}
        </button>
      ))}
    </fieldset>
  )
}
