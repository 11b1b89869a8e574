import type { ReactNode } from 'react'
import type { PressProps } from '../button/Button.tsx'
import { Anchor, type AnchorProps } from '../link/Link.tsx'

interface Look {
  /** The name of the action; an icon alone says nothing to a screen reader. */
  label: string
  icon: ReactNode
  /** A sunken disc behind the icon, where it stands alone. */
  filled?: boolean | undefined
}

export interface IconButtonProps extends Look, PressProps {}

export function IconButton({ label, icon, filled, onPress, isDisabled, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className="n-icon-button"
      aria-label={label}
      disabled={isDisabled}
      onClick={() => onPress?.()}
      data-filled={filled || undefined}
    >
      {icon}
    </button>
  )
}

export function IconLink({ label, icon, filled, ...rest }: Look & Omit<AnchorProps, 'children' | 'aria-label'>) {
  return (
    <Anchor {...rest} aria-label={label} className="n-icon-button" data-filled={filled || undefined}>
      {icon}
    </Anchor>
  )
}
