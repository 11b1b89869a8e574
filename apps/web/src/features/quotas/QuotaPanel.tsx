import { Trans, useLingui } from '@lingui/react/macro'
import { isNearLimit, type QuotaOverview, type QuotaView } from '../../lib/quota-overview.ts'
import { format } from '@nikau/money'
import { Card, QuotaBar, Section } from '@nikau/ui'
import type { ReactNode } from 'react'
import { useRemainingText } from './useQuotas.ts'

/** Usage of the monthly and yearly limits. From 75 % on it also shows what is left. */
export function QuotaPanel({ title, overview }: { title: ReactNode; overview: QuotaOverview }) {
  const quotas = [overview.monthlyQuota, overview.yearlyQuota].filter((quota) => quota !== undefined)
  return (
    <Section title={title}>
      <Card>
        <div className="flex flex-col gap-5">
          {quotas.length === 0 ? <Trans>No limit</Trans> : quotas.map((quota) => <Quota key={quota.period} quota={quota} />)}
        </div>
      </Card>
    </Section>
  )
}

function Quota({ quota }: { quota: QuotaView }) {
  const { t } = useLingui()
  const remainingText = useRemainingText()
  const [usage, limit] = [format(quota.usage), format(quota.limit)]
  return (
    <QuotaBar
      label={quota.period === 'monthly' ? <Trans>This month</Trans> : <Trans>This year</Trans>}
      used={quota.limit > 0n ? Number((quota.usage * 10_000n) / quota.limit) / 10_000 : 1}
      text={t`${usage} of ${limit}`}
      message={isNearLimit(quota) ? remainingText(quota) : undefined}
    />
  )
}
