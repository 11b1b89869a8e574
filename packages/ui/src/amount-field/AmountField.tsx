import type { ReactNode } from 'react'
import { Input } from 'react-aria-components/Input'
import { Button as AriaButton } from 'react-aria-components/Button'
import { FieldFrame, type FieldProps } from '../field/Field.tsx'
import { useInput } from '../field/useInput.ts'
import { useMask } from '../field/useMask.ts'
import { amountMask } from './amount.ts'

export interface QuickAdd {
  /** "+$20": the only place where cents are left off. */
  text: string
  /** "Add 20 dollars". */
  spoken?: string | undefined
  onPress: () => void
}

export interface AmountFieldProps extends Omit<FieldProps, 'placeholder' | 'inputMode' | 'type' | 'maxLength' | 'hideLabel' | 'aside'> {
  /** Writes the amount out on leaving the field (`12.5` to `12.50`); gets what was typed and returns what to show. */
  normalise?: ((typed: string) => string) | undefined
  currency?: string | undefined
  quickAdd?: QuickAdd[] | undefined
  /** Under the rule, centred: what will be left. */
  below?: ReactNode
  /** A small button beside the figure, such as Max. */
  end?: ReactNode | undefined
}

/** A large figure on a rule: green when focused, red with a sentence when wrong. */
export function AmountField({ normalise, currency = '$', quickAdd, below, end, value, onChange, onBlur, ref, ...rest }: AmountFieldProps) {
  const input = useInput(ref)
  const mask = useMask({ value, onChange, input, mask: amountMask })
  const leave: FieldProps['onBlur'] = (event) => {
    if (normalise && value !== '') {
      const written = normalise(value)
      if (written !== value) onChange(written)
    }
    onBlur?.(event)
  }
  const long = value.replaceAll(/\D/g, '').length >= 7
  return (
    <div className="n-amount-field">
      <FieldFrame {...rest} hideLabel value={value} onChange={mask.onChange} onBlur={leave} inputMode="decimal" autoComplete="off">
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- a pointer nicety: the whole line focuses the figure, the keyboard reaches it anyway */}
        <div className="n-amount-line" data-long={long || undefined} data-wide={value.length > 6 || undefined} onClick={() => input.current?.focus()}>
          <span className="n-amount-currency" aria-hidden>
            {currency}
          </span>
          <Input ref={input} onInput={mask.onInput} placeholder="0" size={Math.max(1, value.length)} />
          {end !== undefined && <span className="n-amount-end">{end}</span>}
        </div>
      </FieldFrame>
      {below !== undefined && <p className="n-amount-below">{below}</p>}
      {quickAdd !== undefined && quickAdd.length > 0 && (
        <div className="n-quick-add">
          {quickAdd.map((chip) => (
            <AriaButton
              key={chip.text}
              className="n-quick-chip"
              onPress={chip.onPress}
              isDisabled={rest.isDisabled ?? false}
              {...(chip.spoken ? { 'aria-label': chip.spoken } : {})}
            >
              {chip.text}
            </AriaButton>
          ))}
        </div>
      )}
    </div>
  )
}
