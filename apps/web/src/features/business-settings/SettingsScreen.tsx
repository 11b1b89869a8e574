import { Trans, useLingui } from '@lingui/react/macro'
import { formatLocation } from '@nikau/contract'
import { listMerchantConfigs, type MerchantConfig } from '@nikau/contract/merchant-configs'
import { picturePath } from '@nikau/contract/media-uploads'
import { Button, ListSkeleton, Notice, PortalCard, PortalColumns, PortalPage, TextLink } from '@nikau/ui'
import { Suspense } from 'react'
import { toAsyncData } from '../../lib/async-data.ts'
import { useBusiness } from '../../lib/business.ts'
import { businessPaths } from '../../lib/business-paths.ts'
import { useEndpointQuery } from '../../lib/endpoint-hooks.ts'
import { lazyScreen } from '../../lib/lazy-screen.ts'
import { LoadFailed } from '../../lib/LoadFailed.tsx'
import { loadCheckoutPreview } from '../checkout/index.ts'
import { FeesCard } from '../business-payouts/index.ts'
import { AddressesCard } from './AddressesCard.tsx'
import { BusinessCard } from './BusinessCard.tsx'
import { LookCard } from './LookCard.tsx'
import { MethodsCard } from './MethodsCard.tsx'
import { TillLimitsCard } from './TillLimitsCard.tsx'
import { SettingsProblem } from './SettingsProblem.tsx'
import { useSettings } from './useSettings.ts'
import './settings.css'

const CheckoutPreview = lazyScreen(loadCheckoutPreview)

/** How customers see the shop, how they pay, and where they are sent back to. One button saves all of it. */
export function SettingsScreen() {
  const { shop } = useBusiness()
  const query = useEndpointQuery(listMerchantConfigs, { params: { merchantId: shop.id } })
  const configs = toAsyncData(query.data, query)
  if (configs.data) return <Settings key={shop.id} config={configs.data[0]} />
  return (
    <PortalPage title={<Trans>Shop settings</Trans>} detail={shop.name}>
      <PortalCard title={<Trans>What customers see</Trans>}>
        {configs.failed ? (
          <LoadFailed source={configs}>
            <Trans>We couldn’t load your settings</Trans>
          </LoadFailed>
        ) : (
          <div aria-busy="true">
            <ListSkeleton rows={4} />
          </div>
        )}
      </PortalCard>
    </PortalPage>
  )
}

function Settings({ config }: { config: MerchantConfig | undefined }) {
  const { t } = useLingui()
  const { shop, isTest, may, accountId } = useBusiness()
  const settings = useSettings(shop, config)
  const { draft, change } = settings
  const place = shop.location && formatLocation({ suburb: '', postCode: '', state: '', ...shop.location })
  return (
    <PortalPage
      title={<Trans>Shop settings</Trans>}
      detail={[shop.name, shop.location?.suburb].filter(Boolean).join(', ')}
      actions={
        <Button size="s" isDisabled={!settings.isChanged} onPress={() => void settings.save()} busy={settings.isSaving} busyLabel={t`Saving`}>
          <Trans>Save</Trans>
        </Button>
      }
    >
      <p role="status" className="n-hidden">
        {settings.isSaved && t`Saved`}
      </p>
      {settings.error && <SettingsProblem error={settings.error} />}
      {shop.status === 'in-review' && (
        <div className="pb-4">
          <Notice tone="info" title={<Trans>We’re checking the name of this shop</Trans>}>
            <Trans>Until we have, customers don’t find it, and it takes no live payments. Usually the same business day.</Trans>
          </Notice>
        </div>
      )}
      <PortalColumns
        aside={
          <div className="settings-preview">
            <p className="pb-2 text-label text-ink-2">
              <Trans>Checkout, as a customer sees it</Trans>
            </p>
            <Suspense fallback={<div className="min-h-120" aria-busy="true" />}>
              <CheckoutPreview
                name={draft.name.trim() || shop.name}
                place={place}
                colour={draft.colour}
                logo={draft.pictureId === undefined ? undefined : picturePath(draft.pictureId)}
                assetTypes={draft.families.map((family) => `${family}.${isTest ? 'test' : 'main'}`)}
                isTest={isTest}
              />
            </Suspense>
          </div>
        }
      >
        <LookCard settings={settings} accountId={accountId} />
        <MethodsCard chosen={draft.families} onChange={(families) => change({ families })} merchantId={shop.id} />
        <TillLimitsCard />
        <AddressesCard addresses={draft.addresses} onChange={(addresses) => change({ addresses })} isTest={isTest} />
        {may('fees:read') && <FeesCard merchantId={shop.id} />}
        <BusinessCard />
        {may('audit:read') && (
          <PortalCard title={<Trans>Who changed what</Trans>}>
            <TextLink href={businessPaths.changes}>
              <Trans>Record of changes</Trans>
            </TextLink>
          </PortalCard>
        )}
      </PortalColumns>
    </PortalPage>
  )
}
