import { useLingui } from '@lingui/react/macro'
import { defaultWalletType } from '@nikau/contract/asset-display'
import { type QuotaOverview, quotaOverview, type QuotaView } from '../../lib/quota-overview.ts'
import { listQuotas, type QuotaType } from '@nikau/contract/quotas'
import { format } from '@nikau/money'
import { useAccountId } from '../../lib/account.ts'
import { type AsyncData, toAsyncData } from '../../lib/async-data.ts'
import { useMode } from '../../lib/mode.ts'
import { useEndpointQuery } from '../../lib/endpoint-hooks.ts'

export type Quotas = Readonly<Record<QuotaType, QuotaOverview>>

/** The account's limits by type, for the wallet of the current mode. */
export function useQuotas(): AsyncData<Quotas> {
  const assetType = defaultWalletType(useMode())
  const account = useAccountId()
  const result = useEndpointQuery(listQuotas, { params: { accountId: account.data ?? '' } }, { enabled: account.data !== undefined })
  const data = result.data && {
    topup: quotaOverview(result.data, { type: 'topup', assetType }),
    spend: quotaOverview(result.data, { type: 'spend', assetType }),
  }
  return account.failed ? { ...account, data: undefined } : toAsyncData(data, result)
}

/** A sentence about the most used limit, once 75 % of it is used. */
export function useNearLimit(only?: QuotaType): string | undefined {
  const remainingText = useRemainingText()
  const quotas = useQuotas().data
  const near = (only ? [only] : (['spend', 'topup'] as const)).flatMap((type) => {
    const overview = quotas?.[type]
    return overview ? overview.warnings.map((period) => quotaFor(overview, period)).filter((quota) => quota !== undefined) : []
  })
  const [fullest] = near.toSorted((a, b) => Number(b.usage * a.limit - a.usage * b.limit))
  return fullest && remainingText(fullest)
}

function quotaFor(overview: QuotaOverview, period: QuotaView['period']): QuotaView | undefined {
  return period === 'monthly' ? overview.monthlyQuota : overview.yearlyQuota
}

/** "You can spend $236.00 more this month." */
export function useRemainingText(): (quota: QuotaView) => string {
  const { t } = useLingui()
  return ({ type, period, remainingUsage }) => {
    const left = format(remainingUsage)
    if (type === 'spend') return period === 'monthly' ? t`You can spend ${left} more this month.` : t`You can spend ${left} more this year.`
    return period === 'monthly' ? t`You can top up ${left} more this month.` : t`You can top up ${left} more this year.`
  }
}
