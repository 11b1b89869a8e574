import { useLingui } from '@lingui/react/macro'
import { Logo, Page, PageBody } from '@nikau/ui'
import type { ReactNode } from 'react'

/** A page with nothing around it but the logo. */
export function LogoPage({ children }: { children: ReactNode }) {
  const { t } = useLingui()
  return (
    <Page>
      <PageBody>
        <div className="pt-5 pb-16">
          <Logo label={t`Nikau`} />
        </div>
        {children}
      </PageBody>
    </Page>
  )
}
