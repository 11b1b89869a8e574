import { Trans } from '@lingui/react/macro'
import { openingStep } from '@nikau/contract/businesses'
import { listMerchantConfigs } from '@nikau/contract/merchant-configs'
import { PortalPage } from '@nikau/ui'
import { Navigate, useLocation, useParams } from 'react-router'
import { useEndpointQuery } from '../../lib/endpoint-hooks.ts'
import { LoadFailed } from '../../lib/LoadFailed.tsx'
import { useStepNames } from '../../lib/opening.ts'
import { businessPaths } from '../../lib/business-paths.ts'
import { AddressStep } from './AddressStep.tsx'
import { BusinessStep } from './BusinessStep.tsx'
import { GstStep } from './GstStep.tsx'
import { MethodsStep } from './MethodsStep.tsx'
import { PayoutAccountStep } from './PayoutAccountStep.tsx'
import { TestPaymentStep } from './TestPaymentStep.tsx'
import { isLocked, useOpening } from './useOpening.ts'

/** One step of the checklist. What cannot be done now leads back to it. */
export function OpenStepScreen() {
  const step = openingStep.safeParse(useParams().step).data
  const checklistPath = { pathname: businessPaths.open, search: useLocation().search }
  const names = useStepNames()
  const { accountId, isOwner, checklist, business } = useOpening()
  const shopId = business.data?.shopId
  const configs = useEndpointQuery(listMerchantConfigs, { params: { merchantId: shopId ?? '' } }, { enabled: shopId !== undefined && step === 'methods' })
  if (step === undefined || step === 'go-live' || !isOwner) return <Navigate to={checklistPath} replace />
  if (accountId === undefined)
    return step === 'business' ? <BusinessStep accountId={undefined} business={undefined} /> : <Navigate to={checklistPath} replace />
  const failed = checklist.failed ? checklist : business
  if (failed.failed)
    return (
      <PortalPage title={names[step]}>
        <LoadFailed source={failed}>
          <Trans>Couldn’t load your checklist</Trans>
        </LoadFailed>
      </PortalPage>
    )
  const config = configs.data?.[0]
  if (!checklist.data || !business.data || (step === 'methods' && !config))
    return (
      <PortalPage title={names[step]}>
        <div aria-busy="true" />
      </PortalPage>
    )
  const isDetail = step === 'business' || step === 'gst' || step === 'address'
  if ((isDetail && isLocked(checklist.data)) || (step !== 'business' && business.data.nzbn === undefined)) return <Navigate to={checklistPath} replace />
  switch (step) {
    case 'business':
      return <BusinessStep accountId={accountId} business={business.data} />
    case 'gst':
      return <GstStep accountId={accountId} business={business.data} />
    case 'address':
      return <AddressStep accountId={accountId} business={business.data} />
    case 'payout-account':
      return <PayoutAccountStep checklist={checklist.data} business={business.data} />
    case 'methods':
      return <MethodsStep accountId={accountId} config={config!} />
    case 'test-payment':
      return <TestPaymentStep checklist={checklist.data} />
  }
}
