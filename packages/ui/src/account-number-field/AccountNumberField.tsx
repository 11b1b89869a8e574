import type { ReactNode } from 'react'
import { Input } from 'react-aria-components/Input'
import { FieldFrame, type FieldProps } from '../field/Field.tsx'
import { useInput } from '../field/useInput.ts'
import { useMask } from '../field/useMask.ts'
import { accountNumberMask, readAccountNumber } from './account-number.ts'

export interface AccountNumberFieldProps extends Omit<FieldProps, 'inputMode' | 'type' | 'maxLength'> {
  /** The bank's Mark once it is known, and a tick once the number adds up. */
  end?: ReactNode | undefined
  /** Said under the field as it changes: "ASB account". */
  status?: ReactNode | undefined
}

/** Puts in the dashes while one types, keeps the caret, takes a paste in any spelling. */
export function AccountNumberField({ value, onChange, end, status, placeholder = '', ref, ...rest }: AccountNumberFieldProps) {
  const input = useInput(ref)
  const mask = useMask({ value, onChange, input, mask: accountNumberMask, readPasted: readAccountNumber })
  return (
    <FieldFrame {...rest} value={value} onChange={mask.onChange} inputMode="numeric" autoComplete={rest.autoComplete ?? 'off'}>
      <div className="n-input">
        <Input ref={input} onInput={mask.onInput} onPaste={mask.onPaste} placeholder={placeholder} maxLength={32} />
        {end !== undefined && <span className="n-input-end">{end}</span>}
      </div>
      <output className="n-field-status">{status}</output>
    </FieldFrame>
  )
}
