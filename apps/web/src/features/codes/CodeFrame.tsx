import { Trans } from '@lingui/react/macro'
import { FieldScreen, Page, PageBody, Title } from '@nikau/ui'
import type { ReactNode } from 'react'
import { BarcodeScanTabs } from '../../lib/BarcodeScanTabs.tsx'
import { useScreen } from '../../lib/current-screen.ts'

/** The green field with the switcher. The code is at the same place in every state, so that the hand need not search. */
export function CodeFrame({ title, children }: { title?: ReactNode; children: ReactNode }) {
  const { bar } = useScreen()
  return (
    <FieldScreen>
      <Page ground="none" bar={bar}>
        <PageBody>
          <Title hidden>{title ?? <Trans>Barcode</Trans>}</Title>
          <div className="pt-2">
            <BarcodeScanTabs current="my-codes" />
          </div>
          {children}
        </PageBody>
      </Page>
    </FieldScreen>
  )
}
