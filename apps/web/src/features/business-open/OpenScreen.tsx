import { Trans, useLingui } from '@lingui/react/macro'
import type { Business, Checklist as OpeningChecklist, OpeningStep } from '@nikau/contract/businesses'
import { getMerchantFees } from '@nikau/contract/fees'
import { listMerchantConfigs } from '@nikau/contract/merchant-configs'
import { format } from '@nikau/money'
import { Checklist, LinkButton, PortalCard, PortalColumns, PortalPage } from '@nikau/ui'
import { isLoading } from '../../lib/async-data.ts'
import { useEndpointQuery } from '../../lib/endpoint-hooks.ts'
import { LoadFailed } from '../../lib/LoadFailed.tsx'
import { useStepNames } from '../../lib/opening.ts'
import { businessPaths } from '../../lib/business-paths.ts'
import { useProfile } from '../../lib/profile.ts'
import { GoLiveCard } from './GoLiveCard.tsx'
import { useStepDetails } from './texts.ts'
import { isLocked, useOpening } from './useOpening.ts'

/** The checklist of a business that is being opened; how to start, for a person without one. */
export function OpenScreen() {
  const { accountId, isOwner, checklist, business } = useOpening()
  if (accountId === undefined) return <HowToStart />
  const failed = checklist.failed ? checklist : business
  if (failed.failed)
    return (
      <PortalPage title={<Trans>Open for business</Trans>}>
        <LoadFailed source={failed}>
          <Trans>Couldn’t load your checklist</Trans>
        </LoadFailed>
      </PortalPage>
    )
  if (isLoading(checklist) || !checklist.data || !business.data)
    return (
      <PortalPage title={<Trans>Open for business</Trans>}>
        <div aria-busy="true" />
      </PortalPage>
    )
  return <OpeningChecklistPage checklist={checklist.data} business={business.data} isOwner={isOwner} />
}

function HowToStart() {
  return (
    <PortalPage title={<Trans>Open for business</Trans>} detail={<Trans>Take payments from anyone with Nikau, or from their bank</Trans>}>
      <div className="n-portal-card flex max-w-160 flex-col items-start gap-4">
        <p>
          <Trans>You need your NZBN and a few minutes. You can take test payments at once, leave whenever you like, and go on where you left off.</Trans>
        </p>
        <p className="text-ink-2">
          <Trans>Does your business have an account already? Ask its owner to add you.</Trans>
        </p>
        <LinkButton href={businessPaths.openStep('business')}>
          <Trans>Open a business</Trans>
        </LinkButton>
      </div>
    </PortalPage>
  )
}

/** Steps that have no page of their own, or that cannot be changed now. */
const detailSteps: readonly OpeningStep[] = ['business', 'gst', 'address']

function OpeningChecklistPage({ checklist, business, isOwner }: { checklist: OpeningChecklist; business: Business; isOwner: boolean }) {
  const { t } = useLingui()
  const { givenName } = useProfile()
  const names = useStepNames()
  const detailsOf = useStepDetails()
  const configs = useEndpointQuery(listMerchantConfigs, { params: { merchantId: business.shopId ?? '' } }, { enabled: business.shopId !== undefined })
  const details = detailsOf(checklist, business, configs.data?.[0])
  const next = checklist.steps.find(({ done }) => !done)?.step
  const locked = isLocked(checklist)
  const hrefOf = (step: OpeningStep) => {
    const hasPage = isOwner && step !== 'go-live' && !(locked && detailSteps.includes(step)) && (step === 'business' || business.nzbn !== undefined)
    return hasPage ? businessPaths.openStep(step) : undefined
  }
  const done = checklist.steps.filter((step) => step.done).length
  const all = checklist.steps.length
  return (
    <PortalPage
      title={givenName === undefined ? <Trans>Open for business</Trans> : <Trans>Kia ora, {givenName}</Trans>}
      detail={
        checklist.live ? (
          <Trans>You take real money.</Trans>
        ) : (
          <Trans>
            {done} of {all} done. You can take test payments already.
          </Trans>
        )
      }
    >
      <PortalColumns aside={<Terms business={business} />}>
        <section aria-label={t`Checklist`}>
          <Checklist
            items={checklist.steps.map(({ step, done: isDone }) => ({
              key: step,
              state: isDone ? 'done' : step === next ? 'next' : 'later',
              title: (
                <>
                  {names[step]} <span className="n-hidden">{isDone ? t`Done` : t`To do`}</span>
                </>
              ),
              detail: details[step],
              href: hrefOf(step),
            }))}
          />
        </section>
        {isOwner ? (
          <GoLiveCard checklist={checklist} />
        ) : (
          <p className="text-ink-2">
            <Trans>An owner of the business does these steps.</Trans>
          </p>
        )}
      </PortalColumns>
    </PortalPage>
  )
}

function Terms({ business }: { business: Business }) {
  const fees = useEndpointQuery(getMerchantFees, { params: { merchantId: business.shopId ?? '' } }, { enabled: business.shopId !== undefined })
  const percent = (rate: number) => `${(rate / 100).toFixed(2)}%`
  const priceOf = (method: string) => fees.data?.inForce.find((price) => price.method === method)
  const [wallet, bank] = [priceOf('wallet'), priceOf('pay-by-bank')]
  const [walletRate, bankRate] = [percent(wallet?.rate ?? 0), percent(bank?.rate ?? 0)]
  const bankFixed = bank ? format(bank.fixed) : ''
  return (
    <>
      {wallet && bank && (
        <PortalCard title={<Trans>What it costs</Trans>}>
          <p className="text-ink-2">
            <Trans>
              <b>{walletRate}</b> per wallet payment. Bank payments {bankRate} and {bankFixed}. Your own tokens nothing. GST is added to fees.
            </Trans>
          </p>
        </PortalCard>
      )}
      <PortalCard title={<Trans>When you get paid</Trans>}>
        <p className="text-ink-2">
          <Trans>Each business day, the payments of the day before.</Trans>
        </p>
      </PortalCard>
    </>
  )
}
