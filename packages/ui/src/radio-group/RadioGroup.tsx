import type { ReactNode } from 'react'
import { FieldError } from 'react-aria-components/FieldError'
import { Label } from 'react-aria-components/Label'
import { Radio as AriaRadio, RadioGroup as AriaRadioGroup } from 'react-aria-components/RadioGroup'
import { Icon } from '../icon/Icon.tsx'

export interface RadioGroupProps<Value extends string> {
  label: ReactNode
  /** For screen readers only, when a heading already shows it. */
  hideLabel?: boolean | undefined
  value: Value | null
  onChange: (value: Value) => void
  error?: ReactNode | undefined
  name?: string | undefined
  isDisabled?: boolean | undefined
  children: ReactNode
}

export function RadioGroup<Value extends string>({
  label,
  hideLabel,
  value,
  onChange,
  error,
  children,
  name = '',
  isDisabled = false,
}: RadioGroupProps<Value>) {
  return (
    <AriaRadioGroup
      {...(name ? { name } : {})}
      isDisabled={isDisabled}
      className="n-radio-group"
      value={value}
      onChange={(next) => onChange(next as Value)}
      isInvalid={Boolean(error)}
      validationBehavior="aria"
    >
      <Label className={hideLabel ? 'n-hidden' : 'n-label'}>{label}</Label>
      {children}
      <FieldError className="n-error">
        <Icon name="problem" size="s" />
        <span>{error}</span>
      </FieldError>
    </AriaRadioGroup>
  )
}

export interface RadioProps {
  value: string
  /** An Avatar or AssetMedia before the text. */
  media?: ReactNode | undefined
  children: ReactNode
  detail?: ReactNode | undefined
  /** A StatusChip or Amount before the dot. */
  end?: ReactNode | undefined
  isDisabled?: boolean | undefined
  /** plain: without the border. */
  look?: 'card' | 'plain' | undefined
}

/** The whole card is clickable. */
export function Radio({ value, media, children, detail, end, isDisabled = false, look = 'card' }: RadioProps) {
  return (
    <AriaRadio className="n-radio" data-look={look} value={value} isDisabled={isDisabled}>
      {media}
      <span className="n-option-text">
        <span className="n-option-name">{children}</span>
        {detail !== undefined && <span className="n-option-detail">{detail}</span>}
      </span>
      {end}
      <span className="n-dot" aria-hidden />
    </AriaRadio>
  )
}
