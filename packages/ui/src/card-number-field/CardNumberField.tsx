import type { ReactNode } from 'react'
import { FieldFrame, useField, type FieldProps } from '../field/Field.tsx'
import { digits, type Mask } from '../field/mask.ts'
import { useInput } from '../field/useInput.ts'
import { useMask } from '../field/useMask.ts'

const cardMask: Mask = { accepts: digits, format: (kept) => kept.slice(0, 19).replaceAll(/\d{4}(?=\d)/g, '$& ') }

/** Digits in groups of four. Extra digits are kept; the form validates. */
export function CardNumberField({ end, ref, ...field }: Omit<FieldProps, 'inputMode' | 'type' | 'maxLength'> & { end?: ReactNode }) {
  const input = useInput(ref)
  const mask = useMask({ value: field.value, onChange: field.onChange, input, mask: cardMask })
  const { frame, control } = useField({ autoComplete: 'cc-number', ...field, inputMode: 'numeric', onChange: mask.onChange })
  return (
    <FieldFrame {...frame}>
      <div className="n-input">
        <input {...control} ref={input} onInput={mask.onInput} />
        {end !== undefined && <span className="n-input-end">{end}</span>}
      </div>
    </FieldFrame>
  )
}
