import { Trans, useLingui } from '@lingui/react/macro'
import { type Cents, format, subtract } from '@nikau/money'
import { shortDate } from '@nikau/nz/nz-time'
import { Button, FieldScreen, LinkButton, Live, Money, SplitAmounts, SuccessLeaf } from '@nikau/ui'
import { useCelebration } from '../../lib/celebration.ts'
import { useSpokenAmount } from '../../lib/localized-text.ts'
import { paths } from '../../lib/paths.ts'
import { useMerchantLocation } from './MerchantHeader.tsx'
import { PartRing } from './PartRing.tsx'
import type { RequestView } from './useRequest.ts'

const clock = new Intl.DateTimeFormat('en-NZ', { hour: 'numeric', minute: '2-digit', second: '2-digit', hour12: true, timeZone: 'Pacific/Auckland' })

/**
 * Full screen and readable across a counter. The drawing moves, so that a cashier can tell it from a screenshot, and the time is the
 * payment's, so that it cannot pass for a later one.
 */
export function Success({ request, onClose }: { request: RequestView; onClose: () => void }) {
  const { t } = useLingui()
  const celebrates = useCelebration(request.id, request.paidAt)
  const paid = subtract(request.value.amount, request.remainingAmount)
  return (
    <FieldScreen frond="below" alive>
      <main className="mx-auto flex w-full max-w-120 flex-1 flex-col px-5 pt-12 pb-6">
        <div role="dialog" aria-label={t`Payment Successful`} className="flex flex-1 flex-col">
          {request.patronCodeId === undefined ? <Approved {...{ request, paid, celebrates }} /> : <ByCode {...{ request, paid, celebrates }} />}
          <div className="mt-auto grid gap-2 pt-8 panes:mt-0">
            <LinkButton full variant="accent" href={request.redirectUrl ?? paths.home} onClick={onClose}>
              <LeaveLabel request={request} />
            </LinkButton>
            <Button full variant="on-field" onPress={onClose}>
              <Trans>View receipt</Trans>
            </Button>
          </div>
        </div>
      </main>
    </FieldScreen>
  )
}

/** Says where the button leads: to the merchant's page, where there is one. */
function LeaveLabel({ request: { redirectUrl, merchantName, patronCodeId } }: Pick<PaidProps, 'request'>) {
  if (redirectUrl !== undefined) return <Trans>Back to {merchantName}</Trans>
  return patronCodeId === undefined ? <Trans>Back to home</Trans> : <Trans>Done</Trans>
}

interface PaidProps {
  request: RequestView
  paid: Cents
  celebrates: boolean
}

function Approved({ request, paid, celebrates }: PaidProps) {
  const spoken = useSpokenAmount()
  const location = useMerchantLocation(request.merchantId)
  const [amount, rest, merchantName] = [format(paid), format(request.remainingAmount), request.merchantName]
  return (
    <>
      <SuccessLeaf still={!celebrates} />
      <h1 className="pt-8 text-head" tabIndex={-1}>
        <Trans>Payment Successful</Trans>
      </h1>
      <p className="pt-2">
        <Money size="xl" text={amount} spoken={spoken(paid)} />
      </p>
      <p className="max-w-76 pt-3 text-lead">
        <Trans>
          Your payment of {amount} to {merchantName} has been completed.
        </Trans>
      </p>
      {request.remainingAmount > 0n && (
        <p className="pt-2 font-semibold">
          <Trans>{rest} left to pay</Trans>
        </p>
      )}
      <PaidAt request={request} />
      <p className="text-label text-on-field-2">{[location, request.shortCode].filter(Boolean).join(' · ')}</p>
    </>
  )
}

/** Paid at a till with the payer's code, perhaps before the payer has looked: it says less, in larger steps. */
function ByCode({ request, paid, celebrates }: PaidProps) {
  const { t } = useLingui()
  const spoken = useSpokenAmount()
  const location = useMerchantLocation(request.merchantId)
  const { remainingAmount, value, merchantName, shortCode } = request
  const [amount, whole] = [format(paid), format(value.amount)]
  const isPart = remainingAmount > 0n
  return (
    <>
      {isPart ? <PartRing part={paid} whole={value.amount} label={t`${amount} of ${whole} paid`} /> : <SuccessLeaf still={!celebrates} />}
      <h1 className="pt-8 text-head" tabIndex={-1}>
        {isPart ? <Trans>Paid in part</Trans> : <Trans>Paid</Trans>}
      </h1>
      <p className="pt-2">
        <Money size="xl" text={amount} spoken={spoken(paid)} />
      </p>
      <p className="max-w-76 pt-3 text-lead">
        <Trans>
          to <b>{merchantName}</b>
        </Trans>
        {location !== undefined && `, ${location}`}
      </p>
      {isPart && (
        <div className="max-w-90 pt-6">
          <SplitAmounts
            parts={[
              { label: <Trans>Still to pay here</Trans>, money: <Money size="m" text={format(remainingAmount)} spoken={spoken(remainingAmount)} /> },
              { label: <Trans>Order</Trans>, money: <Money size="m" text={whole} spoken={spoken(value.amount)} /> },
            ]}
          />
        </div>
      )}
      <PaidAt request={request} />
      <p className="text-label text-on-field-2">
        {isPart ? <Trans>The shop takes the rest by card or cash.</Trans> : <Trans>Show this to the cashier</Trans>}
        {shortCode !== undefined && ` · ${shortCode}`}
      </p>
    </>
  )
}

function PaidAt({ request: { paidAt } }: Pick<PaidProps, 'request'>) {
  if (paidAt === undefined) return undefined
  return (
    <p className="pt-6 font-semibold tabular-nums">
      <Live>
        <time dateTime={paidAt.toISOString()}>
          {shortDate(paidAt)}, {clock.format(paidAt)}
        </time>
      </Live>
    </p>
  )
}
