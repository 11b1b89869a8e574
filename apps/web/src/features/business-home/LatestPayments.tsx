import { Trans, useLingui } from '@lingui/react/macro'
import { listMerchantPayments, type MerchantPayment, type PaymentLegMethod } from '@nikau/contract/merchant-payments'
import { format } from '@nikau/money'
import { addDays, calendarDate, shortDate, timeOfDay } from '@nikau/nz/nz-time'
import { Amount, DataTable, Icon, type IconName, ListSkeleton, PortalCard, TextLink } from '@nikau/ui'
import { toAsyncData } from '../../lib/async-data.ts'
import { useBusiness } from '../../lib/business.ts'
import { LoadFailed } from '../../lib/LoadFailed.tsx'
import { useMethodNames, usePaymentName } from '../../lib/merchant-payment-texts.ts'
import { businessPaths } from '../../lib/business-paths.ts'
import { isUnpaid, PaymentStatusChip } from '../../lib/PaymentStatusChip.tsx'
import { serverNow } from '../../lib/server-clock.ts'
import { useEndpointPages } from '../../lib/useEndpointPages.ts'

const shownRows = 6
const shownDays = 31

/** What was paid last in the shop, whenever it was asked for. */
export function LatestPayments({ updated }: { updated: string | undefined }) {
  const { t } = useLingui()
  const { shop } = useBusiness()
  const nameOf = usePaymentName()
  const payments = useEndpointPages(listMerchantPayments, {
    params: { merchantId: shop.id },
    query: { from: addDays(calendarDate(serverNow()), 1 - shownDays), order: 'paid' },
  })
  const rows = payments.data?.pages[0]?.items.slice(0, shownRows)
  const source = toAsyncData(rows, payments)
  return (
    <PortalCard
      flush={!source.failed && rows?.length !== 0}
      title={<Trans>Latest payments</Trans>}
      end={
        updated === undefined ? (
          <TextLink href={businessPaths.payments}>
            <Trans>All payments</Trans>
          </TextLink>
        ) : (
          <span className="text-ink-2">
            <Trans>Updated {updated}</Trans>
          </span>
        )
      }
    >
      {source.failed ? (
        <LoadFailed source={source}>
          <Trans>Couldn’t load your payments</Trans>
        </LoadFailed>
      ) : !rows ? (
        <ListSkeleton rows={shownRows} />
      ) : rows.length === 0 ? (
        <p className="text-ink-2">
          <Trans>No payments in the last month. New ones show here by themselves.</Trans>
        </p>
      ) : (
        <DataTable
          caption={t`The latest payments`}
          columns={[
            { key: 'for', label: <Trans>For</Trans>, fold: 'start-1' },
            { key: 'time', label: <Trans>Time</Trans>, fold: 'start-2' },
            { key: 'with', label: <Trans>With</Trans> },
            { key: 'status', label: <Trans>Status</Trans>, fold: 'end-2' },
            { key: 'amount', label: <Trans>Amount</Trans>, align: 'end', fold: 'end-1' },
          ]}
          rows={rows.map((payment) => ({
            id: payment.id,
            href: businessPaths.payment(payment.id),
            cells: {
              for: nameOf(payment),
              time: whenOf(payment),
              with: <With methods={payment.methods} />,
              status: <PaymentStatusChip status={payment.status} />,
              amount: <Amount text={format(payment.amount)} tone={isUnpaid(payment.status) ? 'failed' : undefined} />,
            },
          }))}
        />
      )}
    </PortalCard>
  )
}

function whenOf({ paidAt, createdAt }: MerchantPayment): string {
  const at = paidAt ?? createdAt
  return calendarDate(at) === calendarDate(serverNow()) ? timeOfDay(at) : shortDate(at)
}

const icons: Readonly<Record<PaymentLegMethod, IconName>> = {
  wallet: 'wallet',
  token: 'gift',
  'own-token': 'gift',
  'pay-by-bank': 'bank',
  'farm-card': 'card',
  external: 'store',
}

function With({ methods }: { methods: readonly PaymentLegMethod[] }) {
  const names = useMethodNames()
  if (methods.length === 0) return '–'
  return (
    <span className="inline-flex gap-1">
      {methods.map((method) => (
        <Icon key={method} name={icons[method]} size="s" label={names[method]} />
      ))}
    </span>
  )
}
