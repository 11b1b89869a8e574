import { useLingui } from '@lingui/react/macro'
import { defaultWalletType } from '@nikau/contract/asset-display'
import { type QuotaOverview, quotaOverview, type QuotaView } from '@nikau/contract/quota-rules'
import { listQuotas, type QuotaType } from '@nikau/contract/quotas'
import { format } from '@nikau/money'
import { type Part, partOf, useAccountId } from '../../lib/account.ts'
import { useMode } from '../../lib/account-assets.ts'
import { useAnswer } from '../../lib/hooks.ts'

export type Quotas = Readonly<Record<QuotaType, QuotaOverview>>

/** What the account may still move, by kind, on the ledger of the mode. */
export function useQuotas(): Part<Quotas> {
  const assetType = defaultWalletType(useMode())
  const account = useAccountId()
  const answer = useAnswer(listQuotas, { params: { accountId: account.data ?? '' } }, { enabled: account.data !== undefined })
  const data = answer.data && {
    topup: quotaOverview(answer.data, { type: 'topup', assetType }),
    spend: quotaOverview(answer.data, { type: 'spend', assetType }),
  }
  return account.failed ? { ...account, data: undefined } : partOf(data, answer)
}

/** One sentence about a limit of which three quarters are used; the fullest one speaks. */
export function useNearLimit(only?: QuotaType): string | undefined {
  const sentence = useLeftText()
  const quotas = useQuotas().data
  const near = (only ? [only] : (['spend', 'topup'] as const)).flatMap((type) => {
    const overview = quotas?.[type]
    return overview ? overview.warnings.map((period) => viewOf(overview, period)).filter((quota) => quota !== undefined) : []
  })
  const [fullest] = near.toSorted((a, b) => Number(b.usage * a.limit - a.usage * b.limit))
  return fullest && sentence(fullest)
}

function viewOf(overview: QuotaOverview, period: QuotaView['period']): QuotaView | undefined {
  return period === 'monthly' ? overview.monthlyQuota : overview.yearlyQuota
}

/** "You can spend $236.00 more this month." */
export function useLeftText(): (quota: QuotaView) => string {
  const { t } = useLingui()
  return ({ type, period, remainingUsage }) => {
    const left = format(remainingUsage)
    if (type === 'spend') return period === 'monthly' ? t`You can spend ${left} more this month.` : t`You can spend ${left} more this year.`
    return period === 'monthly' ? t`You can top up ${left} more this month.` : t`You can top up ${left} more this year.`
  }
}
