import { Trans, useLingui } from '@lingui/react/macro'
import { Header, ListSkeleton, Page, PageBody, Title, useSkeleton } from '@nikau/ui'
import { Failed } from '../../lib/Failed.tsx'
import { usePlace } from '../../lib/screen.ts'
import { QuotaPanel } from './QuotaPanel.tsx'
import { useQuotas } from './useQuotas.ts'

export function LimitsScreen() {
  const { t } = useLingui()
  const { back } = usePlace()
  const quotas = useQuotas()
  const skeleton = useSkeleton(quotas.data === undefined)
  return (
    <Page>
      <Header backHref={back} backLabel={t`Back`} />
      <PageBody tight>
        <Title lede={<Trans>They start over with each month and year, at midnight in Auckland.</Trans>}>
          <Trans>Limits</Trans>
        </Title>
        {quotas.failed ? (
          <div className="pt-6">
            <Failed part={quotas}>
              <Trans>We couldn’t load your limits</Trans>
            </Failed>
          </div>
        ) : quotas.data ? (
          <>
            <QuotaPanel title={<Trans>Spending</Trans>} overview={quotas.data.spend} />
            <QuotaPanel title={<Trans>Top ups</Trans>} overview={quotas.data.topup} />
          </>
        ) : (
          <div aria-busy="true">{skeleton && <ListSkeleton rows={4} />}</div>
        )}
      </PageBody>
    </Page>
  )
}
