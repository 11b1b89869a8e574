import { Icon } from '../icon/Icon.tsx'
import { IconButton } from '../icon-button/IconButton.tsx'
import { MinusIcon } from '../icon/more/MinusIcon.tsx'

export interface StepperProps {
  /** What is counted, for screen readers. */
  label: string
  value: number
  min: number
  max: number
  onChange: (value: number) => void
  lessLabel: string
  moreLabel: string
  isDisabled?: boolean | undefined
}

/** A small whole number, by one at a time. */
export function Stepper({ label, value, min, max, onChange, lessLabel, moreLabel, isDisabled = false }: StepperProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset has no place inside a row
    <span className="n-stepper" role="group" aria-label={label}>
      <IconButton label={lessLabel} icon={<MinusIcon />} isDisabled={isDisabled || value <= min} onPress={() => onChange(value - 1)} />
      <output className="n-stepper-value">{value}</output>
      <IconButton label={moreLabel} icon={<Icon name="plus" />} isDisabled={isDisabled || value >= max} onPress={() => onChange(value + 1)} />
    </span>
  )
}
