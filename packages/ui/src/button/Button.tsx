import { type ButtonHTMLAttributes, type MouseEvent, type ReactNode, type Ref, use } from 'react'
import { Anchor, type AnchorProps } from '../link/Link.tsx'
import { NoSignalContext } from './no-signal.ts'

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
  /** Disabled, with the word why, while there is no signal. A button that can be busy makes a call, so it needs signal unless it says otherwise. */
  needsSignal?: boolean | undefined
  /** Announced while busy. */
  busyLabel?: string | undefined
}

/**
 * A native button: it handles focus, keyboard and touch, and keeps public pages free of a library. While busy or without signal it is
 * not `disabled`, which would lose the focus; it ignores presses instead.
 */
export function Button({
  variant = 'filled',
  size = 'm',
  full,
  icon,
  children,
  busy,
  needsSignal = busy !== undefined,
  busyLabel,
  onPress,
  isDisabled,
  type = 'button',
  ...rest
}: ButtonProps) {
  const noSignal = use(NoSignalContext)
  const reason = needsSignal && !busy ? noSignal : undefined
  const press = (event: MouseEvent) => {
    if (busy || reason !== undefined) event.preventDefault()
    else onPress?.()
  }
  return (
    <button
      {...rest}
      className="n-button"
      // Enter in a field would still submit the form.
      type={busy ? 'button' : type}
      disabled={isDisabled}
      aria-disabled={busy || reason !== undefined || undefined}
      aria-busy={busy || undefined}
      onClick={press}
      data-variant={variant}
      data-size={size}
      data-full={full || undefined}
    >
      <span className="n-button-label">
        {icon}
        {children}
        {reason !== undefined && <span className="n-button-reason">{reason}</span>}
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
