import type { ReactNode } from 'react'
import type { PressProps } from '../button/Button.tsx'
import { Anchor, type AnchorProps } from '../link/Link.tsx'

interface Look {
  /** Accessible name of the action. */
  label: string
  icon: ReactNode
  /** A filled circle behind the icon. */
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
