import type { ReactNode } from 'react'
import { Anchor } from '../link/Link.tsx'
import { Frond } from './Frond.tsx'

/**
 * The brand's one gesture: a deep green field with a frond, for the moments that are Nikau itself. Never behind a form or a list.
 * hero lies at the top of a phone page and becomes a leaf in a desktop pane; leaf is a card of its own.
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

/** The field as the whole screen: barcode, success, sign-in. `frond` says where it grows, `alive` lets it sway (the success screen's proof against screenshots). */
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

/** The greeting's line with a button at its end. */
export function FieldTop({ children, end }: { children: ReactNode; end?: ReactNode }) {
  return (
    <div className="n-field-top">
      {children}
      {end}
    </div>
  )
}

/** Round actions in a row under the balance; the first, `main`, carries the accent. */
export function QuickActions({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav className="n-actions" aria-label={label}>
      {children}
    </nav>
  )
}

export function QuickAction({ href, icon, children, main }: { href: string; icon: ReactNode; children: ReactNode; main?: boolean | undefined }) {
  return (
    <Anchor className="n-action" href={href} data-main={main || undefined}>
      <span className="n-action-disc">{icon}</span>
      <span>{children}</span>
    </Anchor>
  )
}
