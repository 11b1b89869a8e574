import { Trans, useLingui } from '@lingui/react/macro'
import { PortalPage, TabLinks } from '@nikau/ui'
import type { ReactNode } from 'react'
import { businessPaths } from '../../lib/business-paths.ts'

/** The ways to take a payment, each a page under the same heading. */
export function TakePage({ current, linkId, children }: { current: 'link' | 'poster'; linkId?: string | undefined; children: ReactNode }) {
  const { t } = useLingui()
  return (
    <PortalPage title={<Trans>Take a payment</Trans>} detail={<Trans>A link to send, or a code to print</Trans>}>
      <div className="grid gap-5">
        <TabLinks
          label={t`Ways to take a payment`}
          links={[
            { href: businessPaths.take(linkId), label: <Trans>Payment link</Trans>, current: current === 'link' },
            { href: businessPaths.poster(linkId), label: <Trans>Sticker and poster</Trans>, current: current === 'poster' },
          ]}
        />
        {children}
      </div>
    </PortalPage>
  )
}
