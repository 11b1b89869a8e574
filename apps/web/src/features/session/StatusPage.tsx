import { Logo, Page, PageBody, Title } from '@nikau/ui'
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'

/** A page with the logo and a status, shown during redirects. */
export function StatusPage({ children }: { children: ReactNode }) {
  const { t } = useLingui()
  return (
    <Page>
      <PageBody>
        <div className="pt-5 pb-16">
          <Logo label={t`Nikau`} />
        </div>
        <div role="status">
          <Title>{children}</Title>
        </div>
      </PageBody>
    </Page>
  )
}
