import { Trans, useLingui } from '@lingui/react/macro'
import { EmptyState, LinkButton } from '@nikau/ui'
import { LogoPage } from '../../lib/LogoPage.tsx'
import { base } from '../../lib/paths.ts'

/** The link reloads the app on purpose, which clears any state that led here. */
export function NotFoundScreen() {
  const { t } = useLingui()
  return (
    <LogoPage>
      <EmptyState
        drawing="frond"
        level={1}
        title={t`404`}
        action={
          <LinkButton href={new URL(`${base}/`, location.origin).href}>
            <Trans>Go Back Home</Trans>
          </LinkButton>
        }
      >
        <Trans>Oops! We can't find that page.</Trans>
      </EmptyState>
    </LogoPage>
  )
}
