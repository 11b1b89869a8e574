import { useState } from 'react'
import { FieldFrame, useField, type FieldProps } from '../field/Field.tsx'
import { overwrite } from '../field/overwrite.ts'
import { useInput } from '../field/useInput.ts'

export interface CodeFieldProps extends Omit<FieldProps, 'placeholder' | 'inputMode' | 'type' | 'maxLength' | 'autoComplete'> {
  /** How many digits. */
  length?: number | undefined
  /** Called each time the last digit is filled in, by typing, paste or autofill. */
  onComplete?: ((code: string) => void) | undefined
}

/** One input that looks like boxes: for keyboards, screen readers and autofill it is a plain text field. */
export function CodeField({ length = 6, onComplete, ref, ...field }: CodeFieldProps) {
  const { value } = field
  const input = useInput(ref)
  const [focused, setFocused] = useState(false)
  const change = (text: string) => {
    const code = text.replaceAll(/\D/g, '').slice(0, length)
    overwrite(input.current, code)
    if (code === value) return
    field.onChange(code)
    if (code.length === length) onComplete?.(code)
  }
  const { frame, control } = useField<HTMLInputElement>({
    ...field,
    inputMode: 'numeric',
    autoComplete: 'one-time-code',
    onChange: change,
    onFocus: (event) => {
      setFocused(true)
      field.onFocus?.(event)
    },
    onBlur: (event) => {
      setFocused(false)
      field.onBlur?.(event)
    },
  })
  const current = Math.min(value.length, length - 1)
  return (
    <FieldFrame {...frame}>
      <div className="n-code" data-length={length}>
        {Array.from({ length }, (_, box) => (
          <span
            className="n-code-box"
            key={box}
            aria-hidden
            data-current={(focused && box === current) || undefined}
            data-empty={box >= value.length || undefined}
          >
            {value[box]}
          </span>
        ))}
        <input {...control} ref={input} spellCheck={false} />
      </div>
    </FieldFrame>
  )
}
