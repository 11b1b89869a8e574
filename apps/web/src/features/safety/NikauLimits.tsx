import { Trans, useLingui } from '@lingui/react/macro'
import { format } from '@nikau/money'
import { intervalName } from '@nikau/nz/nz-time'
import { Card, Limit, Limits, Section } from '@nikau/ui'
import type { QuotaView } from '../../lib/quota-overview.ts'
import { useQuotas } from '../quotas/index.ts'

/** What own limits cannot exceed. Withdrawals count here too. */
export function NikauLimits() {
  const { t } = useLingui()
  const spend = useQuotas().data?.spend
  const quotas = [spend?.monthlyQuota, spend?.yearlyQuota].filter((quota) => quota !== undefined)
  if (quotas.length === 0) return undefined
  return (
    <Section title={<Trans>Nikau’s limits</Trans>}>
      <Card flush>
        <Limits label={t`Nikau’s limits`}>
          {quotas.map((quota) => (
            <Quota key={quota.period} quota={quota} />
          ))}
        </Limits>
      </Card>
    </Section>
  )
}

function Quota({ quota }: { quota: QuotaView }) {
  const { t } = useLingui()
  const period = intervalName(quota.interval)
  const [used, left] = [format(quota.usage), format(quota.remainingUsage)]
  return (
    <Limit
      name={<Trans>Spend, {period}</Trans>}
      text={format(quota.limit)}
      use={{ used: quota.limit > 0n ? Number((quota.usage * 1000n) / quota.limit) / 1000 : 1, usedText: t`${used} used`, leftText: t`${left} left` }}
    />
  )
}
