import { useId } from 'react'
import { Icon } from '../icon/Icon.tsx'

/** A plain search input, so that public pages do not load the form library. */
export function SearchField({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  const id = useId()
  return (
    <div className="n-fieldset">
      <label className="n-hidden" htmlFor={id}>
        {label}
      </label>
      <div className="n-input">
        <Icon name="search" />
        <input
          id={id}
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          placeholder={label}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
    </div>
  )
}
