import { Title } from '@nikau/ui'
import type { ReactNode } from 'react'
import { LogoPage } from '../../lib/LogoPage.tsx'

/** A page with the logo and a status, shown during redirects. */
export function StatusPage({ children }: { children: ReactNode }) {
  return (
    <LogoPage>
      <div role="status">
        <Title>{children}</Title>
      </div>
    </LogoPage>
  )
}
