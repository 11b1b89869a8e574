import type { ReactNode } from 'react'
import { Dialog as AriaDialog } from 'react-aria-components/Dialog'
import { Icon } from '../icon/Icon.tsx'
import { IconButton } from '../icon-button/IconButton.tsx'
import { Anchor } from '../link/Link.tsx'
import { Overlay, type OverlayProps } from '../overlay/Overlay.tsx'

export interface DrawerProps extends OverlayProps {
  /** Accessible name. */
  label: string
  closeLabel: string
  /** Next to the close button: the logo, or a heading. */
  head?: ReactNode
  children: ReactNode
  wide?: boolean | undefined
}

/** Slides in over the page: the menu, and guides on phones. */
export function Drawer({ label, closeLabel, head, children, wide, ...overlay }: DrawerProps) {
  return (
    <Overlay {...overlay} edge="end" wide={wide}>
      <AriaDialog className="n-drawer" aria-label={label}>
        <div className="n-drawer-head">
          <span>{head}</span>
          <IconButton label={closeLabel} icon={<Icon name="close" />} onPress={overlay.onClose} />
        </div>
        {children}
      </AriaDialog>
    </Overlay>
  )
}

/** The same content next to the page, on desktop. The page stays usable, so the focus is not trapped. */
export function SidePanel({ label, closeLabel, head, onClose, children }: Pick<DrawerProps, 'label' | 'closeLabel' | 'head' | 'onClose' | 'children'>) {
  return (
    <aside className="n-side-panel" aria-label={label}>
      <div className="n-drawer-head">
        <span>{head}</span>
        <IconButton label={closeLabel} icon={<Icon name="close" />} onPress={onClose} />
      </div>
      {children}
    </aside>
  )
}

export interface MenuLinkProps {
  href: string
  icon: ReactNode
  children: ReactNode
  /** A StatusChip, or the icon of an external link. */
  end?: ReactNode
  /** Opens in a new tab. */
  external?: boolean | undefined
  onPress?: (() => void) | undefined
  current?: boolean | undefined
}

export function MenuLink({ href, icon, children, end, external, onPress, current }: MenuLinkProps) {
  return (
    <Anchor
      className="n-menu-item"
      href={href}
      onClick={onPress}
      aria-current={current ? 'page' : undefined}
      {...(external ? { target: '_blank', rel: 'noreferrer' } : {})}
    >
      {icon}
      <span>{children}</span>
      {end !== undefined && <span className="n-menu-end">{end}</span>}
    </Anchor>
  )
}

export function MenuButton({ icon, children, onPress }: { icon: ReactNode; children: ReactNode; onPress: () => void }) {
  return (
    <button type="button" className="n-menu-item" onClick={onPress}>
      {icon}
      <span>{children}</span>
    </button>
  )
}
