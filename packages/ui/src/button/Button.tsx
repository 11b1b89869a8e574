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
  icon?: ReactNode
  children: ReactNode
}

/** What a press needs, on every kind of button. */
export interface PressProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children' | 'className' | 'style' | 'disabled' | 'onClick'> {
  onPress?: (() => void) | undefined
  isDisabled?: boolean | undefined
  ref?: Ref<HTMLButtonElement> | undefined
}

export interface ButtonProps extends ButtonLook, PressProps {
  /** Work is under way: the label gives way to a spinner, the width stays, further presses do nothing. */
  busy?: boolean | undefined
  /** Spoken while busy. */
  busyLabel?: string | undefined
}

/**
 * A plain button: the browser's own has focus, keys and touch right, and the public pages cannot afford a library for it.
 * While busy it is not `disabled`, which would throw the focus away; it stays where it is and lets nothing through.
 */
export function Button({
  variant = 'filled',
  size = 'm',
  full,
  icon,
  children,
  busy = false,
  busyLabel,
  onPress,
  isDisabled,
  type = 'button',
  ...rest
}: ButtonProps) {
  const press = (event: MouseEvent) => {
    if (busy) event.preventDefault()
    else onPress?.()
  }
  return (
    <button
      {...rest}
      className="n-button"
      // A submit button would still send its form by Enter in a field.
      type={busy ? 'button' : type}
      disabled={isDisabled}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={press}
      data-variant={variant}
      data-size={size}
      data-full={full || undefined}
    >
      <span className="n-button-label">
        {icon}
        {children}
      </span>
      {busy && <span className="n-spinner" aria-hidden />}
      {busyLabel !== undefined && (
        <span className="n-hidden" aria-live="polite">
          {busy ? busyLabel : ''}
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
