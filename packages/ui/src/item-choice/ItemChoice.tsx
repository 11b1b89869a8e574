import type { ReactNode } from 'react'
import { Checkbox } from '../checkbox/Checkbox.tsx'

export interface ItemChoiceProps {
  name: ReactNode
  detail?: ReactNode
  /** What is chosen of it costs. */
  amount?: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  isDisabled?: boolean | undefined
  /** Below the row once it is chosen: a Stepper or a field. */
  children?: ReactNode
}

/** A line of a list that can be ticked, with its amount. */
export function ItemChoice({ name, detail, amount, checked, onChange, isDisabled, children }: ItemChoiceProps) {
  return (
    <li className="n-item-choice">
      <Checkbox checked={checked} onChange={onChange} isDisabled={isDisabled}>
        <span className="n-item-choice-row">
          <span className="n-item-choice-text">
            <span className="n-item-choice-name">{name}</span>
            {detail !== undefined && <span className="n-cell-detail">{detail}</span>}
          </span>
          {amount !== undefined && (
            <span className="n-item-choice-amount" data-chosen={checked || undefined}>
              {amount}
            </span>
          )}
        </span>
      </Checkbox>
      {children !== undefined && <div className="n-item-choice-more">{children}</div>}
    </li>
  )
}
