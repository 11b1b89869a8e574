import { Trans } from '@lingui/react/macro'
import { type QuotaOverview, quotaOverviewOfRefusal } from '../../lib/quota-overview.ts'
import { quotaRefusal } from '@nikau/contract/quotas'
import { type Cents, format } from '@nikau/money'
import { Button, Dialog, Icon, Notice, TextLink } from '@nikau/ui'
import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import type { CallError } from '../../lib/call-error.ts'
import { deployed } from '../../lib/config.ts'
import { paths } from '../../lib/paths.ts'

const pendingLimitCodes = ['MAX_INFLIGHT_TOPUPS_EXCEEDED', 'MAX_INFLIGHT_TOPUP_AMOUNT_EXCEEDED']

export interface TopupErrorProps {
  error: CallError
  amount: Cents
  /** Of a top-up by bank approval. */
  bankName: string | undefined
  onClose: () => void
}

/**
 * Why a top-up was not accepted. A refusal says its cause beside the amount, which can be changed at once. If the outcome is not known,
 * Retry reloads the page; the amount is then sent with the same idempotency key.
 */
export function TopupError(props: TopupErrorProps) {
  if (props.error.isRefusal || props.error.code === 'BANK_UNAVAILABLE')
    return (
      <div className="pt-4">
        <TopupRefusal {...props} />
      </div>
    )
  return (
    <Dialog
      isOpen
      onClose={props.onClose}
      role="alertdialog"
      tone="negative"
      icon={<Icon name="problem" />}
      title={<Trans>Something Went Wrong</Trans>}
      actions={
        <Button full onPress={() => location.reload()}>
          <Trans>Retry</Trans>
        </Button>
      }
    >
      <Trans>It looks like something went wrong while processing your topup. Please try again.</Trans>
    </Dialog>
  )
}

function TopupRefusal({ error, amount, bankName }: TopupErrorProps) {
  if (error.code === 'BANK_UNAVAILABLE')
    return (
      <Refused title={<Trans>We couldn’t open {bankName}</Trans>}>
        <Trans>We can’t reach the bank right now. Nothing was taken from your account. Try again in a moment, or choose another way.</Trans>
      </Refused>
    )
  if (error.code === 'QUOTA_EXCEEDED') {
    const overview = quotaOverviewOf(error, amount)
    return (
      <Refused title={<Trans>That’s over your top-up limit</Trans>}>
        {overview?.minimumRemainingUsage !== undefined && <RemainingQuota left={format(overview.minimumRemainingUsage)} period={overview.period} />}{' '}
        <Trans>Nothing was taken from your account.</Trans>{' '}
        <TextLink href={paths.limits}>
          <Trans>See your limits</Trans>
        </TextLink>
      </Refused>
    )
  }
  if (error.code === 'PAUSED')
    return (
      <Refused title={bankName === undefined ? <Trans>Top-ups are paused</Trans> : <Trans>Top-ups from {bankName} are paused</Trans>}>
        <Trans>We’ve paused them for everyone. Nothing was taken from your account. Top-ups already on their way aren’t affected. Try again later.</Trans>
      </Refused>
    )
  if (pendingLimitCodes.includes(error.code))
    return (
      <Refused title={<Trans>Too much is on its way</Trans>}>
        <Trans>This is over your limit for pending top-ups. Try less, or wait for them to clear.</Trans>
      </Refused>
    )
  if (error.code === 'DIRECT_DEBIT_NOT_AUTHORIZED' || error.code === 'BANK_ACCOUNT_TYPE_NOT_CONFIGURED_FOR_TOPUP')
    return (
      <Refused title={<Trans>This account has no direct debit</Trans>}>
        <Trans>Nothing was taken from your account.</Trans>{' '}
        <TextLink href={paths.bankAccounts}>
          <Trans>Choose another bank account</Trans>
        </TextLink>
      </Refused>
    )
  const email = deployed.supportEmail
  return (
    <Refused title={<Trans>This top-up isn’t possible</Trans>}>
      <Trans>
        Nothing was taken from your account. If it happens again, write to <TextLink href={`mailto:${email}`}>{email}</TextLink>.
      </Trans>
    </Refused>
  )
}

function Refused({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <Notice tone="negative" live="assertive" title={title}>
      {children}
    </Notice>
  )
}

function RemainingQuota({ left, period }: { left: string; period: QuotaOverview['period'] }) {
  if (period === 'monthly') return <Trans>You have {left} left this month.</Trans>
  return period === 'yearly' ? <Trans>You have {left} left this year.</Trans> : <Trans>You have {left} left.</Trans>
}

function quotaOverviewOf(error: CallError, amount: Cents): QuotaOverview | undefined {
  const refusal = z.safeDecode(quotaRefusal, error.body as z.input<typeof quotaRefusal>)
  return refusal.data && quotaOverviewOfRefusal(refusal.data.quotas, amount)
}
