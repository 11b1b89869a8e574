import { Trans } from '@lingui/react/macro'
import { Button } from '@nikau/ui'
import { Modal } from '../checkout/index.ts'
import { CompanyPhone } from './words.tsx'

/** A code goes to what the card company has on file, so that is where it is put right. */
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
        <Trans>The code goes to the phone number and e-mail address that Farmlands has on file for your card.</Trans>
      </p>
      <ol className="checkout-steps farm-steps">
        <li>
          <span>
            <Trans>
              Call Farmlands on <CompanyPhone /> between 8am and 5pm on weekdays
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
