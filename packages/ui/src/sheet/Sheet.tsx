import type { ReactNode } from 'react'
import { Dialog as AriaDialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Icon } from '../icon/Icon.tsx'
import { IconButton } from '../icon-button/IconButton.tsx'
import { Overlay, type OverlayProps } from '../overlay/Overlay.tsx'
import { useDragDown } from './useDragDown.ts'

export interface SheetProps extends OverlayProps {
  title: ReactNode
  closeLabel: string
  children: ReactNode
  /** Stays at the bottom while the content scrolls. */
  actions?: ReactNode
}

/** A bottom sheet. Esc, a press outside, the close button and a drag down close it. */
export function Sheet({ title, closeLabel, children, actions, ...overlay }: SheetProps) {
  const drag = useDragDown(overlay.onClose)
  return (
    <Overlay {...overlay} wide>
      <AriaDialog className="n-sheet">
        {!overlay.locked && <div className="n-sheet-grab" aria-hidden {...drag} />}
        <div className="n-sheet-head">
          <Heading slot="title" level={2} className="n-heading">
            {title}
          </Heading>
          {!overlay.locked && <IconButton label={closeLabel} icon={<Icon name="close" />} onPress={overlay.onClose} />}
        </div>
        <div className="n-sheet-body">{children}</div>
        {actions !== undefined && <div className="n-sheet-actions">{actions}</div>}
      </AriaDialog>
    </Overlay>
  )
}
