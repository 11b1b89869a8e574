import { Trans } from '@lingui/react/macro'
import { type QuotaOverview, quotaOverviewOfRefusal } from '../../lib/quota-overview.ts'
import { quotaRefusal } from '@nikau/contract/quotas'
import { type Cents, format } from '@nikau/money'
import { Button, Dialog, Icon } from '@nikau/ui'
import * as z from 'zod/mini'
import type { CallError } from '../../lib/call-error.ts'

const pendingLimitCodes = ['MAX_INFLIGHT_TOPUPS_EXCEEDED', 'MAX_INFLIGHT_TOPUP_AMOUNT_EXCEEDED']

/** The top-up failed, or its outcome is unknown. Retry reloads the page; the amount is then sent with the same idempotency key. */
export function TopupError({ error, amount }: { error: CallError; amount: Cents }) {
  const overview = error.code === 'QUOTA_EXCEEDED' ? quotaOverviewOf(error, amount) : undefined
  return (
    <Dialog
      isOpen
      onClose={() => {}}
      locked
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
      {overview?.minimumRemainingUsage !== undefined && (
        <p className="pt-2">
          <RemainingQuota left={format(overview.minimumRemainingUsage)} period={overview.period} />
        </p>
      )}
      {pendingLimitCodes.includes(error.code) && (
        <p className="pt-2">
          <Trans>This is over your limit for pending top-ups. Try less, or wait for them to clear.</Trans>
        </p>
      )}
    </Dialog>
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
