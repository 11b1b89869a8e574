import { Trans, useLingui } from '@lingui/react/macro'
import { DetailPane, EmptyState, ListSkeleton, useSkeleton } from '@nikau/ui'
import { Suspense } from 'react'
import { Failed } from '../../lib/Failed.tsx'
import { lazyScreen } from '../../lib/lazy-screen.ts'
import { useMovement } from './useMovement.ts'

/** Fetched when one is opened: on a phone the lists that lead here are read far more often. */
const Receipt = lazyScreen(async () => (await import('./Receipt.tsx')).Receipt)
const TransferDetails = lazyScreen(async () => (await import('../transfers/index.ts')).TransferDetails)

/** What stands behind a row: a receipt, or where the money is that has not arrived. */
export function Opened({ id, level }: { id: string; level: 1 | 2 }) {
  const [, transferId] = /^t(.+)$/.exec(id) ?? []
  if (transferId === undefined) return <OpenedMovement id={id} level={level} />
  return (
    <Suspense fallback={<div aria-busy="true" />}>
      <TransferDetails id={transferId} level={level} />
    </Suspense>
  )
}

/** The receipt of one movement, while it loads and when it cannot be had. */
function OpenedMovement({ id, level }: { id: string; level: 1 | 2 }) {
  const movement = useMovement(id)
  void Receipt.preload()
  const skeleton = useSkeleton(movement.data === undefined)
  if (movement.missing)
    return (
      <EmptyState drawing="receipt" level={level} title={<Trans>We can’t find that receipt</Trans>}>
        <Trans>It may belong to another account.</Trans>
      </EmptyState>
    )
  if (movement.failed)
    return (
      <Failed part={movement}>
        <Trans>We couldn’t load the receipt</Trans>
      </Failed>
    )
  if (movement.data === undefined) return <div aria-busy="true">{skeleton && <ListSkeleton rows={4} />}</div>
  return (
    <Suspense fallback={<div aria-busy="true" />}>
      <Receipt {...movement.data} level={level} />
    </Suspense>
  )
}

/** The same beside a list, on desktop. */
export function OpenedBeside({ id }: { id: string }) {
  const { t } = useLingui()
  return (
    <DetailPane label={t`Receipt`}>
      <Opened key={id} id={id} level={2} />
    </DetailPane>
  )
}
