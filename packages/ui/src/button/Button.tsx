import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react'
import { Anchor, type AnchorProps } from '../link/Link.tsx'

export interface ButtonAppearance {
  /**
   * filled: the main action, one per screen. tonal: next to it. outlined: the alternative. quiet: text only.
   * destructive: outlined red, never filled. accent: the main action on the green field. on-field: the alternative there.
   */
  variant?: 'filled' | 'tonal' | 'outlined' | 'quiet' | 'destructive' | 'accent' | 'on-field' | undefined
  /** l 60, m 52, s 48 high at a root size of 16. */
  size?: 'l' | 'm' | 's' | undefined
  full?: boolean | undefined
  icon?: ReactNode
  children: ReactNode
}

/** Props of all buttons. */
export interface PressProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children' | 'className' | 'style' | 'disabled' | 'onClick'> {
  onPress?: (() => void) | undefined
  isDisabled?: boolean | undefined
  ref?: Ref<HTMLButtonElement> | undefined
}

export interface ButtonProps extends ButtonAppearance, PressProps {
  /** Shows a spinner instead of the label, keeps the width and ignores presses. */
  busy?: boolean | undefined
  /** Announced while busy. */
  busyLabel?: string | undefined
}

/**
 * A native button: it handles focus, keyboard and touch, and keeps public pages free of a library. While busy it is not
 * `disabled`, which would lose the focus; it ignores presses instead.
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
      // Enter in a field would still submit the form.
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

/** A link that looks like a button. */
export function LinkButton({ variant = 'filled', size = 'm', full, icon, children, ...rest }: ButtonAppearance & Omit<AnchorProps, keyof ButtonAppearance>) {
  return (
    <Anchor {...rest} className="n-button" data-variant={variant} data-size={size} data-full={full || undefined}>
      <span className="n-button-label">
        {icon}
        {children}
      </span>
    </Anchor>
  )
}
