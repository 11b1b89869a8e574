import { Trans, useLingui } from '@lingui/react/macro'
import { Logo, Page, PageBody, Title } from '@nikau/ui'
import { useProfile } from '../../lib/profile.ts'

export function DashboardScreen() {
  const { t } = useLingui()
  const { givenName } = useProfile()
  return (
    <Page>
      <PageBody>
        <div className="flex flex-col gap-6 pt-5">
          <Logo label={t`Nikau`} />
          <Title>{givenName ? <Trans>Kia ora, {givenName}</Trans> : <Trans>Kia ora</Trans>}</Title>
        </div>
      </PageBody>
    </Page>
  )
}
