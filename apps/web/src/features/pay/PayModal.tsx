import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Dialog, Icon, type IconName, LinkButton } from '@nikau/ui'
import type { ReactNode } from 'react'
import { paths } from '../../lib/paths.ts'
import { Words } from '../../lib/Words.tsx'
import type { ModalKind } from './refusals.ts'
import type { ShownRequest } from './useRequest.ts'

interface Said {
  title: MessageDescriptor
  text: MessageDescriptor
  tone: 'warning' | 'negative' | 'neutral'
  icon: IconName
  /** Nothing on the screen beneath can be done any more, so there is nothing to go back to. */
  final?: true
}

/** What each modal says. The words are fixed. */
const said: Readonly<Record<ModalKind, Said>> = {
  'timed-out': {
    title: msg`Transaction Timed Out`,
    text: msg`This payment request has timed out as it exceeded the transaction time limit.`,
    tone: 'warning',
    icon: 'clock',
    final: true,
  },
  duplicate: {
    title: msg`Duplicate Payment`,
    text: msg`This payment request has already been completed in an earlier transaction.`,
    tone: 'neutral',
    icon: 'check',
    final: true,
  },
  cancelled: {
    title: msg`Payment Request Cancelled`,
    text: msg`This payment request was cancelled.`,
    tone: 'warning',
    icon: 'close',
    final: true,
  },
  insufficient: {
    title: msg`Insufficient Funds`,
    text: msg`This payment failed as there was not enough funds in the selected account.`,
    tone: 'negative',
    icon: 'wallet',
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
    final: true,
  },
  wrong: {
    title: msg`Something Went Wrong`,
    text: msg`It looks like something went wrong. Please try again.`,
    tone: 'negative',
    icon: 'problem',
    final: true,
  },
}

export interface PayModalProps {
  kind: ModalKind
  request?: ShownRequest | undefined
  onClose: () => void
  onSelectWallet: () => void
  children?: ReactNode
}

/** Why the request cannot be paid, or was not; whether the money is safe; and the one thing to do now. */
export function PayModal({ kind, request, onClose, onSelectWallet, children }: PayModalProps) {
  const { title, text, tone, icon, final } = said[kind]
  const code = request?.shortCode
  return (
    <Dialog
      isOpen
      onClose={onClose}
      locked={final}
      role="alertdialog"
      tone={tone}
      icon={<Icon name={icon} />}
      title={<Words of={title} />}
      assurance={assuranceOf(kind, request?.paidBy !== undefined)}
      actions={<Actions kind={kind} request={request} onClose={onClose} onSelectWallet={onSelectWallet} />}
      reference={code && <Trans>Reference {code}</Trans>}
    >
      <p>
        <Words of={text} />
      </p>
      {children}
    </Dialog>
  )
}

/** Whether the money is safe, where that can be said. */
function assuranceOf(kind: ModalKind, partPaid: boolean): ReactNode {
  const over = kind === 'timed-out' || kind === 'cancelled'
  if (over && partPaid) return <Trans>What was paid goes back to where it came from.</Trans>
  const uncharged = over || kind === 'insufficient' || kind === 'inactive' || kind === 'conflict'
  return uncharged && !partPaid ? <Trans>You have not been charged.</Trans> : undefined
}

function Actions({ kind, request, onClose, onSelectWallet }: Pick<PayModalProps, 'kind' | 'request' | 'onClose' | 'onSelectWallet'>) {
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
          <Leave request={request} variant="quiet" />
        </>
      )
    case 'timed-out':
    case 'cancelled':
      return <Leave request={request} />
    case 'insufficient':
      return (
        <>
          <Button full onPress={onSelectWallet}>
            <Trans>Change Payment Method</Trans>
          </Button>
          <Leave request={request} variant="quiet" />
        </>
      )
    case 'incompatible':
      return (
        <>
          <Button full onPress={onSelectWallet}>
            <Trans>Select Wallet</Trans>
          </Button>
          <Leave request={request} variant="quiet" />
        </>
      )
    case 'inactive':
    case 'conflict':
      return (
        <Button full onPress={onClose}>
          <Trans>Close</Trans>
        </Button>
      )
    case 'wrong':
      return (
        <Button full onPress={() => location.reload()}>
          <Trans>Retry</Trans>
        </Button>
      )
  }
}

/** Back to the shop that sent the person here, else home. */
function Leave({ request, variant }: { request: ShownRequest | undefined; variant?: 'quiet' }) {
  const merchant = request?.merchantName
  if (request?.redirectUrl !== undefined)
    return (
      <LinkButton full variant={variant} href={request.redirectUrl}>
        <Trans>Back to {merchant}</Trans>
      </LinkButton>
    )
  return (
    <LinkButton full variant={variant} href={paths.home}>
      <Trans>Back to dashboard</Trans>
    </LinkButton>
  )
}
