import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Asset } from '@nikau/contract/assets'
import { noticeInForce, type NoticeKey } from '@nikau/contract/notices'
import { Icon, type IconName, Notice } from '@nikau/ui'
import { useState } from 'react'
import type { Part } from '../../lib/account.ts'
import { Failed } from '../../lib/Failed.tsx'
import { useFlags } from '../../lib/flags.ts'
import { useBankAccounts, useTopUps } from '../../lib/funds.ts'
import { useWay } from '../../lib/screen.ts'
import { Words } from '../../lib/Words.tsx'
import { useNearLimit } from '../quotas/index.ts'

/** `way` is the screen's name in the route table, whose path is the notice's. */
const notices: Readonly<Record<NoticeKey, { title: MessageDescriptor; text: MessageDescriptor; icon: IconName; way: string }>> = {
  'link-bank-account': { title: msg`Link Bank Account`, text: msg`To add money and to take it out.`, icon: 'bank', way: 'link-bank-account' },
  'verify-linked-bank': { title: msg`Verify Linked Bank`, text: msg`Enter the 4-digit code from your bank.`, icon: 'bank', way: 'bank-accounts' },
  'low-wallet-balance': { title: msg`Low Wallet Balance`, text: msg`Add money before your next payment.`, icon: 'wallet', way: 'topup' },
}

/** Sent away until the page is loaded again: what a notice asks for stays true. */
const dismissed = new Set<string>()

/** One notice at most: what stands between the person and paying first, then a limit that is nearly used up. */
export function NoticeBanner({ wallet }: { wallet: Part<Asset> }) {
  const { t } = useLingui()
  const { dashboardNoticesEnabled } = useFlags()
  const bankAccounts = useBankAccounts()
  const topUps = useTopUps()
  const near = useNearLimit()
  const limits = useWay('limits')
  const ways = { 'link-bank-account': useWay('link-bank-account'), 'bank-accounts': useWay('bank-accounts'), topup: useWay('topup') }
  const [, redraw] = useState(0)
  const dismiss = (key: string) => () => {
    dismissed.add(key)
    redraw((count) => count + 1)
  }
  if (!dashboardNoticesEnabled) return undefined
  if (bankAccounts.failed)
    return (
      <Failed part={bankAccounts}>
        <Trans>We couldn’t load your bank accounts</Trans>
      </Failed>
    )
  const onTheirWay = topUps.data?.map((topUp) => ({ status: topUp.held ? 'requested' : topUp.status }))
  const inForce = noticeInForce({ bankAccounts: bankAccounts.data, topUps: onTheirWay, balance: wallet.data?.balance })
  if (inForce && !dismissed.has(inForce.key)) {
    const { title, text, icon, way } = notices[inForce.key]
    return (
      <Notice
        icon={<Icon name={icon} />}
        title={<Words of={title} />}
        href={ways[way as keyof typeof ways]}
        onDismiss={dismiss(inForce.key)}
        dismissLabel={t`Dismiss`}
      >
        <Words of={text} />
      </Notice>
    )
  }
  // Not while what comes before it may still arrive: it would take its place under the finger that sends this one away.
  if (!near || dismissed.has('near-limit') || [bankAccounts, topUps, wallet].some(isLoading)) return undefined
  return (
    <Notice title={<Trans>Near your limit</Trans>} href={limits} onDismiss={dismiss('near-limit')} dismissLabel={t`Dismiss`}>
      {near}
    </Notice>
  )
}

function isLoading({ data, failed }: Part<unknown>): boolean {
  return data === undefined && !failed
}
