import { Trans } from '@lingui/react/macro'
import { Button } from '@nikau/ui'
import { Modal } from '../checkout/index.ts'
import { FarmlandsPhone } from './messages.tsx'

/** The code goes to the contacts on file at the card company, so the customer must update them there. */
export function NoCodeHelp({ onClose }: { onClose: () => void }) {
  return (
    <Modal
      title={<Trans>Didn't receive a verification code?</Trans>}
      onClose={onClose}
      actions={
        <Button full variant="outlined" onPress={onClose}>
          <Trans>Close</Trans>
        </Button>
      }
    >
      <p>
        <Trans>The code goes to the mobile number and email address that Farmlands has on file for your card.</Trans>
      </p>
      <ol className="checkout-steps farm-steps">
        <li>
          <span>
            <Trans>
              Call Farmlands on <FarmlandsPhone /> between 8am and 5pm on weekdays
            </Trans>
          </span>
        </li>
        <li>
          <Trans>Update your details</Trans>
        </li>
        <li>
          <Trans>Wait 2 days, then pay with your card again</Trans>
        </li>
      </ol>
    </Modal>
  )
}
