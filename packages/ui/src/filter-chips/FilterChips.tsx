import type { ReactNode } from 'react'

/** A row of filters, one active at a time; scrolls horizontally when it does not fit. Plain toggle buttons, without a library. */
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
        <button
          type="button"
          className="n-filter"
          key={option.value}
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
          // The browser leaves a filter that shows a few pixels where it is.
          onFocus={({ currentTarget }) => currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' })}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  )
}
