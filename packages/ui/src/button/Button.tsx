import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react'
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

export interface ButtonProps
  extends ButtonLook, Omit<ButtonHTMLAttributes<HTMLButtonElement>, keyof ButtonLook | 'className' | 'style' | 'disabled' | 'onClick'> {
  onPress?: (() => void) | undefined
  isDisabled?: boolean | undefined
  /** Work is under way: the label gives way to a spinner, the width stays, further presses do nothing. */
  busy?: boolean | undefined
  /** Spoken while busy. */
  busyLabel?: string | undefined
  ref?: Ref<HTMLButtonElement> | undefined
}

/** The browser's own button: every public page has one, and react-aria's would cost each of them 13 kB for what this already does. */
export function Button({
  variant = 'filled',
  size = 'm',
  full,
  icon,
  children,
  busy = false,
  busyLabel,
  isDisabled,
  onPress,
  type = 'button',
  ...rest
}: ButtonProps) {
  // Busy is not disabled: the focus stays, and a screen reader can still find it.
  const pressed = (event: MouseEvent) => (busy ? event.preventDefault() : onPress?.())
  return (
    <button
      {...rest}
      // oxlint-disable-next-line react/button-has-type -- one of the three that the type allows
      type={type}
      className="n-button"
      data-variant={variant}
      data-size={size}
      data-full={full || undefined}
      disabled={isDisabled}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={pressed}
    >
      <span className="n-button-label">
        {icon}
        {children}
      </span>
      {busy && <span className="n-spinner" aria-hidden />}
      {busy && busyLabel && (
        <span className="n-hidden" role="status">
          {busyLabel}
        </span>
      )}
    </button>
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
