import { Trans } from '@lingui/react/macro'
import { balanceRefusal } from '@nikau/contract/funds-transfers'
import { type QuotaOverview, quotaOverviewOfRefusal } from '@nikau/contract/quota-rules'
import { quotaRefusal } from '@nikau/contract/quotas'
import { type Cents, format } from '@nikau/money'
import { Button, Dialog, Icon } from '@nikau/ui'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import * as z from 'zod/mini'
import type { CallError } from '../../lib/call.ts'
import { paths } from '../../lib/paths.ts'

interface WithdrawErrorProps {
  error: CallError
  amount: Cents
  /** As far as the browser knows; the server's word goes before it. */
  available: Cents
  onClose: () => void
}

/** Why the money stays where it is. Closing it leads back to the amount, which is as it was typed. */
export function WithdrawError({ error, amount, available, onClose }: WithdrawErrorProps) {
  if (error.code === 'BANK_AUTHORITY_WALLET_MISMATCH')
    return (
      <Problem onClose={onClose} title={<Trans>Bank and Wallet Mismatch</Trans>} action={<Trans>Dismiss</Trans>} assured>
        <Trans>This bank account and this wallet do not belong together. Please choose another account.</Trans>
      </Problem>
    )
  if (error.code === 'INSUFFICIENT_WALLET_BALANCE') {
    const told = z.safeDecode(balanceRefusal, error.body as z.input<typeof balanceRefusal>)
    const left = format(told.data?.available ?? available)
    return (
      <Problem onClose={onClose} title={<Trans>Insufficient Funds</Trans>} action={<Trans>Change Amount</Trans>} assured>
        <Trans>You have {left} available.</Trans>
      </Problem>
    )
  }
  if (error.code === 'QUOTA_EXCEEDED') {
    const refusal = z.safeDecode(quotaRefusal, error.body as z.input<typeof quotaRefusal>)
    const overview = refusal.data && quotaOverviewOfRefusal(refusal.data.quotas, amount)
    const left = overview?.minimumRemainingUsage === undefined ? undefined : format(overview.minimumRemainingUsage)
    return (
      <Problem onClose={onClose} title={<QuotaTitle period={overview?.period} />} action={<Trans>Change Amount</Trans>} assured>
        {left === undefined ? <Trans>Your limit leaves less than that.</Trans> : <Trans>You can withdraw {left} more.</Trans>}
      </Problem>
    )
  }
  if (error.status >= 400 && error.status < 500)
    return (
      <Problem onClose={onClose} title={<Trans>Something Went Wrong</Trans>} action={<Trans>Dismiss</Trans>} assured>
        <Trans>Your withdrawal was not made.</Trans>
      </Problem>
    )
  return (
    <Problem onClose={onClose} title={<Trans>Something Went Wrong</Trans>} action={<Trans>Try again</Trans>}>
      <Trans>We don’t know yet whether your withdrawal was made. Trying again with the same amount never makes it twice.</Trans>
    </Problem>
  )
}

/** The longer limit speaks where both are in the way. */
function QuotaTitle({ period }: { period: QuotaOverview['period'] }) {
  if (period === 'yearly') return <Trans>Yearly Withdrawal Quota Exceeded</Trans>
  return period === 'monthly' ? <Trans>Monthly Withdrawal Quota Exceeded</Trans> : <Trans>Withdrawal Quota Exceeded</Trans>
}

interface ProblemProps {
  onClose: () => void
  title: ReactNode
  action: ReactNode
  children: ReactNode
  /** The server has refused, so nothing has moved. */
  assured?: true
}

function Problem({ onClose, title, action, children, assured }: ProblemProps) {
  const navigate = useNavigate()
  return (
    <Dialog
      isOpen
      onClose={onClose}
      role="alertdialog"
      tone="negative"
      icon={<Icon name="problem" />}
      title={title}
      assurance={assured && <Trans>Your money is still in your wallet.</Trans>}
      actions={
        <>
          <Button full onPress={onClose}>
            {action}
          </Button>
          <Button variant="quiet" full onPress={() => void navigate(paths.home)}>
            <Trans>Go Back Home</Trans>
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
