import { Trans } from '@lingui/react/macro'
import { Button } from '@nikau/ui'
import type { ReactNode } from 'react'
import { Modal } from './Modal.tsx'

/** How to pay with the Farmlands app on another device. */
export function FarmAppSteps({ qr, onClose }: { qr: ReactNode; onClose: () => void }) {
  return (
    <Modal
      title={<Trans>Pay with the Farmlands app</Trans>}
      onClose={onClose}
      actions={
        <Button full variant="outlined" onPress={onClose}>
          <Trans>Close</Trans>
        </Button>
      }
    >
      <ol className="checkout-steps">
        <li>
          <Trans>Open the Farmlands app</Trans>
        </li>
        <li>
          <Trans>Scan this QR code</Trans>
        </li>
        <li>
          <Trans>Confirm the payment there</Trans>
        </li>
      </ol>
      <div className="checkout-qr">{qr}</div>
    </Modal>
  )
}
