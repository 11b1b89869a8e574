import { Trans, useLingui } from '@lingui/react/macro'
import { DetailPane, EmptyState, ListSkeleton, useSkeleton } from '@nikau/ui'
import { Suspense } from 'react'
import { deployed } from '../../lib/config.ts'
import { LoadFailed } from '../../lib/LoadFailed.tsx'
import { lazyScreen } from '../../lib/lazy-screen.ts'
import { useCodePayment } from './useCodePayment.ts'
import { useTransaction } from './useTransaction.ts'

/** Loaded on demand: on a phone, lists are viewed far more often than details. */
const Receipt = lazyScreen(async () => (await import('./Receipt.tsx')).Receipt)
const AssetTransferDetails = lazyScreen(async () => (await import('../asset-transfers/index.ts')).AssetTransferDetails)
const TransferDetails = lazyScreen(async () => (await import('../transfers/index.ts')).TransferDetails)

interface DetailProps {
  id: string
  level: 1 | 2
  /** Whose activity it is, if not the wallet's. */
  assetId?: string | undefined
}

/** The detail behind an activity row: a receipt, or the progress of a transfer that has not arrived yet (keys that start with `t`). */
export function ActivityDetail({ id, level, assetId }: DetailProps) {
  const [, transferId] = /^t(.+)$/.exec(id) ?? []
  if (transferId === undefined) return <TransactionDetail id={id} level={level} assetId={assetId} />
  return (
    <Suspense fallback={<div aria-busy="true" />}>
      <TransferDetails id={transferId} level={level} />
    </Suspense>
  )
}

/** A booked transaction's receipt, with its loading, not-found and error states. */
function TransactionDetail({ id, level, assetId }: DetailProps) {
  const transaction = useTransaction(id, assetId)
  const codePayment = useCodePayment(transaction.data?.activity.paymentRequestId)
  void Receipt.preload()
  const skeleton = useSkeleton(transaction.data === undefined)
  if (transaction.missing)
    return (
      <EmptyState drawing="receipt" level={level} title={<Trans>We can’t find that receipt</Trans>}>
        <Trans>It may belong to another account.</Trans>
      </EmptyState>
    )
  if (transaction.failed)
    return (
      <LoadFailed source={transaction} pageTitle={level === 1 ? <Trans>Receipt</Trans> : undefined}>
        <Trans>We couldn’t load the receipt</Trans>
      </LoadFailed>
    )
  if (transaction.data === undefined || codePayment.isLoading) return <div aria-busy="true">{skeleton && <ListSkeleton rows={4} />}</div>
  const { assetTransferId } = transaction.data.activity
  const { activity, assetName, reference } = transaction.data
  const receipt = (
    <Receipt
      activity={activity}
      assetName={assetName}
      reference={codePayment.shortCode ?? reference}
      codePayment={codePayment.request}
      tokens={codePayment.tokens}
      level={level}
    />
  )
  return (
    <Suspense fallback={<div aria-busy="true" />}>
      {assetTransferId !== undefined && deployed.people.claim ? <AssetTransferDetails id={assetTransferId} level={level} fallback={receipt} /> : receipt}
    </Suspense>
  )
}

/** The detail pane beside a list, on desktop. */
export function ActivityPane({ id }: { id: string }) {
  const { t } = useLingui()
  return (
    <DetailPane label={t`Receipt`}>
      <ActivityDetail key={id} id={id} level={2} />
    </DetailPane>
  )
}
