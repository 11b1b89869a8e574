import { Trans, useLingui } from '@lingui/react/macro'
import { type TokenIssuer, tokenIssuers } from '../../lib/token-issuers.ts'
import {
  type AssetGround,
  AssetMedia,
  Header,
  Icon,
  IconLink,
  LinkButton,
  ListSkeleton,
  Page,
  PageBody,
  PageFooter,
  SegmentedLinks,
  Title,
  useSkeleton,
} from '@nikau/ui'
import type { ReactNode } from 'react'
import { Navigate, useParams } from 'react-router'
import { useAssets } from '../../lib/account-assets.ts'
import { useMode } from '../../lib/mode.ts'
import { deployed } from '../../lib/config.ts'
import { LoadFailed } from '../../lib/LoadFailed.tsx'
import { paths } from '../../lib/paths.ts'
import { useScreen, useScreenPath } from '../../lib/current-screen.ts'

/** The frame of both issuer pages: header, tabs, close and pay. */
export function IssuerFrame({ tab, children }: { tab: 'assets' | 'details'; children: (issuer: TokenIssuer) => ReactNode }) {
  const { t } = useLingui()
  const { back, bar } = useScreen()
  const { issuerSlug = '' } = useParams()
  const mode = useMode()
  const pay = useScreenPath('scan')
  const assets = useAssets()
  const skeleton = useSkeleton(assets.data === undefined && !assets.failed)
  const issuer = assets.data && tokenIssuers(assets.data, mode, deployed.brandColorClasses).find(({ slug }) => slug === issuerSlug)
  if (assets.data && !issuer) return <Navigate to={paths.notFound} replace />
  return (
    <Page bar={bar}>
      <Header end={<IconLink href={back ?? paths.home} label={t`Close`} icon={<Icon name="close" />} />} />
      <PageBody tight>
        {issuer ? (
          <>
            <div className="flex items-center gap-4 pb-5">
              <AssetMedia kind={issuer.brandColorClass as AssetGround} img={issuer.img} size="l" />
              <Title>{issuer.name}</Title>
            </div>
            <SegmentedLinks
              label={t`About this issuer`}
              links={[
                { href: paths.issuer(issuer.slug), label: <Trans>Assets</Trans>, current: tab === 'assets' },
                { href: paths.issuerDetails(issuer.slug), label: <Trans>Details</Trans>, current: tab === 'details' },
              ]}
            />
            {children(issuer)}
          </>
        ) : (
          <>
            <Title hidden>
              <Trans>Tokens</Trans>
            </Title>
            {assets.failed ? (
              <LoadFailed source={assets}>
                <Trans>We couldn’t load your tokens</Trans>
              </LoadFailed>
            ) : (
              <div aria-busy="true">{skeleton && <ListSkeleton rows={4} leaf />}</div>
            )}
          </>
        )}
      </PageBody>
      {pay !== undefined && (
        <PageFooter>
          <LinkButton full href={pay} icon={<Icon name="pay" />}>
            <Trans>Make a payment</Trans>
          </LinkButton>
        </PageFooter>
      )}
    </Page>
  )
}
