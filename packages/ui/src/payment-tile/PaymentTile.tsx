import type { ReactNode } from 'react'
import { Icon } from '../icon/Icon.tsx'

export interface PaymentLeg {
  key: string
  /** An AssetMedia or a bank's Avatar. */
  media: ReactNode
  name: ReactNode
  detail?: ReactNode
  /** An Amount. */
  amount: ReactNode
}

export interface PaymentTileProps {
  /** full: green border and tick. partial: amber border, warning icon and the remaining amount. */
  kind: 'full' | 'partial'
  title: ReactNode
  legs: PaymentLeg[]
  /** A TextLink or quiet Button: Change. */
  change?: ReactNode
  /** The remaining amount; only with kind partial. */
  rest?: { label: ReactNode; amount: ReactNode } | undefined
}

/** How a payment is made: the amount from each asset, and what remains. */
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
