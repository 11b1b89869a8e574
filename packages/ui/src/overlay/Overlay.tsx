import type { ReactNode } from 'react'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'

export interface OverlayProps {
  isOpen: boolean
  /** Called by Esc, by a press outside and by a drag down. */
  onClose: () => void
  /** Money is moving: Esc and a press outside do nothing until it has. */
  locked?: boolean | undefined
}

/** The scrim and the box; react-aria keeps focus inside, hides the page from screen readers and gives focus back. */
export function Overlay({
  isOpen,
  onClose,
  locked = false,
  wide,
  edge,
  children,
}: OverlayProps & { wide?: boolean | undefined; edge?: 'end' | undefined; children: ReactNode }) {
  return (
    <ModalOverlay
      className="n-scrim"
      data-edge={edge}
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable={!locked}
      isKeyboardDismissDisabled={locked}
    >
      <Modal className="n-modal" data-wide={wide || undefined}>
        {children}
      </Modal>
    </ModalOverlay>
  )
}
