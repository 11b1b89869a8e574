import { Trans } from '@lingui/react/macro'
import { balanceRefusal, minimumRefusal, newPayeeRefusal } from '@nikau/contract/funds-transfers'
import { type QuotaOverview, quotaOverviewOfRefusal } from '../../lib/quota-overview.ts'
import { quotaRefusal } from '@nikau/contract/quotas'
import { type Cents, format } from '@nikau/money'
import { Button, Dialog, Icon } from '@nikau/ui'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import * as z from 'zod/mini'
import type { CallError } from '../../lib/call-error.ts'
import { paths } from '../../lib/paths.ts'
import { useUntil } from '../../lib/localized-text.ts'

interface WithdrawErrorProps {
  error: CallError
  amount: Cents
  /** The balance known to the browser; the server's figure takes precedence. */
  available: Cents
  onClose: () => void
}

/** Why the withdrawal failed. Closing it returns to the form with the amount unchanged. */
export function WithdrawError({ error, amount, available, onClose }: WithdrawErrorProps) {
  const until = useUntil(error)
  if (error.code === 'BANK_AUTHORITY_WALLET_MISMATCH')
    return (
      <WithdrawErrorDialog onClose={onClose} title={<Trans>Bank and Wallet Mismatch</Trans>} action={<Trans>Dismiss</Trans>} moneyIsSafe>
        <Trans>This bank account doesn’t match this wallet. Please choose another account.</Trans>
      </WithdrawErrorDialog>
    )
  if (error.code === 'INSUFFICIENT_WALLET_BALANCE') {
    const refusal = z.safeDecode(balanceRefusal, error.body as z.input<typeof balanceRefusal>)
    const left = format(refusal.data?.available ?? available)
    return (
      <WithdrawErrorDialog onClose={onClose} title={<Trans>Insufficient Funds</Trans>} action={<Trans>Change Amount</Trans>} moneyIsSafe>
        <Trans>You have {left} available.</Trans>
      </WithdrawErrorDialog>
    )
  }
  if (error.code === 'QUOTA_EXCEEDED') {
    const refusal = z.safeDecode(quotaRefusal, error.body as z.input<typeof quotaRefusal>)
    const overview = refusal.data && quotaOverviewOfRefusal(refusal.data.quotas, amount)
    const left = overview?.minimumRemainingUsage === undefined ? undefined : format(overview.minimumRemainingUsage)
    return (
      <WithdrawErrorDialog onClose={onClose} title={<QuotaTitle period={overview?.period} />} action={<Trans>Change Amount</Trans>} moneyIsSafe>
        {left === undefined ? <Trans>That’s over your limit.</Trans> : <Trans>You can withdraw {left} more.</Trans>}
      </WithdrawErrorDialog>
    )
  }
  if (error.code === 'WITHDRAWAL_MINIMUM_UNVERIFIED') {
    const refusal = z.safeDecode(minimumRefusal, error.body as z.input<typeof minimumRefusal>)
    const minimum = refusal.data && format(refusal.data.minimum)
    return (
      <WithdrawErrorDialog onClose={onClose} title={<Trans>Verify this bank account</Trans>} action={<Trans>Change Amount</Trans>} moneyIsSafe>
        {minimum === undefined ? (
          <Trans>Smaller withdrawals need a verified bank account.</Trans>
        ) : (
          <Trans>Until you’ve verified it, you can withdraw {minimum} or more.</Trans>
        )}
      </WithdrawErrorDialog>
    )
  }
  if (error.code === 'WITHDRAWAL_LIMIT_UNVERIFIED')
    return (
      <WithdrawErrorDialog onClose={onClose} title={<Trans>Verify this bank account</Trans>} action={<Trans>Dismiss</Trans>} moneyIsSafe>
        {until === undefined ? (
          <Trans>You’ve withdrawn to unverified bank accounts too often. Verify this one to withdraw now.</Trans>
        ) : (
          <Trans>You’ve withdrawn to unverified bank accounts too often. Verify this one to withdraw now, or wait until {until}.</Trans>
        )}
      </WithdrawErrorDialog>
    )
  if (error.code === 'NEW_PAYEE_LIMIT_EXCEEDED') {
    const refusal = z.safeDecode(newPayeeRefusal, error.body as z.input<typeof newPayeeRefusal>)
    const left = refusal.data && format(refusal.data.available)
    return (
      <WithdrawErrorDialog onClose={onClose} title={<Trans>This bank account is new</Trans>} action={<Trans>Change Amount</Trans>} moneyIsSafe>
        {left === undefined || until === undefined ? (
          <Trans>To protect you from theft, only a small amount can be withdrawn to a new bank account.</Trans>
        ) : (
          <Trans>
            To protect you from theft, you can withdraw {left} more to new bank accounts until {until}. After that there’s no such limit.
          </Trans>
        )}
      </WithdrawErrorDialog>
    )
  }
  if (error.code === 'ACCOUNT_FROZEN')
    return (
      <WithdrawErrorDialog onClose={onClose} title={<Trans>Your wallet is frozen</Trans>} action={<Trans>Dismiss</Trans>} moneyIsSafe>
        <Trans>Nothing can leave your wallet until it is unfrozen.</Trans>
      </WithdrawErrorDialog>
    )
  if (error.status >= 400 && error.status < 500)
    return (
      <WithdrawErrorDialog onClose={onClose} title={<Trans>Something Went Wrong</Trans>} action={<Trans>Dismiss</Trans>} moneyIsSafe>
        <Trans>Your withdrawal wasn’t made.</Trans>
      </WithdrawErrorDialog>
    )
  return (
    <WithdrawErrorDialog onClose={onClose} title={<Trans>Something Went Wrong</Trans>} action={<Trans>Try again</Trans>}>
      <Trans>We don’t know yet whether your withdrawal was made. If you try again with the same amount, it won’t be made twice.</Trans>
    </WithdrawErrorDialog>
  )
}

/** Names the yearly limit if both limits are exceeded. */
function QuotaTitle({ period }: { period: QuotaOverview['period'] }) {
  if (period === 'yearly') return <Trans>Yearly Withdrawal Quota Exceeded</Trans>
  return period === 'monthly' ? <Trans>Monthly Withdrawal Quota Exceeded</Trans> : <Trans>Withdrawal Quota Exceeded</Trans>
}

interface WithdrawErrorDialogProps {
  onClose: () => void
  title: ReactNode
  action: ReactNode
  children: ReactNode
  /** The server refused the withdrawal, so no money has moved. */
  moneyIsSafe?: true
}

function WithdrawErrorDialog({ onClose, title, action, children, moneyIsSafe }: WithdrawErrorDialogProps) {
  const navigate = useNavigate()
  return (
    <Dialog
      isOpen
      onClose={onClose}
      role="alertdialog"
      tone="negative"
      icon={<Icon name="problem" />}
      title={title}
      assurance={moneyIsSafe && <Trans>Your money is still in your wallet.</Trans>}
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
