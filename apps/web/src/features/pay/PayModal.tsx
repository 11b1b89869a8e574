import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Dialog, Icon, type IconName, LinkButton } from '@nikau/ui'
import type { ReactNode } from 'react'
import { useScreenPath } from '../../lib/current-screen.ts'
import { paths } from '../../lib/paths.ts'
import { Message } from '../../lib/Message.tsx'
import type { ModalKind } from './refusals.ts'
import type { RequestView } from './useRequest.ts'

interface ModalText {
  title: MessageDescriptor
  text: MessageDescriptor
  tone: 'warning' | 'negative' | 'neutral'
  icon: IconName
  /** The modal cannot be closed, because nothing on the screen beneath works any more. */
  locked?: true
}

/** The requirements fix the texts of the codes that they name. */
const modalTexts: Readonly<Record<ModalKind, ModalText>> = {
  'timed-out': {
    title: msg`Transaction Timed Out`,
    text: msg`This payment request has timed out as it exceeded the transaction time limit.`,
    tone: 'warning',
    icon: 'clock',
    locked: true,
  },
  duplicate: {
    title: msg`Duplicate Payment`,
    text: msg`This payment request has already been completed in an earlier transaction.`,
    tone: 'neutral',
    icon: 'check',
    locked: true,
  },
  cancelled: {
    title: msg`Payment Request Cancelled`,
    text: msg`This payment request was cancelled.`,
    tone: 'warning',
    icon: 'close',
    locked: true,
  },
  insufficient: {
    title: msg`Insufficient Funds`,
    text: msg`This payment failed as there was not enough funds in the selected account.`,
    tone: 'negative',
    icon: 'wallet',
  },
  'own-limit': {
    title: msg`Over your own limit`,
    text: msg`You’ve set a limit that stops this payment.`,
    tone: 'warning',
    icon: 'lock',
  },
  frozen: {
    title: msg`Your wallet is frozen`,
    text: msg`Nothing can leave your wallet until it is unfrozen.`,
    tone: 'warning',
    icon: 'lock',
  },
  inactive: {
    title: msg`Payment Method Inactive`,
    text: msg`The funds on the selected method have expired or been disabled.`,
    tone: 'negative',
    icon: 'problem',
  },
  conflict: {
    title: msg`Terminal Conflict`,
    text: msg`This terminal may not be configured to accept this payment method.`,
    tone: 'negative',
    icon: 'store',
  },
  incompatible: {
    title: msg`Assets not compatible`,
    text: msg`It looks like you have no suitable assets to spend at this merchant.`,
    tone: 'warning',
    icon: 'wallet',
  },
  'not-found': {
    title: msg`Payment Request Not Found`,
    text: msg`We can't find this payment request. Check the link or ask the merchant for a new one.`,
    tone: 'warning',
    icon: 'search',
    locked: true,
  },
  forbidden: {
    title: msg`You can’t pay this from here`,
    text: msg`This request, or the way to pay that you chose, belongs to another account. Check which account you’re signed in with.`,
    tone: 'warning',
    icon: 'lock',
  },
  'not-accepted': {
    title: msg`Payment method not accepted`,
    text: msg`The shop doesn’t accept this way to pay for this order. Choose another one.`,
    tone: 'warning',
    icon: 'store',
  },
  'amount-changed': {
    title: msg`The amount has changed`,
    text: msg`What is left to pay has changed since you opened this page. Check the new amount first.`,
    tone: 'warning',
    icon: 'warning',
  },
  'token-denied': {
    title: msg`This token can’t be used here`,
    text: msg`It doesn’t cover anything in this order. Choose another way to pay.`,
    tone: 'warning',
    icon: 'warning',
  },
  quota: {
    title: msg`Over your limit`,
    text: msg`This payment is more than you can spend from your wallet for now.`,
    tone: 'warning',
    icon: 'lock',
  },
  declined: {
    title: msg`Payment declined`,
    text: msg`The bank or card company declined it. Choose another way to pay, or ask them why.`,
    tone: 'negative',
    icon: 'problem',
  },
  unconfirmed: {
    title: msg`We’re checking`,
    text: msg`A payment for this order is still being confirmed. Wait for the result before you pay again. This page updates by itself.`,
    tone: 'warning',
    icon: 'clock',
  },
  'in-doubt': {
    title: msg`Check your activity first`,
    text: msg`We’re finding out whether your payment was made. If it was, it’s in your activity.`,
    tone: 'warning',
    icon: 'clock',
  },
  unknown: {
    title: msg`Something Went Wrong`,
    text: msg`It looks like something went wrong. Please try again.`,
    tone: 'negative',
    icon: 'problem',
    locked: true,
  },
}

export interface PayModalProps {
  kind: ModalKind
  request?: RequestView | undefined
  onClose: () => void
  onSelectWallet: () => void
  children?: ReactNode
}

/** Why the request cannot be paid, whether the customer was charged, and the next action. */
export function PayModal({ kind, request, onClose, onSelectWallet, children }: PayModalProps) {
  const { title, text, tone, icon, locked } = modalTexts[kind]
  const code = request?.shortCode
  return (
    <Dialog
      isOpen
      onClose={onClose}
      locked={locked}
      role="alertdialog"
      tone={tone}
      icon={<Icon name={icon} />}
      title={<Message of={title} />}
      assurance={chargeText(kind, request?.paidBy !== undefined)}
      actions={<Actions kind={kind} request={request} onClose={onClose} onSelectWallet={onSelectWallet} />}
      reference={code && <Trans>Reference {code}</Trans>}
    >
      <p>
        <Message of={text} />
      </p>
      {children}
    </Dialog>
  )
}

/** Whether the customer was charged, where that is known. */
function chargeText(kind: ModalKind, partPaid: boolean): ReactNode {
  const closed = kind === 'timed-out' || kind === 'cancelled'
  if (closed && partPaid) return <Trans>The amount already paid will be refunded.</Trans>
  if (kind === 'unconfirmed' || kind === 'in-doubt') return <Trans>You will not be charged twice.</Trans>
  if (kind === 'duplicate' || kind === 'not-found' || kind === 'incompatible') return undefined
  return partPaid ? undefined : <Trans>You have not been charged.</Trans>
}

function Actions({ kind, request, onClose, onSelectWallet }: Pick<PayModalProps, 'kind' | 'request' | 'onClose' | 'onSelectWallet'>) {
  const freeze = useScreenPath('freeze')
  const ownLimits = useScreenPath('own-limits')
  switch (kind) {
    case 'not-found':
      return (
        <LinkButton full href={paths.home}>
          <Trans>Go Back Home</Trans>
        </LinkButton>
      )
    case 'duplicate':
      return (
        <>
          <LinkButton full href={paths.paymentSummary(request?.id ?? '')}>
            <Trans>View Payment</Trans>
          </LinkButton>
          <BackLink request={request} variant="quiet" />
        </>
      )
    case 'timed-out':
    case 'cancelled':
      return <BackLink request={request} />
    case 'insufficient':
    case 'not-accepted':
    case 'token-denied':
    case 'declined':
    case 'forbidden':
      return (
        <>
          <Button full onPress={onSelectWallet}>
            <Trans>Change Payment Method</Trans>
          </Button>
          <BackLink request={request} variant="quiet" />
        </>
      )
    case 'own-limit':
      return (
        <>
          {ownLimits !== undefined && (
            <LinkButton full href={ownLimits}>
              <Trans>See your limits</Trans>
            </LinkButton>
          )}
          <Button full variant={ownLimits === undefined ? undefined : 'outlined'} onPress={onSelectWallet}>
            <Trans>Change Payment Method</Trans>
          </Button>
          <BackLink request={request} variant="quiet" />
        </>
      )
    case 'quota':
      return (
        <>
          <Button full onPress={onSelectWallet}>
            <Trans>Change Payment Method</Trans>
          </Button>
          <LinkButton full variant="quiet" href={paths.limits}>
            <Trans>See your limits</Trans>
          </LinkButton>
        </>
      )
    case 'unconfirmed':
    case 'in-doubt':
      return (
        <>
          <LinkButton full href={paths.activity}>
            <Trans>See your activity</Trans>
          </LinkButton>
          <Button full variant="quiet" onPress={onClose}>
            <Trans>Close</Trans>
          </Button>
        </>
      )
    case 'amount-changed':
      return (
        <Button full onPress={onClose}>
          <Trans>See the new amount</Trans>
        </Button>
      )
    case 'frozen':
      return (
        <>
          {freeze !== undefined && (
            <LinkButton full href={freeze}>
              <Trans>See the freeze</Trans>
            </LinkButton>
          )}
          <Button full variant={freeze === undefined ? undefined : 'outlined'} onPress={onSelectWallet}>
            <Trans>Change Payment Method</Trans>
          </Button>
          <BackLink request={request} variant="quiet" />
        </>
      )
    case 'incompatible':
      return (
        <>
          <Button full onPress={onSelectWallet}>
            <Trans>Select Wallet</Trans>
          </Button>
          <BackLink request={request} variant="quiet" />
        </>
      )
    case 'inactive':
    case 'conflict':
      return (
        <Button full onPress={onClose}>
          <Trans>Close</Trans>
        </Button>
      )
    case 'unknown':
      return (
        <>
          <Button full onPress={() => location.reload()}>
            <Trans>Retry</Trans>
          </Button>
          <BackLink request={request} variant="quiet" />
        </>
      )
  }
}

/** Back to the merchant when the request has a redirect, otherwise home. */
function BackLink({ request, variant }: { request: RequestView | undefined; variant?: 'quiet' | undefined }) {
  const merchant = request?.merchantName
  if (request?.redirectUrl !== undefined)
    return (
      <LinkButton full variant={variant} href={request.redirectUrl}>
        <Trans>Back to {merchant}</Trans>
      </LinkButton>
    )
  return (
    <LinkButton full variant={variant} href={paths.home}>
      <Trans>Back to home</Trans>
    </LinkButton>
  )
}
