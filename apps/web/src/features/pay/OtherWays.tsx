import { ListSkeleton } from '@nikau/ui'
import { type ReactNode, Suspense } from 'react'
import { lazyScreen } from '../../lib/lazy-screen.ts'
import type { RequestView } from './useRequest.ts'

/** The public checkout's, loaded after the wallet's own methods: most people pay with those. */
const Ways = lazyScreen(async () => await (await import('../checkout/index.ts')).loadOtherWays())
export const preloadOtherWays = Ways.preload

/**
 * Banks, the farm-supplies card and apps: nobody has fewer ways to pay because they are signed in. What stands below them (`children`)
 * appears with them: it must not move away from a finger or the focus.
 */
export function OtherWays({ request, children }: { request: RequestView; children?: ReactNode }) {
  if (request.status !== 'new') return children
  const { id, status, liveness, url, merchantName } = request
  const assetTypes = request.paymentOptions.map(({ assetType }) => assetType)
  return (
    <Suspense
      fallback={
        <div aria-busy="true" className="pt-6">
          <ListSkeleton />
        </div>
      }
    >
      <Ways request={{ id, status, liveness, url, merchantName, assetTypes }} />
      {children}
    </Suspense>
  )
}
