import type { ReactNode } from 'react'
import { FieldFrame, useField, type FieldProps } from '../field/Field.tsx'
import { groupPhone, stripCountry } from './phone.ts'

export interface PhoneFieldProps extends Omit<FieldProps, 'inputMode' | 'type' | 'maxLength' | 'autoComplete'> {
  /** An IconButton at the end, such as scan or contacts. */
  end?: ReactNode
  /** `tel-national` for the user's own number, `off` for another person's. */
  autoComplete?: 'tel-national' | 'off' | undefined
}

/**
 * A New Zealand number after a fixed +64. A leading 0 or +64 is removed while typing; digits are grouped on blur. The value is
 * what is shown; the form validates and converts it.
 */
export function PhoneField({ end, ref, autoComplete = 'tel-national', ...field }: PhoneFieldProps) {
  const { frame, control } = useField<HTMLInputElement>({
    ...field,
    autoComplete,
    inputMode: 'tel',
    type: 'tel',
    onChange: (text) => field.onChange(stripCountry(text)),
    onBlur: (event) => {
      const grouped = groupPhone(field.value)
      if (grouped !== field.value) field.onChange(grouped)
      field.onBlur?.(event)
    },
  })
  return (
    <FieldFrame {...frame}>
      <div className="n-input">
        <span className="n-input-prefix">+64</span>
        <input {...control} ref={ref} />
        {end !== undefined && <span className="n-input-end">{end}</span>}
      </div>
    </FieldFrame>
  )
}
