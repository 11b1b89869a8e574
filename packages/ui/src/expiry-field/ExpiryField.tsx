import { Input } from 'react-aria-components/Input'
import { FieldFrame, type FieldProps } from '../field/Field.tsx'
import { digits } from '../field/mask.ts'
import { useInput } from '../field/useInput.ts'
import { useMask } from '../field/useMask.ts'
import { rewriteExpiry } from './expiry.ts'

/** MM/YY with the slash put in while one types. */
export function ExpiryField({ value, onChange, placeholder = '', ref, ...rest }: Omit<FieldProps, 'inputMode' | 'type' | 'maxLength'>) {
  const input = useInput(ref)
  const mask = useMask({ value, onChange, input, mask: { keeps: digits, write: (kept) => kept }, rewrite: rewriteExpiry })
  return (
    <FieldFrame {...rest} value={value} onChange={mask.onChange} inputMode="numeric" autoComplete={rest.autoComplete ?? 'cc-exp'}>
      <div className="n-input">
        <Input ref={input} onInput={mask.onInput} placeholder={placeholder} />
      </div>
    </FieldFrame>
  )
}
