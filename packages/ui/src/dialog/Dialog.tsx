import type { ReactNode } from 'react'
import { Dialog as AriaDialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Icon } from '../icon/Icon.tsx'
import { Overlay, type OverlayProps } from '../overlay/Overlay.tsx'

export interface DialogProps extends OverlayProps {
  /** What happened. */
  title: ReactNode
  icon?: ReactNode
  /** `app`: the icon of the app itself. */
  tone?: 'neutral' | 'warning' | 'negative' | 'positive' | 'app' | undefined
  children?: ReactNode
  /** One sentence with a tick: whether the customer was charged. */
  assurance?: ReactNode
  /** The main action, then at most one other; full-width Buttons. */
  actions: ReactNode
  /** "Reference NK 7F3C 91B2". */
  reference?: ReactNode
  /** alertdialog when the user must respond. */
  role?: 'dialog' | 'alertdialog' | undefined
}

/** One message and one decision: at the bottom on phones, centred from 640 px. */
export function Dialog({ title, icon, tone = 'neutral', children, assurance, actions, reference, role = 'dialog', ...overlay }: DialogProps) {
  return (
    <Overlay {...overlay}>
      <AriaDialog className="n-dialog" role={role}>
        {icon !== undefined && (
          <div className="n-dialog-icon" data-tone={tone}>
            {icon}
          </div>
        )}
        <Heading slot="title" level={2} className="n-dialog-title">
          {title}
        </Heading>
        {children !== undefined && <div className="n-dialog-text">{children}</div>}
        {assurance !== undefined && (
          <p className="n-dialog-assurance">
            <Icon name="check" size="s" />
            <span>{assurance}</span>
          </p>
        )}
        <div className="n-dialog-actions">{actions}</div>
        {reference !== undefined && <p className="n-dialog-reference">{reference}</p>}
      </AriaDialog>
    </Overlay>
  )
}

/** Two amounts side by side, inside a Dialog: paid now and remaining. */
export function SplitAmounts({ parts }: { parts: { label: ReactNode; money: ReactNode }[] }) {
  return (
    <div className="n-split">
      {parts.map((part, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- always two items
        <div key={index}>
          <p className="n-split-label">{part.label}</p>
          {part.money}
        </div>
      ))}
    </div>
  )
}
