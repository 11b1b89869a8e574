import type { ReactNode } from 'react'
import { FieldFrame, useField, type FieldProps } from '../field/Field.tsx'
import { useInput } from '../field/useInput.ts'
import { useMask } from '../field/useMask.ts'
import { amountMask } from './amount.ts'

export interface QuickAdd {
  /** "+$20": the only place without cents. */
  text: string
  /** "Add 20 dollars". */
  spoken?: string | undefined
  onPress: () => void
}

export interface AmountFieldProps extends Omit<FieldProps, 'placeholder' | 'inputMode' | 'type' | 'maxLength' | 'hideLabel' | 'aside'> {
  /** Formats the amount on blur (`12.5` to `12.50`). */
  normalise?: ((typed: string) => string) | undefined
  currency?: string | undefined
  quickAdd?: QuickAdd[] | undefined
  /** Centred under the field: the remaining balance. */
  below?: ReactNode
  /** A small button next to the amount, such as Max. */
  end?: ReactNode
}

/** A large amount input with an underline. */
export function AmountField({ normalise, currency = '$', quickAdd, below, end, ref, ...field }: AmountFieldProps) {
  const { value } = field
  const input = useInput(ref)
  const mask = useMask({ value, onChange: field.onChange, input, mask: amountMask })
  const { frame, control } = useField<HTMLInputElement>({
    autoComplete: 'off',
    ...field,
    hideLabel: true,
    inputMode: 'decimal',
    placeholder: '0',
    onChange: mask.onChange,
    onBlur: (event) => {
      const written = normalise && value !== '' ? normalise(value) : value
      if (written !== value) field.onChange(written)
      field.onBlur?.(event)
    },
  })
  const belowId = `${frame.input}-below`
  const hasBelow = below !== undefined && below !== null && below !== false
  // A problem comes first: then the line below is not read out with it.
  const described = control['aria-describedby'] ?? (hasBelow ? belowId : undefined)
  const long = value.replaceAll(/\D/g, '').length >= 7
  return (
    <div className="n-amount-field">
      <FieldFrame {...frame}>
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- for pointers only: a click on the line focuses the input */}
        <div className="n-amount-line" data-long={long || undefined} data-wide={value.length > 6 || undefined} onClick={() => input.current?.focus()}>
          <span className="n-amount-currency" aria-hidden>
            {currency}
          </span>
          <input {...control} aria-describedby={described} ref={input} onInput={mask.onInput} size={Math.max(1, value.length)} />
          {end !== undefined && <span className="n-amount-end">{end}</span>}
        </div>
      </FieldFrame>
      {hasBelow && (
        <p className="n-amount-below" id={belowId}>
          {below}
        </p>
      )}
      {quickAdd !== undefined && quickAdd.length > 0 && (
        <div className="n-quick-add">
          {quickAdd.map((chip) => (
            <button type="button" key={chip.text} className="n-quick-chip" onClick={chip.onPress} disabled={field.isDisabled} aria-label={chip.spoken}>
              {chip.text}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
