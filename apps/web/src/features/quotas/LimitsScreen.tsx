import { Trans, useLingui } from '@lingui/react/macro'
import { Header, ListSkeleton, Page, PageBody, Title, useSkeleton } from '@nikau/ui'
import { LoadFailed } from '../../lib/LoadFailed.tsx'
import { useScreen } from '../../lib/current-screen.ts'
import { QuotaPanel } from './QuotaPanel.tsx'
import { useQuotas } from './useQuotas.ts'

export function LimitsScreen() {
  const { t } = useLingui()
  const { back } = useScreen()
  const quotas = useQuotas()
  const skeleton = useSkeleton(quotas.data === undefined)
  return (
    <Page>
      <Header backHref={back} backLabel={t`Back`} />
      <PageBody tight>
        <Title lede={<Trans>Limits reset at midnight (NZ time) on the 1st of each month and on 1 January.</Trans>}>
          <Trans>Limits</Trans>
        </Title>
        {quotas.failed ? (
          <div className="pt-6">
            <LoadFailed source={quotas}>
              <Trans>We couldn’t load your limits</Trans>
            </LoadFailed>
          </div>
        ) : quotas.data ? (
          <>
            <QuotaPanel title={<Trans>Spending</Trans>} overview={quotas.data.spend} />
            <QuotaPanel title={<Trans>Top-ups</Trans>} overview={quotas.data.topup} />
          </>
        ) : (
          <div aria-busy="true">{skeleton && <ListSkeleton rows={4} />}</div>
        )}
      </PageBody>
    </Page>
  )
}
