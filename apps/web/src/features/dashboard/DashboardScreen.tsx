import { Trans, useLingui } from '@lingui/react/macro'
import { FieldPanel, FieldTop, Icon, IconLink, LogoMark, Page, PageBody, Panes } from '@nikau/ui'
import { Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { useAssets, useWallet } from '../../lib/account-assets.ts'
import { useDeveloperTaps } from '../../lib/developer-taps.ts'
import { queryClient } from '../../lib/hooks.ts'
import { lazyScreen } from '../../lib/lazy-screen.ts'
import { paths } from '../../lib/paths.ts'
import { useProfile } from '../../lib/profile.ts'
import { usePlace } from '../../lib/screen.ts'
import { usePull } from '../../lib/usePull.ts'
import { usePanes } from '../../lib/useWide.ts'
import { OpenedBeside, preloadBeside, useActivities } from '../activity/index.ts'
import { Actions } from './Actions.tsx'
import { Balance } from './Balance.tsx'
import { GiftCardTile } from './GiftCardTile.tsx'
import { NoticeBanner } from './NoticeBanner.tsx'
import { OtherWallets } from './OtherWallets.tsx'
import { RecentActivity, shown } from './RecentActivity.tsx'
import { Tiles } from './Tiles.tsx'

/** Only who is new pays for it. */
const FirstSteps = lazyScreen(async () => (await import('./FirstSteps.tsx')).FirstSteps)

/** What a person sees first. Every part loads by itself and fails by itself. */
export function DashboardScreen() {
  const { t } = useLingui()
  const { bar } = usePlace()
  const { givenName } = useProfile()
  const logo = useDeveloperTaps('L')
  const greeting = useDeveloperTaps('G')
  const wallet = useWallet()
  const assets = useAssets()
  const activities = useActivities({ paginationLimit: shown }, { withWaiting: true })
  usePull(() => void queryClient.refetchQueries({ type: 'active' }))
  const [params] = useSearchParams()
  const panes = usePanes()
  if (panes) void preloadBeside()
  const isNew = activities.data?.length === 0
  const selected = params.get('open') ?? activities.data?.[0]?.key
  return (
    <Panes detail={panes && selected !== undefined ? <OpenedBeside id={selected} /> : undefined}>
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
          <Balance wallet={wallet} isNew={isNew} />
          <Actions />
        </FieldPanel>
        <PageBody>
          <div className="pt-3">
            <NoticeBanner wallet={wallet} />
          </div>
          <Suspense>{isNew && <FirstSteps />}</Suspense>
          <Tiles assets={assets} />
          {!isNew && <RecentActivity activities={activities} selected={selected} />}
          <OtherWallets assets={assets.data ?? []} walletId={wallet.data?.id} />
          <GiftCardTile />
        </PageBody>
      </Page>
    </Panes>
  )
}
