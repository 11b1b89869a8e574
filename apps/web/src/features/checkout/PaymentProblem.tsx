import { Trans } from '@lingui/react/macro'
import { Button, Icon, LinkButton } from '@nikau/ui'
import type { ReactNode } from 'react'
import { addressOf, paths } from '../../lib/paths.ts'
import { Modal } from './Modal.tsx'

interface Words {
  title: ReactNode
  text: ReactNode
}

const timedOut: Words = {
  title: <Trans>Transaction Timed Out</Trans>,
  text: <Trans>This payment request has timed out as it exceeded the transaction time limit.</Trans>,
}
const known: Readonly<Record<string, Words>> = {
  REQUEST_EXPIRED: timedOut,
  REQUEST_PAID: {
    title: <Trans>Duplicate Payment</Trans>,
    text: <Trans>This payment request has already been completed in an earlier transaction.</Trans>,
  },
  REQUEST_CANCELLED: { title: <Trans>Payment Request Cancelled</Trans>, text: <Trans>This payment request was cancelled.</Trans> },
}

const other: Words = { title: <Trans>Something Went Wrong</Trans>, text: <Trans>It looks like something went wrong. Please try again.</Trans> }

/** What the bank's answer means for the customer's money, where that is known. */
const meanings: Readonly<Record<string, ReactNode>> = {
  PAYMENT_DECLINED: <Trans>Your bank declined the payment. You have not been charged.</Trans>,
  declined: <Trans>Your bank declined the payment. You have not been charged.</Trans>,
  expired: <Trans>Your approval came too late. You have not been charged.</Trans>,
  'bank-unavailable': <Trans>Your bank does not answer right now. You have not been charged.</Trans>,
  returned: <Trans>Your bank took the money after this request had ended. It goes back to your account.</Trans>,
}

/** A payment from a bank that came to nothing. */
export function PaymentProblem({ code, requestId, onClose }: { code: string; requestId: string; onClose: () => void }) {
  const words = known[code] ?? other
  return (
    <Modal
      role="alertdialog"
      tone="negative"
      icon={<Icon name="problem" />}
      title={words.title}
      onClose={onClose}
      actions={
        words === other ? (
          <Button full onPress={() => location.reload()}>
            <Trans>Retry</Trans>
          </Button>
        ) : (
          <>
            {code === 'REQUEST_PAID' && (
              <LinkButton full href={addressOf(paths.paymentSummary(requestId))}>
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
      <p>{words.text}</p>
      {meanings[code] !== undefined && <p>{meanings[code]}</p>}
    </Modal>
  )
}
