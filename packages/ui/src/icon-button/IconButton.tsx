import type { ReactNode, Ref } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button'
import { Anchor, type AnchorProps } from '../link/Link.tsx'

interface Look {
  /** The name of the action; an icon alone says nothing to a screen reader. */
  label: string
  icon: ReactNode
  /** A sunken disc behind the icon, where it stands alone. */
  filled?: boolean | undefined
}

export interface IconButtonProps extends Look, Omit<AriaButtonProps, 'children' | 'className' | 'style' | 'render' | 'aria-label'> {
  ref?: Ref<HTMLButtonElement> | undefined
}

export function IconButton({ label, icon, filled, ...rest }: IconButtonProps) {
  return (
    <AriaButton {...rest} aria-label={label} className="n-icon-button" data-filled={filled || undefined}>
      {icon}
    </AriaButton>
  )
}

export function IconLink({ label, icon, filled, ...rest }: Look & Omit<AnchorProps, 'children' | 'aria-label'>) {
  return (
    <Anchor {...rest} aria-label={label} className="n-icon-button" data-filled={filled || undefined}>
      {icon}
    </Anchor>
  )
}
