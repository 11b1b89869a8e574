import type { ReactNode } from 'react'
import { FieldFrame, useField, type FieldProps } from '../field/Field.tsx'
import { useInput } from '../field/useInput.ts'
import { useMask } from '../field/useMask.ts'
import { accountNumberMask, readAccountNumber } from './account-number.ts'

export interface AccountNumberFieldProps extends Omit<FieldProps, 'inputMode' | 'type' | 'maxLength'> {
  /** The bank's Avatar once it is known, and a tick once the number is valid. */
  end?: ReactNode
  /** Text under the field, updated while typing: "ASB account". */
  status?: ReactNode
}

/** Adds the dashes while typing, keeps the caret and accepts a paste in any format. */
export function AccountNumberField({ end, status, ref, ...field }: AccountNumberFieldProps) {
  const input = useInput(ref)
  const mask = useMask({ value: field.value, onChange: field.onChange, input, mask: accountNumberMask, readPasted: readAccountNumber })
  const { frame, control } = useField({ autoComplete: 'off', ...field, inputMode: 'numeric', onChange: mask.onChange })
  return (
    <FieldFrame {...frame}>
      <div className="n-input">
        <input {...control} ref={input} onInput={mask.onInput} onPaste={mask.onPaste} />
        {end !== undefined && <span className="n-input-end">{end}</span>}
      </div>
      <output className="n-field-status">{status}</output>
    </FieldFrame>
  )
}
