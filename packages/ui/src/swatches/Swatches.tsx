import type { ReactNode } from 'react'
import { Label } from 'react-aria-components/Label'
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup'
import { Icon } from '../icon/Icon.tsx'

export interface SwatchesProps<Value extends string> {
  label: ReactNode
  value: Value
  onChange: (value: Value) => void
  /** Each with the name that is read out. The keys are colours of shops. */
  colours: Readonly<Record<Value, string>>
  isDisabled?: boolean | undefined
}

/** A choice of one of a few colours; the name of the chosen one is beside the label. */
export function Swatches<Value extends string>({ label, value, onChange, colours, isDisabled = false }: SwatchesProps<Value>) {
  return (
    <RadioGroup className="n-swatches" orientation="horizontal" value={value} onChange={(next) => onChange(next as Value)} isDisabled={isDisabled}>
      <div className="n-swatches-head">
        <Label className="n-label">{label}</Label>
        <span aria-hidden>{colours[value]}</span>
      </div>
      <div className="n-swatches-row">
        {(Object.keys(colours) as Value[]).map((colour) => (
          <Radio key={colour} value={colour} className="n-shop-colour" data-colour={colour} aria-label={colours[colour]}>
            <Icon name="check" size="s" />
          </Radio>
        ))}
      </div>
    </RadioGroup>
  )
}
