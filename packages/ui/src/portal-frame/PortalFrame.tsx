import type { ReactNode } from 'react'
import { Avatar, initials } from '../avatar/Avatar.tsx'
import { Icon } from '../icon/Icon.tsx'

/** Opens the list of shops: on top of the rail, and of the page on phones. */
export function ShopButton({ name, detail, action, onPress }: { name: string; detail: ReactNode; action: string; onPress: () => void }) {
  return (
    <button type="button" className="n-shop-button" aria-haspopup="dialog" onClick={onPress}>
      <Avatar shape="leaf" tone="solid" size="s">
        {initials(name)}
      </Avatar>
      <span className="n-shop-name">
        <b>{name}</b>
        <small>{detail}</small>
      </span>
      <Icon name="down" size="s" />
      <span className="n-hidden">{action}</span>
    </button>
  )
}

/** Who is signed in, at the foot of the rail. */
export function PersonLine({ name, role }: { name: string; role: ReactNode }) {
  return (
    <div className="n-person-line">
      <Avatar tone="out" size="s">
        {initials(name)}
      </Avatar>
      <span className="n-shop-name">
        <b>{name}</b>
        <small>{role}</small>
      </span>
    </div>
  )
}

/** The bar on top of the page on phones. */
export function PortalTop({ children }: { children: ReactNode }) {
  return <div className="n-portal-top">{children}</div>
}
