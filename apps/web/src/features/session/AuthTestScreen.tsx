import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Page, PageBody, Title } from '@nikau/ui'
import { signOut, useSession } from '../../lib/session.tsx'

/** `15 Nov 2026, 3:04 pm`, in both languages. */
const dateTime = new Intl.DateTimeFormat('en-NZ', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Pacific/Auckland' })

/** The ID token's claims, for developers. */
export function AuthTestScreen() {
  const { t } = useLingui()
  const { user } = useSession()
  return (
    <Page>
      <PageBody>
        <div className="flex flex-col gap-6 pt-8">
          <Title>
            <Trans>Auth test</Trans>
          </Title>
          <dl className="flex flex-col gap-3" aria-label={t`Claims`}>
            {Object.entries(user.profile).map(([name, value]) => (
              <div key={name}>
                <dt className="text-label text-ink-2">{name}</dt>
                <dd className="text-body break-all">{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
              </div>
            ))}
            <div>
              <dt className="text-label text-ink-2">
                <Trans>Access token expires</Trans>
              </dt>
              <dd className="text-body">{user.expires_at === undefined ? '' : dateTime.format(new Date(user.expires_at * 1000))}</dd>
            </div>
          </dl>
          <Button variant="outlined" onPress={() => void signOut()}>
            <Trans>Logout</Trans>
          </Button>
        </div>
      </PageBody>
    </Page>
  )
}
