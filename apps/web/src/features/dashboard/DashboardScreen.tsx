import { Trans, useLingui } from '@lingui/react/macro'
import { FieldPanel, FieldTop, Icon, IconLink, LogoMark, Page, PageBody, Panes } from '@nikau/ui'
import { Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { useAssets, useWallet } from '../../lib/account-assets.ts'
import { deployed } from '../../lib/config.ts'
import { useDeveloperTaps } from '../../lib/developer-taps.ts'
import { queryClient } from '../../lib/endpoint-hooks.ts'
import { lazyScreen } from '../../lib/lazy-screen.ts'
import { paths } from '../../lib/paths.ts'
import { useProfile } from '../../lib/profile.ts'
import { useAccountSafety } from '../../lib/safety.ts'
import { useScreen } from '../../lib/current-screen.ts'
import { usePullToRefresh } from '../../lib/usePullToRefresh.ts'
import { useTwoPanes } from '../../lib/useMediaQuery.ts'
import { ActivityPane, preloadActivityPane, useActivities } from '../activity/index.ts'
import { Actions } from './Actions.tsx'
import { Balance } from './Balance.tsx'
import { GiftCardTile } from './GiftCardTile.tsx'
import { NoticeBanner } from './NoticeBanner.tsx'
import { OtherWallets } from './OtherWallets.tsx'
import { RecentActivity, recentActivityCount } from './RecentActivity.tsx'
import { AssetTiles } from './AssetTiles.tsx'

/** Loaded only while the wallet is frozen. */
const FrozenCard = lazyScreen(async () => (await import('../safety/index.ts')).FrozenCard)
/** Loaded only for new people. */
const SetupChecklist = lazyScreen(async () => (await import('./SetupChecklist.tsx')).SetupChecklist)
/** Lies over the page while there is something to show. */
const ClaimedTransfers = lazyScreen(async () => (await import('../asset-transfers/index.ts')).ClaimedTransfers)

/** The home screen. Each section loads and fails independently. */
export function DashboardScreen() {
  const { t } = useLingui()
  const { bar } = useScreen()
  const { givenName } = useProfile()
  const logo = useDeveloperTaps('L')
  const greeting = useDeveloperTaps('G')
  const wallet = useWallet()
  const freeze = useAccountSafety().data?.frozen ?? undefined
  const assets = useAssets()
  const activities = useActivities({ paginationLimit: recentActivityCount }, { withPending: true })
  usePullToRefresh(() => void queryClient.refetchQueries({ type: 'active' }))
  const [params] = useSearchParams()
  const panes = useTwoPanes()
  if (panes) void preloadActivityPane()
  const isNew = activities.data?.length === 0
  const selected = params.get('open') ?? activities.data?.[0]?.key
  return (
    <Panes detail={panes && selected !== undefined ? <ActivityPane id={selected} /> : undefined}>
      <Page bar={bar}>
        <FieldPanel>
          <FieldTop end={<IconLink href={paths.guides(paths.home)} label={t`Guides`} icon={<Icon name="help" />} />}>
            <span ref={logo} className="panes:hidden">
              <LogoMark label={t`Nikau`} />
            </span>
            <h1 className="n-greeting" tabIndex={-1} ref={greeting}>
              {givenName ? <Trans>Kia ora, {givenName}</Trans> : <Trans>Kia ora</Trans>}
            </h1>
          </FieldTop>
          <Balance wallet={wallet} isNew={isNew} freeze={freeze} />
          <Actions walletId={wallet.data?.id} isFrozen={freeze !== undefined} />
        </FieldPanel>
        <PageBody>
          <div className="pt-3">
            {freeze ? (
              <Suspense>
                <FrozenCard freeze={freeze} />
              </Suspense>
            ) : (
              <NoticeBanner wallet={wallet} />
            )}
          </div>
          <Suspense>{isNew && <SetupChecklist />}</Suspense>
          <AssetTiles assets={assets} />
          {!isNew && <RecentActivity activities={activities} selected={selected} />}
          <OtherWallets assets={assets.data ?? []} walletId={wallet.data?.id} />
          <GiftCardTile />
          <Suspense>{deployed.people.claim && <ClaimedTransfers />}</Suspense>
        </PageBody>
      </Page>
    </Panes>
  )
}
