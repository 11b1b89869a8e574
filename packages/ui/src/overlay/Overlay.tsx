import type { ReactNode } from 'react'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'

export interface OverlayProps {
  isOpen: boolean
  /** On Esc, a press outside and a drag down. */
  onClose: () => void
  /** Ignores Esc and presses outside, while a payment is in progress. */
  locked?: boolean | undefined
}

/** Backdrop and box; react-aria traps the focus, hides the page from screen readers and restores the focus. */
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
