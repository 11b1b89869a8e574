import type { ReactNode } from 'react'
import { Icon } from '../icon/Icon.tsx'

export interface PaymentLeg {
  key: string
  /** An AssetMedia or a bank's Mark. */
  media: ReactNode
  name: ReactNode
  detail?: ReactNode
  /** An Amount. */
  amount: ReactNode
}

export interface PaymentTileProps {
  /** full: green edge and tick. partial: amber edge, triangle and what is still to pay. */
  kind: 'full' | 'partial'
  title: ReactNode
  legs: PaymentLeg[]
  /** A TextLink or quiet Button: Change. */
  change?: ReactNode
  /** What stays open, in words and as an Amount; only with kind partial. */
  rest?: { label: ReactNode; amount: ReactNode } | undefined
}

/** How a payment will be made: what each part is taken from, and whether that is all of it. */
export function PaymentTile({ kind, title, legs, change, rest }: PaymentTileProps) {
  return (
    <div className="n-pay" data-kind={kind}>
      <div className="n-pay-head">
        <Icon name={kind === 'full' ? 'check' : 'warning'} size="s" />
        <h3 className="n-pay-title">{title}</h3>
        {change}
      </div>
      <ul className="n-pay-legs">
        {legs.map((leg) => (
          <li className="n-pay-leg" key={leg.key}>
            {leg.media}
            <span className="n-option-text">
              <span className="n-option-name">{leg.name}</span>
              {leg.detail !== undefined && <span className="n-option-detail">{leg.detail}</span>}
            </span>
            <span className="n-pay-amount">{leg.amount}</span>
          </li>
        ))}
      </ul>
      {rest && (
        <p className="n-pay-rest">
          <span>{rest.label}</span>
          {rest.amount}
        </p>
      )}
    </div>
  )
}
