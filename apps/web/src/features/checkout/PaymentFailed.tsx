import { Trans } from '@lingui/react/macro'
import { Button, Icon, LinkButton } from '@nikau/ui'
import type { ReactNode } from 'react'
import { urlOf, paths } from '../../lib/paths.ts'
import { Modal } from './Modal.tsx'

interface ErrorText {
  title: ReactNode
  text: ReactNode
}

const timedOut: ErrorText = {
  title: <Trans>Transaction Timed Out</Trans>,
  text: <Trans>This payment request has timed out as it exceeded the transaction time limit.</Trans>,
}
const texts: Readonly<Record<string, ErrorText>> = {
  REQUEST_EXPIRED: timedOut,
  REQUEST_PAID: {
    title: <Trans>Duplicate Payment</Trans>,
    text: <Trans>This payment request has already been completed in an earlier transaction.</Trans>,
  },
  REQUEST_CANCELLED: { title: <Trans>Payment Request Cancelled</Trans>, text: <Trans>This payment request was cancelled.</Trans> },
}

const unknown: ErrorText = { title: <Trans>Something Went Wrong</Trans>, text: <Trans>It looks like something went wrong. Please try again.</Trans> }

/** Whether the customer was charged, where that is known. */
const chargeTexts: Readonly<Record<string, ReactNode>> = {
  PAYMENT_DECLINED: <Trans>Your bank declined the payment. You have not been charged.</Trans>,
  declined: <Trans>Your bank declined the payment. You have not been charged.</Trans>,
  expired: <Trans>Your approval came too late. You have not been charged.</Trans>,
  'bank-unavailable': <Trans>We can’t reach your bank right now. You have not been charged.</Trans>,
  'other-browser': <Trans>This payment was started in another browser. You have not been charged. You can pay again here.</Trans>,
  returned: <Trans>Your bank paid after this request had closed. The money goes back to your account.</Trans>,
}

/** Explains why a bank payment failed. */
export function PaymentFailed({ code, requestId, onClose }: { code: string; requestId: string; onClose: () => void }) {
  const error = texts[code] ?? unknown
  return (
    <Modal
      role="alertdialog"
      tone="negative"
      icon={<Icon name="problem" />}
      title={error.title}
      onClose={onClose}
      actions={
        error === unknown ? (
          <Button full onPress={() => location.reload()}>
            <Trans>Retry</Trans>
          </Button>
        ) : (
          <>
            {code === 'REQUEST_PAID' && (
              <LinkButton full href={urlOf(paths.paymentSummary(requestId))}>
                <Trans>View Payment</Trans>
              </LinkButton>
            )}
            <Button full variant={code === 'REQUEST_PAID' ? 'outlined' : 'filled'} onPress={onClose}>
              <Trans>Close</Trans>
            </Button>
          </>
        )
      }
    >
      <p>{error.text}</p>
      {chargeTexts[code] !== undefined && <p>{chargeTexts[code]}</p>}
    </Modal>
  )
}
