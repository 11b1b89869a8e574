import { Logo, Page, PageBody, Title } from '@nikau/ui'
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'

/** The moment between two places: who we are, and what is happening. */
export function Waiting({ children }: { children: ReactNode }) {
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
