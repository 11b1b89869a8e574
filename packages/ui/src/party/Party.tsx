import type { ReactNode } from 'react'

export interface PartyProps {
  /** An Avatar: leaf for a merchant, circle for a person or a bank. */
  media: ReactNode
  /** Text, or a heading. */
  name: ReactNode
  detail?: ReactNode
  /** A TextLink (Change) or an amount. */
  end?: ReactNode
  /** l at the top of a payment, m elsewhere. */
  size?: 'm' | 'l' | undefined
}

/** Who the money goes to or comes from; at the top of every payment screen. */
export function Party({ media, name, detail, end, size = 'm' }: PartyProps) {
  return (
    <div className="n-party" data-size={size}>
      {media}
      <div className="n-option-text">
        <div className="n-party-name">{name}</div>
        {detail !== undefined && <p className="n-party-detail">{detail}</p>}
      </div>
      {end}
    </div>
  )
}
