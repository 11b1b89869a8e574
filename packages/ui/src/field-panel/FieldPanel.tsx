import { type ReactNode, use } from 'react'
import { NoSignalContext } from '../button/no-signal.ts'
import { Anchor } from '../link/Link.tsx'
import { Frond } from './Frond.tsx'

/**
 * The brand panel: a deep green field with a frond, used sparingly and never behind a form or a list. `hero` is at the top of a
 * phone page and becomes a card in a desktop pane; `leaf` is always a card.
 */
export function FieldPanel({ children, shape = 'hero' }: { children: ReactNode; shape?: 'hero' | 'leaf' | undefined }) {
  const Box = shape === 'hero' ? 'header' : 'div'
  return (
    <Box className="n-field n-field-panel" data-shape={shape}>
      <Frond />
      {children}
    </Box>
  )
}

/** The brand field as a full screen: barcode, success, sign-in. `frond` positions the drawing, `alive` animates it, so that a screenshot of the success screen can be told apart. */
export function FieldScreen({
  children,
  frond = 'none',
  alive,
}: {
  children: ReactNode
  frond?: 'none' | 'above' | 'below' | undefined
  alive?: boolean | undefined
}) {
  return (
    <div className="n-field n-field-screen" data-frond={frond} data-alive={alive || undefined}>
      {frond !== 'none' && <Frond />}
      {children}
    </div>
  )
}

/** The greeting with a button at the end. */
export function FieldTop({ children, end }: { children: ReactNode; end?: ReactNode }) {
  return (
    <div className="n-field-top">
      {children}
      {end}
    </div>
  )
}

/** A row of round actions under the balance; `main` has the accent colour. */
export function QuickActions({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav className="n-actions" aria-label={label}>
      {children}
    </nav>
  )
}

interface QuickActionProps {
  href: string
  icon: ReactNode
  children: ReactNode
  main?: boolean | undefined
  /** Runs before the link is followed. */
  onClick?: (() => void) | undefined
  /** Shown without its fill, and cannot be pressed. */
  isDisabled?: boolean | undefined
  /** Disabled while there is no signal; the bar above the page shows why, and the action's name says it. */
  needsSignal?: boolean | undefined
}

export function QuickAction({ href, icon, children, main, onClick, isDisabled, needsSignal }: QuickActionProps) {
  const noSignal = use(NoSignalContext)
  const reason = needsSignal ? noSignal : undefined
  return (
    <Anchor className="n-action" href={href} onClick={onClick} isDisabled={isDisabled || reason !== undefined} data-main={main || undefined}>
      <span className="n-action-disc">{icon}</span>
      <span>
        {children}
        {reason !== undefined && <span className="n-hidden"> {reason}</span>}
      </span>
    </Anchor>
  )
}

/** A state of everything on the field, in one line: "Frozen by you, 4:12 pm". */
export function FieldState({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <p className="n-field-state">
      {icon}
      <span>{children}</span>
    </p>
  )
}
