import { Trans, useLingui } from '@lingui/react/macro'
import { Logo, Page, PageBody, Title } from '@nikau/ui'
import { useDeveloperTaps } from '../../lib/developer-taps.ts'
import { useProfile } from '../../lib/profile.ts'
import { usePlace } from '../../lib/screen.ts'

export function DashboardScreen() {
  const { t } = useLingui()
  const { givenName } = useProfile()
  const { bar } = usePlace()
  const logo = useDeveloperTaps('L')
  const greeting = useDeveloperTaps('G')
  return (
    <Page bar={bar}>
      <PageBody>
        <div className="flex flex-col gap-6 pt-5">
          <span ref={logo} className="self-start">
            <Logo label={t`Nikau`} />
          </span>
          <Title ref={greeting}>{givenName ? <Trans>Kia ora, {givenName}</Trans> : <Trans>Kia ora</Trans>}</Title>
        </div>
      </PageBody>
    </Page>
  )
}
