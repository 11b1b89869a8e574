import { Trans } from '@lingui/react/macro'
import { balanceRefusal, minimumRefusal, newPayeeRefusal } from '@nikau/contract/funds-transfers'
import { type QuotaOverview, quotaOverviewOfRefusal } from '../../lib/quota-overview.ts'
import { quotaRefusal } from '@nikau/contract/quotas'
import { type Cents, format } from '@nikau/money'
import * as z from 'zod/mini'
import type { CallError } from '../../lib/call-error.ts'
import { CloseAction, ErrorDialog } from '../../lib/ErrorDialog.tsx'
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
  const changeAmount = <CloseAction text={<Trans>Change Amount</Trans>} onClose={onClose} />
  const dismiss = <CloseAction text={<Trans>Dismiss</Trans>} onClose={onClose} />
  const props = { onClose, assurance: <Trans>Your money is still in your wallet.</Trans> }
  if (error.code === 'BANK_AUTHORITY_WALLET_MISMATCH')
    return (
      <ErrorDialog {...props} title={<Trans>Bank and Wallet Mismatch</Trans>} action={dismiss}>
        <Trans>This bank account doesn’t match this wallet. Please choose another account.</Trans>
      </ErrorDialog>
    )
  if (error.code === 'INSUFFICIENT_WALLET_BALANCE') {
    const refusal = z.safeDecode(balanceRefusal, error.body as z.input<typeof balanceRefusal>)
    const left = format(refusal.data?.available ?? available)
    return (
      <ErrorDialog {...props} title={<Trans>Insufficient Funds</Trans>} action={changeAmount}>
        <Trans>You have {left} available.</Trans>
      </ErrorDialog>
    )
  }
  if (error.code === 'QUOTA_EXCEEDED') {
    const refusal = z.safeDecode(quotaRefusal, error.body as z.input<typeof quotaRefusal>)
    const overview = refusal.data && quotaOverviewOfRefusal(refusal.data.quotas, amount)
    const left = overview?.minimumRemainingUsage === undefined ? undefined : format(overview.minimumRemainingUsage)
    return (
      <ErrorDialog {...props} title={<QuotaTitle period={overview?.period} />} action={changeAmount}>
        {left === undefined ? <Trans>That’s over your limit.</Trans> : <Trans>You can withdraw {left} more.</Trans>}
      </ErrorDialog>
    )
  }
  if (error.code === 'WITHDRAWAL_MINIMUM_UNVERIFIED') {
    const refusal = z.safeDecode(minimumRefusal, error.body as z.input<typeof minimumRefusal>)
    const minimum = refusal.data && format(refusal.data.minimum)
    return (
      <ErrorDialog {...props} title={<Trans>Verify this bank account</Trans>} action={changeAmount}>
        {minimum === undefined ? (
          <Trans>Smaller withdrawals need a verified bank account.</Trans>
        ) : (
          <Trans>Until you’ve verified it, you can withdraw {minimum} or more.</Trans>
        )}
      </ErrorDialog>
    )
  }
  if (error.code === 'WITHDRAWAL_LIMIT_UNVERIFIED')
    return (
      <ErrorDialog {...props} title={<Trans>Verify this bank account</Trans>} action={dismiss}>
        {until === undefined ? (
          <Trans>You’ve withdrawn to unverified bank accounts too often. Verify this one to withdraw now.</Trans>
        ) : (
          <Trans>You’ve withdrawn to unverified bank accounts too often. Verify this one to withdraw now, or wait until {until}.</Trans>
        )}
      </ErrorDialog>
    )
  if (error.code === 'NEW_PAYEE_LIMIT_EXCEEDED') {
    const refusal = z.safeDecode(newPayeeRefusal, error.body as z.input<typeof newPayeeRefusal>)
    const left = refusal.data && format(refusal.data.available)
    return (
      <ErrorDialog {...props} title={<Trans>This bank account is new</Trans>} action={changeAmount}>
        {left === undefined || until === undefined ? (
          <Trans>To protect you from theft, only a small amount can be withdrawn to a new bank account.</Trans>
        ) : (
          <Trans>
            To protect you from theft, you can withdraw {left} more to new bank accounts until {until}. After that there’s no such limit.
          </Trans>
        )}
      </ErrorDialog>
    )
  }
  if (error.code === 'ACCOUNT_FROZEN')
    return (
      <ErrorDialog {...props} title={<Trans>Your wallet is frozen</Trans>} action={dismiss}>
        <Trans>Nothing can leave your wallet until it is unfrozen.</Trans>
      </ErrorDialog>
    )
  if (error.status >= 400 && error.status < 500)
    return (
      <ErrorDialog {...props} title={<Trans>Something Went Wrong</Trans>} action={dismiss}>
        <Trans>Your withdrawal wasn’t made.</Trans>
      </ErrorDialog>
    )
  return (
    <ErrorDialog onClose={onClose} title={<Trans>Something Went Wrong</Trans>} action={<CloseAction text={<Trans>Try again</Trans>} onClose={onClose} />}>
      <Trans>We don’t know yet whether your withdrawal was made. If you try again with the same amount, it won’t be made twice.</Trans>
    </ErrorDialog>
  )
}

/** Names the yearly limit if both limits are exceeded. */
function QuotaTitle({ period }: { period: QuotaOverview['period'] }) {
  if (period === 'yearly') return <Trans>Yearly Withdrawal Quota Exceeded</Trans>
  return period === 'monthly' ? <Trans>Monthly Withdrawal Quota Exceeded</Trans> : <Trans>Withdrawal Quota Exceeded</Trans>
}
