import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Asset } from '@nikau/contract/assets'
import { activeNotice, type NoticeKey } from './notices.ts'
import { Icon, type IconName, Notice } from '@nikau/ui'
import { useState } from 'react'
import { type AsyncData, isLoading } from '../../lib/async-data.ts'
import { LoadFailed } from '../../lib/LoadFailed.tsx'
import { useFlags } from '../../lib/flags.ts'
import { useBankAccounts, useTopUps } from '../../lib/funds.ts'
import { useScreenPath } from '../../lib/current-screen.ts'
import { Message } from '../../lib/Message.tsx'
import { useNearLimit, useQuotas } from '../quotas/index.ts'

type LinkedScreen = 'link-bank-account' | 'bank-accounts' | 'topup'

/** `screen` is the linked screen's name in the route table. */
const notices: Readonly<Record<NoticeKey, { title: MessageDescriptor; text: MessageDescriptor; icon: IconName; screen: LinkedScreen }>> = {
  'link-bank-account': { title: msg`Link Bank Account`, text: msg`To top up and withdraw.`, icon: 'bank', screen: 'link-bank-account' },
  'verify-linked-bank': {
    title: msg`Verify Linked Bank`,
    text: msg`Enter the 4-digit code once it’s on your bank statement.`,
    icon: 'bank',
    screen: 'bank-accounts',
  },
  'low-wallet-balance': { title: msg`Low Wallet Balance`, text: msg`Top up before your next payment.`, icon: 'wallet', screen: 'topup' },
}

/** Dismissed until the next page load: the notice still applies. */
const dismissed = new Set<string>()

/** At most one notice: what keeps the person from paying comes first, then a limit that is nearly used up. */
export function NoticeBanner({ wallet }: { wallet: AsyncData<Asset> }) {
  const { t } = useLingui()
  const { dashboardNoticesEnabled } = useFlags()
  const bankAccounts = useBankAccounts()
  const topUps = useTopUps()
  const near = useNearLimit()
  const limits = useScreenPath('limits')
  const screenPaths: Record<LinkedScreen, string | undefined> = {
    'link-bank-account': useScreenPath('link-bank-account'),
    'bank-accounts': useScreenPath('bank-accounts'),
    topup: useScreenPath('topup'),
  }
  const [, rerender] = useState(0)
  const dismiss = (key: string) => () => {
    dismissed.add(key)
    rerender((count) => count + 1)
  }
  if (!dashboardNoticesEnabled) return undefined
  if (bankAccounts.failed)
    return (
      <LoadFailed source={bankAccounts}>
        <Trans>We couldn’t load your bank accounts</Trans>
      </LoadFailed>
    )
  const topUpStates = topUps.data?.map((topUp) => ({ status: topUp.held ? 'requested' : topUp.status }))
  const key = activeNotice({ bankAccounts: bankAccounts.data, topUps: topUpStates, balance: wallet.data?.balance })
  if (key && !dismissed.has(key)) {
    const { title, text, icon, screen } = notices[key]
    return (
      <Notice icon={<Icon name={icon} />} title={<Message of={title} />} href={screenPaths[screen]} onDismiss={dismiss(key)} dismissLabel={t`Dismiss`}>
        <Message of={text} />
      </Notice>
    )
  }
  // Wait for the notices with higher priority: one arriving late would appear under a finger about to dismiss this one.
  if (!near || dismissed.has('near-limit') || [bankAccounts, topUps, wallet].some(isLoading)) return undefined
  return (
    <Notice title={<Trans>Near your limit</Trans>} href={limits} onDismiss={dismiss('near-limit')} dismissLabel={t`Dismiss`}>
      {near}
    </Notice>
  )
}

/** What decides which notice there is. */
export function useNoticeSources(): AsyncData<unknown>[] {
  const sources = [useBankAccounts(), useTopUps(), useQuotas()]
  return useFlags().dashboardNoticesEnabled ? sources : sources.slice(0, 2)
}
