import { Trans, useLingui } from '@lingui/react/macro'
import { FieldPanel, FieldTop, Icon, IconLink, LogoMark, Page, PageBody, Panes } from '@nikau/ui'
import { Suspense, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useAssets, useWallet } from '../../lib/account-assets.ts'
import { type AsyncData, isLoading } from '../../lib/async-data.ts'
import { deployed } from '../../lib/config.ts'
import { useDeveloperTaps } from '../../lib/developer-taps.ts'
import { queryClient } from '../../lib/endpoint-hooks.ts'
import { useBankAccounts } from '../../lib/funds.ts'
import type { KeptHome } from '../../lib/kept-home.ts'
import { lazyScreen } from '../../lib/lazy-screen.ts'
import { paths } from '../../lib/paths.ts'
import { useProfile } from '../../lib/profile.ts'
import { useAccountSafety } from '../../lib/safety.ts'
import { useScreen, useScreenPath } from '../../lib/current-screen.ts'
import { usePullToRefresh } from '../../lib/usePullToRefresh.ts'
import { lastContact } from '../../lib/server-clock.ts'
import { useSession } from '../../lib/session.tsx'
import { useTwoPanes } from '../../lib/useMediaQuery.ts'
import { useOnline } from '../../lib/useOnline.ts'
import { keptActivityCount } from '../../lib/wallet-activities.ts'
import { ActivityPane, preloadActivityPane, useActivities } from '../activity/index.ts'
import { Actions } from './Actions.tsx'
import { Balance } from './Balance.tsx'
import { GiftCardTile } from './GiftCardTile.tsx'
import { HomeSkeleton } from './HomeSkeleton.tsx'
import { InstallOffer } from './InstallOffer.tsx'
import { NoticeBanner, useNoticeSources } from './NoticeBanner.tsx'
import { OtherWallets } from './OtherWallets.tsx'
import { ClaimedTransfers } from './ClaimedTransfers.tsx'
import { RecentActivity, recentActivityCount } from './RecentActivity.tsx'
import { AssetTiles } from './AssetTiles.tsx'
import { SetupChecklist } from './SetupChecklist.tsx'
import { useKeptHome } from './useKeptHome.ts'

/** Loaded only while the wallet is frozen. */
const FrozenCard = lazyScreen(async () => (await import('../safety/index.ts')).FrozenCard)

/** Loaded only without signal, together with what is kept. */
const TillNotice = lazyScreen(async () => (await import('./without-signal.ts')).TillNotice)

/**
 * The home screen. Everything below the field appears at once, in its final place, when the last part has loaded or failed: a part
 * that came later would push the others down. Afterwards each part is refreshed, and fails, by itself. Without signal it shows what it
 * had, with the time (docs/decisions/0153).
 */
export function DashboardScreen() {
  const { t } = useLingui()
  const { bar } = useScreen()
  const { givenName } = useProfile()
  const userId = useSession().user.profile.sub
  const logo = useDeveloperTaps('L')
  const greeting = useDeveloperTaps('G')
  const wallet = useWallet()
  const hasSafety = useScreenPath('safety') !== undefined
  const safety = useAccountSafety()
  const freeze = safety.data?.frozen ?? undefined
  const assets = useAssets()
  const activities = useActivities({ paginationLimit: deployed.people.guard ? keptActivityCount : recentActivityCount }, { withPending: true })
  const online = useOnline()
  const kept = useKeptHome({ online, givenName, wallet: wallet.data, activities: activities.data })
  const asOf = online || !deployed.people.guard ? undefined : (kept?.asOf ?? lastContact())
  const shownWallet = withKept(wallet, online, kept, (home) => ({ id: '', availableBalance: home.available }))
  const shownActivities = withKept(activities, online, kept, (home) => home.activities)
  usePullToRefresh(() => void queryClient.refetchQueries({ type: 'active' }))
  const [params] = useSearchParams()
  const panes = useTwoPanes()
  if (panes) void preloadActivityPane()
  const isNew = activities.data?.length === 0
  const frozenCard = useFrozenCardCode(freeze !== undefined)
  const isLoadingPage = useIsLoadingPage([wallet, assets, activities, frozenCard, ...(hasSafety ? [safety] : []), ...useNoticeSources()])
  // There are only top-ups on their way, held or failed, and the code of a bank account is still to be entered.
  const isUnverified = useBankAccounts().data?.some(({ verified }) => !verified)
  const isSettingUp = isNew || (isUnverified && activities.data?.every(({ type }) => type.startsWith('topup-')))
  const isHidden = isLoadingPage && !kept
  const selected = params.get('open') ?? activities.data?.[0]?.key
  return (
    <Panes detail={panes ? selected !== undefined && <ActivityPane id={selected} /> : undefined}>
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
          <Balance wallet={shownWallet} isNew={isNew} freeze={freeze} asOf={asOf} />
          <Actions walletId={wallet.data?.id} isFrozen={freeze !== undefined} />
        </FieldPanel>
        <PageBody>
          {isHidden && <HomeSkeleton />}
          {/* There from the beginning: a part that asks for something later would ask again for what has failed. */}
          <div className={isHidden ? 'hidden' : 'contents'}>
            <div className="pt-3">
              {freeze ? (
                <Suspense>
                  <FrozenCard freeze={freeze} />
                </Suspense>
              ) : online ? (
                <NoticeBanner wallet={wallet} />
              ) : (
                <Suspense>{kept && <TillNotice userId={userId} />}</Suspense>
              )}
            </div>
            {isSettingUp && online && <SetupChecklist />}
            {(online || assets.data) && <AssetTiles assets={assets} />}
            {!isNew && (online || shownActivities.data) && <RecentActivity activities={shownActivities} selected={selected} asOf={asOf} hasLinks />}
            <OtherWallets assets={assets.data ?? []} walletId={wallet.data?.id} />
            {online && <GiftCardTile />}
          </div>
          {deployed.people.claim && online && <ClaimedTransfers />}
          {deployed.people.guard && online && <InstallOffer activities={activities.data} />}
        </PageBody>
      </Page>
    </Panes>
  )
}

/** Without signal, what was kept takes the place of data that is not in memory. While it is read nothing has failed. */
function withKept<T, K>(source: AsyncData<T>, online: boolean, kept: KeptHome | null | undefined, dataOf: (kept: KeptHome) => K): AsyncData<T | K> {
  if (online || source.data !== undefined || kept === null) return source
  return { ...source, data: kept && dataOf(kept), failed: false }
}

type Part = Pick<AsyncData<unknown>, 'data' | 'failed'>

/** The page waits for this code as for its data: a card that came later would push the rest down. */
function useFrozenCardCode(isFrozen: boolean): Part {
  const [isLoaded, setIsLoaded] = useState(false)
  useEffect(() => {
    if (isFrozen) void FrozenCard.preload().then(() => setIsLoaded(true))
  }, [isFrozen])
  return { data: isLoaded || !isFrozen || undefined, failed: false }
}

const maxWaitMs = 8000

/** Once the page was shown it stays, whatever loads again. One slow part does not keep the others away for longer than eight seconds. */
function useIsLoadingPage(parts: readonly Part[]): boolean {
  const [isShown, setIsShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsShown(true), maxWaitMs)
    return () => clearTimeout(timer)
  }, [])
  const isReady = !parts.some(isLoading)
  if (isReady && !isShown) setIsShown(true)
  return !isReady && !isShown
}
