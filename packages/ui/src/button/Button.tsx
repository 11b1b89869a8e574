import type { ReactNode, Ref } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button'
import { Anchor, type AnchorProps } from '../link/Link.tsx'

export interface ButtonLook {
  /**
   * filled: the one main action in view. tonal: beside it, on a sunken ground. outlined: the other choice.
   * quiet: words only. destructive: outlined red, never filled. accent: the main action on the green field.
   * on-field: the other choice on the green field.
   */
  variant?: 'filled' | 'tonal' | 'outlined' | 'quiet' | 'destructive' | 'accent' | 'on-field' | undefined
  /** l 60, m 52, s 48 high at a root size of 16. */
  size?: 'l' | 'm' | 's' | undefined
  full?: boolean | undefined
  icon?: ReactNode | undefined
  children: ReactNode
}

export interface ButtonProps extends ButtonLook, Omit<AriaButtonProps, keyof ButtonLook | 'className' | 'style' | 'render' | 'isPending'> {
  /** Work is under way: the label gives way to a spinner, the width stays, further presses do nothing. */
  busy?: boolean | undefined
  /** Spoken while busy. */
  busyLabel?: string | undefined
  ref?: Ref<HTMLButtonElement> | undefined
}

export function Button({ variant = 'filled', size = 'm', full, icon, children, busy = false, busyLabel, ...rest }: ButtonProps) {
  return (
    <AriaButton
      {...rest}
      className="n-button"
      isPending={busy}
      render={(props) => <button {...props} aria-busy={busy || undefined} data-variant={variant} data-size={size} data-full={full || undefined} />}
    >
      <span className="n-button-label">
        {icon}
        {children}
      </span>
      {busy && <span className="n-spinner" aria-hidden />}
      {busy && busyLabel && <span className="n-hidden">{busyLabel}</span>}
    </AriaButton>
  )
}

/** A link that looks like a button, for actions that lead to another page. */
export function LinkButton({ variant = 'filled', size = 'm', full, icon, children, ...rest }: ButtonLook & Omit<AnchorProps, keyof ButtonLook>) {
  return (
    <Anchor {...rest} className="n-button" data-variant={variant} data-size={size} data-full={full || undefined}>
      <span className="n-button-label">
        {icon}
        {children}
      </span>
    </Anchor>
  )
}
