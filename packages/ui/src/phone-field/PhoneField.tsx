import type { ReactNode } from 'react'
import { Input } from 'react-aria-components/Input'
import { FieldFrame, type FieldProps } from '../field/Field.tsx'
import { groupPhone, stripCountry } from './phone.ts'

export interface PhoneFieldProps extends Omit<FieldProps, 'inputMode' | 'type' | 'maxLength' | 'autoComplete'> {
  /** An IconButton at the end, such as scan or contacts. */
  end?: ReactNode | undefined
  /** `tel-national` for one's own number; `off` for somebody else's. */
  autoComplete?: 'tel-national' | 'off' | undefined
}

/**
 * A New Zealand number after a fixed +64. Typing is left alone but for a leading 0 or +64, which goes at once; the digits
 * are grouped on leaving. The value is what is shown: the form decides whether it is a number, and how it is sent.
 */
export function PhoneField({ value, onChange, onBlur, end, placeholder = '', ref, autoComplete = 'tel-national', ...rest }: PhoneFieldProps) {
  const leave: FieldProps['onBlur'] = (event) => {
    const grouped = groupPhone(value)
    if (grouped !== value) onChange(grouped)
    onBlur?.(event)
  }
  return (
    <FieldFrame {...rest} value={value} onChange={(text) => onChange(stripCountry(text))} onBlur={leave} inputMode="tel" type="tel" autoComplete={autoComplete}>
      <div className="n-input">
        <span className="n-input-prefix">+64</span>
        <Input ref={ref} placeholder={placeholder} />
        {end !== undefined && <span className="n-input-end">{end}</span>}
      </div>
    </FieldFrame>
  )
}
