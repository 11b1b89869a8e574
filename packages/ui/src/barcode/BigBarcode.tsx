import type { ReactNode } from 'react'
import { Dialog as AriaDialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { Button } from '../button/Button.tsx'
import { Barcode } from './Barcode.tsx'

export interface BigBarcodeProps {
  isOpen: boolean
  onClose: () => void
  value: string
  /** Accessible name of the barcode. */
  label: string
  title: ReactNode
  /** Under the digits: how long the code works. */
  status: ReactNode
  closeLabel: ReactNode
}

/** The code over the whole screen, white whatever the theme: for weak eyes and weak scanners. Esc closes it. */
export function BigBarcode({ isOpen, onClose, value, label, title, status, closeLabel }: BigBarcodeProps) {
  return (
    <ModalOverlay className="n-big-code" isOpen={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Modal className="n-big-code-modal">
        <AriaDialog className="n-big-code-page">
          <Heading slot="title" level={2} className="n-big-code-say">
            {title}
          </Heading>
          <Barcode value={value} label={label} />
          <p className="n-big-code-say">{status}</p>
          <Button full size="l" onPress={onClose}>
            {closeLabel}
          </Button>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}
