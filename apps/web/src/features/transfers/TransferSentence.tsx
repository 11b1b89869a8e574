import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { FundsTransfer, FundsTransferFailure } from '@nikau/contract/funds-transfers'
import { calendarDate, shortDate } from '@nikau/nz/nz-time'
import { isPendingTransfer } from '../../lib/funds.ts'
import { Message } from '../../lib/Message.tsx'
import { serverNow } from '../../lib/server-clock.ts'

export const isReversed = ({ timeline }: FundsTransfer) => timeline.some(({ key, at }) => key === 'reversed' && at !== undefined)

/** With the bank for longer than it takes. */
export const isLate = (transfer: FundsTransfer) => isPendingTransfer(transfer) && !transfer.held && transfer.arrivesBy < calendarDate(serverNow())

const reasons: Readonly<Record<FundsTransferFailure, MessageDescriptor>> = {
  'insufficient-funds': msg`Your bank declined it: there wasn’t enough money in the account.`,
  'no-authority': msg`Your bank declined it: it has no direct debit authority for Nikau.`,
  'authority-cancelled': msg`Your bank declined it: the direct debit authority was cancelled.`,
  'account-closed': msg`Your bank declined it: the account is closed.`,
  'account-transferred': msg`Your bank declined it: the account has moved to another number.`,
  'stopped-by-payer': msg`Your bank declined it: the account holder stopped the payment.`,
  'payer-deceased': msg`This account doesn’t allow direct debits.`,
  aborted: msg`You cancelled it before it was sent to your bank.`,
  declined: msg`Your bank declined it.`,
  expired: msg`Your approval ran out before your bank could pay.`,
  'bank-unavailable': msg`Your bank couldn’t make the payment.`,
  returned: msg`Your bank paid, but your wallet couldn’t take it. We’ll send it back to your account.`,
}

/** Where the money of a top-up or withdrawal is, and by when it arrives. Nothing for one that is done. */
export function TransferSentence({ transfer }: { transfer: FundsTransfer }) {
  const day = shortDate(transfer.arrivesBy)
  const isTopUp = transfer.type === 'topup'
  if (transfer.held) return <Trans>The money has arrived from your bank and is held until you verify the account.</Trans>
  if (isReversed(transfer))
    return isTopUp ? (
      <Trans>Your bank reversed this top-up, so the money has been taken out of your wallet.</Trans>
    ) : (
      <Trans>Your bank returned this withdrawal. The money is back in your wallet.</Trans>
    )
  if (transfer.status === 'failed')
    return (
      <>
        {transfer.failure && <Message of={reasons[transfer.failure]} />}{' '}
        {isTopUp ? <Trans>You haven’t lost any money.</Trans> : <Trans>The money is back in your wallet.</Trans>}
      </>
    )
  if (!isPendingTransfer(transfer)) return undefined
  if (transfer.bank !== undefined) return <Trans>In your wallet once your bank confirms it. Your money is safe.</Trans>
  if (isLate(transfer))
    return isTopUp ? (
      <Trans>
        It should have been in your wallet by <b>{day}</b>. Report a problem, and we’ll find out where it is.
      </Trans>
    ) : (
      <Trans>
        It should have been in your bank account by <b>{day}</b>. Report a problem, and we’ll find out where it is.
      </Trans>
    )
  return isTopUp ? (
    <Trans>
      In your wallet by <b>{day}</b>.
    </Trans>
  ) : (
    <Trans>
      In your bank account by <b>{day}</b>.
    </Trans>
  )
}
