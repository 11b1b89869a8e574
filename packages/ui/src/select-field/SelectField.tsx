import { useId, type ReactNode } from 'react'
import { FieldFrame } from '../field/Field.tsx'
import { Icon } from '../icon/Icon.tsx'

export interface SelectFieldProps<Value extends string> {
  label: ReactNode
  hint?: ReactNode
  value: Value
  onChange: (value: Value) => void
  options: readonly { value: Value; text: string }[]
  isDisabled?: boolean | undefined
  error?: ReactNode
}

/** One of a few choices that need no explanation, in the list of the platform. */
export function SelectField<Value extends string>({ label, hint, value, onChange, options, isDisabled, error }: SelectFieldProps<Value>) {
  const input = useId()
  return (
    <FieldFrame input={input} label={label} hint={hint} error={error} aside={undefined} hideLabel={undefined}>
      <div className="n-input n-select" data-size="s">
        <select
          id={input}
          value={value}
          disabled={isDisabled}
          aria-invalid={Boolean(error) || undefined}
          aria-describedby={error ? `${input}-error` : hint === undefined ? undefined : `${input}-hint`}
          onChange={(event) => onChange(event.currentTarget.value as Value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.text}
            </option>
          ))}
        </select>
        <Icon name="down" size="s" />
      </div>
    </FieldFrame>
  )
}
