import type { ReactNode } from 'react'
import { Input } from 'react-aria-components/Input'
import { FieldFrame, type FieldProps } from '../field/Field.tsx'
import { digits, type Mask } from '../field/mask.ts'
import { useInput } from '../field/useInput.ts'
import { useMask } from '../field/useMask.ts'

const cardMask: Mask = { keeps: digits, write: (kept) => kept.slice(0, 19).replaceAll(/\d{4}(?=\d)/g, '$& ') }

/** Digits in fours. One too many is kept and left for the form to judge. */
export function CardNumberField({
  value,
  onChange,
  end,
  placeholder = '',
  ref,
  ...rest
}: Omit<FieldProps, 'inputMode' | 'type' | 'maxLength'> & { end?: ReactNode | undefined }) {
  const input = useInput(ref)
  const mask = useMask({ value, onChange, input, mask: cardMask })
  return (
    <FieldFrame {...rest} value={value} onChange={mask.onChange} inputMode="numeric" autoComplete={rest.autoComplete ?? 'cc-number'}>
      <div className="n-input">
        <Input ref={input} onInput={mask.onInput} placeholder={placeholder} />
        {end !== undefined && <span className="n-input-end">{end}</span>}
      </div>
    </FieldFrame>
  )
}
