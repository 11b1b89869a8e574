import { Suspense } from 'react'
import { lazyScreen } from '../../lib/lazy-screen.ts'
import type { RequestView } from './useRequest.ts'

/** The public checkout's, loaded after the wallet's own methods: most people pay with those. */
const Ways = lazyScreen(async () => await (await import('../checkout/index.ts')).loadOtherWays())

/** Banks, the farm-supplies card and apps: nobody has fewer ways to pay because they are signed in. */
export function OtherWays({ request }: { request: RequestView }) {
  if (request.status !== 'new') return undefined
  const { id, status, liveness, url, merchantName } = request
  const assetTypes = request.paymentOptions.map(({ assetType }) => assetType)
  return (
    <Suspense>
      <Ways request={{ id, status, liveness, url, merchantName, assetTypes }} />
    </Suspense>
  )
}
