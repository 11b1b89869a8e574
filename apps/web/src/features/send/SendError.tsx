import { Trans } from '@lingui/react/macro'
import type { Asset } from '@nikau/contract/assets'
import { balanceRefusal } from '@nikau/contract/funds-transfers'
import { quotaRefusal } from '@nikau/contract/quotas'
import { type Cents, format, zero } from '@nikau/money'
import * as z from 'zod/mini'
import type { CallError } from '../../lib/call-error.ts'
import { useScreenPath } from '../../lib/current-screen.ts'
import { CloseAction, ErrorDialog, LinkAction } from '../../lib/ErrorDialog.tsx'
import { useUntil } from '../../lib/localized-text.ts'
import { OwnLimitText } from '../../lib/OwnLimitText.tsx'
import { paths } from '../../lib/paths.ts'
import { type QuotaOverview, quotaOverviewOfRefusal } from '../../lib/quota-overview.ts'

interface SendErrorProps {
  error: CallError
  asset: Asset
  /** Undefined for a token. */
  amount: Cents | undefined
  onClose: () => void
}

/** Why nothing was sent, that the money is safe, and what to do. Closing it returns to the step with everything unchanged. */
export function SendError({ error, asset, amount, onClose }: SendErrorProps) {
  const until = useUntil(error)
  const freeze = useScreenPath('freeze')
  const ownLimits = useScreenPath('own-limits')
  const changeAmount = <LinkAction href={paths.sendStep('amount')} text={<Trans>Change Amount</Trans>} onClose={onClose} />
  const changeRecipient = <LinkAction href={paths.send} text={<Trans>Change who it’s for</Trans>} onClose={onClose} />
  const dismiss = <CloseAction text={<Trans>Dismiss</Trans>} onClose={onClose} />
  const isToken = asset.category !== 'money'
  const props = {
    onClose,
    assurance: isToken ? <Trans>Nothing was sent. You still have it.</Trans> : <Trans>Your money is still in your wallet.</Trans>,
  }
  switch (error.code) {
    case 'INSUFFICIENT_WALLET_BALANCE': {
      const refusal = z.safeDecode(balanceRefusal, error.body as z.input<typeof balanceRefusal>)
      const left = format(refusal.data?.available ?? asset.availableBalance ?? asset.balance ?? zero)
      return (
        <ErrorDialog {...props} title={<Trans>Insufficient Funds</Trans>} action={changeAmount}>
          <Trans>You have {left} available.</Trans>
        </ErrorDialog>
      )
    }
    case 'QUOTA_EXCEEDED': {
      const refusal = z.safeDecode(quotaRefusal, error.body as z.input<typeof quotaRefusal>)
      const overview = refusal.data && quotaOverviewOfRefusal(refusal.data.quotas, amount ?? zero)
      const left = overview?.minimumRemainingUsage === undefined ? undefined : format(overview.minimumRemainingUsage)
      return (
        <ErrorDialog {...props} title={<QuotaTitle period={overview?.period} />} action={changeAmount}>
          {left === undefined ? <Trans>That’s over your limit.</Trans> : <Trans>You can send {left} more.</Trans>}
        </ErrorDialog>
      )
    }
    case 'OWN_LIMIT_EXCEEDED':
      return (
        <ErrorDialog
          {...props}
          title={<Trans>Over your own limit</Trans>}
          action={changeAmount}
          other={ownLimits === undefined ? undefined : <LinkAction href={ownLimits} text={<Trans>See your limits</Trans>} quiet onClose={onClose} />}
        >
          <OwnLimitText error={error} />
        </ErrorDialog>
      )
    case 'ACCOUNT_FROZEN':
      return (
        <ErrorDialog
          {...props}
          title={<Trans>Your wallet is frozen</Trans>}
          action={freeze === undefined ? dismiss : <LinkAction href={freeze} text={<Trans>See the freeze</Trans>} onClose={onClose} />}
        >
          <Trans>Nothing can leave your wallet until it is unfrozen.</Trans>
        </ErrorDialog>
      )
    case 'RECIPIENT_UNAVAILABLE':
      return (
        <ErrorDialog {...props} title={<Trans>They can’t receive this</Trans>} action={changeRecipient}>
          <Trans>This recipient doesn’t receive anything from you on Nikau.</Trans>
        </ErrorDialog>
      )
    case 'FIRST_SEND_LIMIT_REACHED':
      return (
        <ErrorDialog {...props} title={<Trans>Too many new people today</Trans>} action={changeRecipient}>
          {until === undefined ? (
            <Trans>
              To protect you from scams, you can send to only so many new people a day. Send to someone you’ve sent to before, or try again tomorrow.
            </Trans>
          ) : (
            <Trans>
              To protect you from scams, you can send to only so many new people a day. Send to someone you’ve sent to before, or wait until {until}.
            </Trans>
          )}
        </ErrorDialog>
      )
    case 'HELD_SEND_LIMIT_REACHED':
      return (
        <ErrorDialog
          {...props}
          title={<Trans>Too many sends are waiting</Trans>}
          action={<LinkAction href={paths.send} text={<Trans>See them</Trans>} onClose={onClose} />}
        >
          <Trans>Decide on one of them before you let another one wait.</Trans>
        </ErrorDialog>
      )
    case 'RECIPIENT_IS_SENDER':
      return (
        <ErrorDialog {...props} title={<Trans>Something Went Wrong</Trans>} action={changeRecipient}>
          <Trans>That’s you: you can’t send to your own number or email.</Trans>
        </ErrorDialog>
      )
    case 'INACTIVE_ASSET':
    case 'INVALID_ASSET_TYPE':
      return (
        <ErrorDialog
          {...props}
          title={<Trans>Something Went Wrong</Trans>}
          action={<LinkAction href={paths.sendAssetsSelect} text={<Trans>Choose something else</Trans>} onClose={onClose} />}
        >
          <Trans>This can’t be sent any more: it was used, has expired or is switched off.</Trans>
        </ErrorDialog>
      )
    case 'IDEMPOTENT_OPERATION_FAILED':
      return (
        <ErrorDialog
          onClose={onClose}
          title={<Trans>Something Went Wrong</Trans>}
          action={<LinkAction href={paths.activity} text={<Trans>See your activity</Trans>} onClose={onClose} />}
        >
          <Trans>This send may already have been made. Look at your activity before you send it again.</Trans>
        </ErrorDialog>
      )
  }
  if (error.status >= 400 && error.status < 500)
    return (
      <ErrorDialog {...props} title={<Trans>Something Went Wrong</Trans>} action={dismiss}>
        <Trans>Your send wasn’t made.</Trans>
      </ErrorDialog>
    )
  return (
    <ErrorDialog onClose={onClose} title={<Trans>Something Went Wrong</Trans>} action={<CloseAction text={<Trans>Try again</Trans>} onClose={onClose} />}>
      <Trans>We don’t know yet whether it was sent. If you press Send again here, it won’t be sent twice.</Trans>
    </ErrorDialog>
  )
}

/** The titles are fixed by the requirements. Names the yearly limit if both are exceeded. */
function QuotaTitle({ period }: { period: QuotaOverview['period'] }) {
  if (period === 'yearly') return <Trans>Yearly Quota Exceeded</Trans>
  return period === 'monthly' ? <Trans>Monthly Quota Exceeded</Trans> : <Trans>Send Quota Exceeded</Trans>
}
