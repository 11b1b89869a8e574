import { FieldFrame, useField, type FieldProps } from '../field/Field.tsx'
import { digits } from '../field/mask.ts'
import { useInput } from '../field/useInput.ts'
import { useMask } from '../field/useMask.ts'
import { rewriteExpiry } from './expiry.ts'

/** MM/YY; adds the slash while typing. */
export function ExpiryField({ ref, ...field }: Omit<FieldProps, 'inputMode' | 'type' | 'maxLength'>) {
  const input = useInput(ref)
  const mask = useMask({ value: field.value, onChange: field.onChange, input, mask: { accepts: digits, format: (kept) => kept }, rewrite: rewriteExpiry })
  const { frame, control } = useField({ autoComplete: 'cc-exp', ...field, inputMode: 'numeric', onChange: mask.onChange })
  return (
    <FieldFrame {...frame}>
      <div className="n-input">
        <input {...control} ref={input} onInput={mask.onInput} />
      </div>
    </FieldFrame>
  )
}
