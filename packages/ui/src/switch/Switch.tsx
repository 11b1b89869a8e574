import type { ReactNode } from 'react'
import { Switch as AriaSwitch } from 'react-aria-components/Switch'

/** Takes effect at once, without a submit button. The label is clickable. */
export function Switch({
  children,
  detail,
  on,
  onChange,
  isDisabled = false,
}: {
  children: ReactNode
  detail?: ReactNode
  on: boolean
  onChange: (on: boolean) => void
  isDisabled?: boolean | undefined
}) {
  return (
    <AriaSwitch className="n-switch" isSelected={on} onChange={onChange} isDisabled={isDisabled}>
      <span className="n-option-text">
        <span>{children}</span>
        {detail !== undefined && <span className="n-option-detail">{detail}</span>}
      </span>
      <span className="n-switch-track" aria-hidden />
    </AriaSwitch>
  )
}
