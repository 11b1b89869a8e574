import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { familyOf } from '@nikau/contract/asset-display'
import { calendarDate, longDate, timeOfDay } from '@nikau/nz/nz-time'
import { type SummaryRow, summaryRows } from './payment-summary.ts'
import { format, gstWithin, subtract, zero } from '@nikau/money'
import { Amount, Card, Header, LinkButton, Money, Page, PageBody, PageFooter, PaymentTile, Receipt, ReceiptRow, Section, StatusChip } from '@nikau/ui'
import { useEffect, useRef } from 'react'
import { useDayLabel, useSpokenAmount } from '../../lib/localized-text.ts'
import { CopyButton } from '../../lib/CopyButton.tsx'
import { OrderLines } from '../../lib/OrderSummary.tsx'
import { paths } from '../../lib/paths.ts'
import { useScreen } from '../../lib/current-screen.ts'
import { Message } from '../../lib/Message.tsx'
import { AssetImage } from '../../lib/AssetImage.tsx'
import { MerchantHeader } from './MerchantHeader.tsx'
import type { RequestView } from './useRequest.ts'

const labels: Readonly<Record<SummaryRow['key'], MessageDescriptor>> = {
  'order-total': msg`Order total`,
  'already-paid': msg`Already paid`,
  discounts: msg`Discounts`,
  remaining: msg`Remaining`,
  total: msg`Total`,
}

/** The receipt of a request. Its heading takes the focus when the success screen closes. */
export function Summary({ request, focusHeading }: { request: RequestView; focusHeading: boolean }) {
  const { t } = useLingui()
  const { back } = useScreen()
  const spoken = useSpokenAmount()
  const dayLabel = useDayLabel()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (focusHeading) heading.current?.focus()
  }, [focusHeading])
  const paid = subtract(request.value.amount, request.remainingAmount)
  const paidAt = request.paidAt ?? request.createdAt
  const refunded = request.refundedAmount ?? zero
  const refundedText = format(refunded)
  return (
    <Page>
      <Header backHref={back} backLabel={t`Back`} title={<Trans>Receipt</Trans>} />
      <PageBody>
        <MerchantHeader request={request} />
        <h1 className="pt-5" tabIndex={-1} ref={heading}>
          <span className="n-hidden">
            <Trans>Payment Summary</Trans>{' '}
          </span>
          <Money text={format(paid)} spoken={spoken(paid)} />
        </h1>
        <p className="flex flex-wrap items-center gap-2 pt-3">
          {request.remainingAmount > 0n ? (
            <StatusChip tone="warning">
              <Trans>Part paid</Trans>
            </StatusChip>
          ) : (
            <StatusChip tone="positive">
              <Trans>Paid</Trans>
            </StatusChip>
          )}
          {refunded > 0n && <StatusChip tone="info">{refunded >= paid ? <Trans>Refunded</Trans> : <Trans>Part refunded</Trans>}</StatusChip>}
          <span className="text-label text-ink-2">{`${dayLabel(calendarDate(paidAt))} ${timeOfDay(paidAt)}`}</span>
        </p>
        <Section title={<Trans>Payment Method</Trans>} size="s">
          <PaidMethods request={request} />
        </Section>
        <Section title={<Trans>Order Summary</Trans>} size="s">
          <Card>
            <Receipt>
              <OrderLines lines={request.lineItems ?? []} />
              {summaryRows(request).map(({ key, amount }) => (
                <ReceiptRow key={key} name={<Message of={labels[key]} />} total={key === 'total'}>
                  {format(amount)}
                </ReceiptRow>
              ))}
            </Receipt>
          </Card>
        </Section>
        <Section>
          <Card>
            <Receipt>
              {refunded > 0n && (
                <ReceiptRow name={<Trans>Refunded to you</Trans>}>
                  <Amount text={`+${refundedText}`} spoken={spoken(refunded)} tone="in" />
                </ReceiptRow>
              )}
              {request.taxNumber && (
                <>
                  <ReceiptRow name={<Trans>GST included</Trans>}>{format(gstWithin(paid))}</ReceiptRow>
                  <ReceiptRow name={<Trans>GST number</Trans>}>{request.taxNumber.value.replace(/^(\d{2,3})(\d{3})(\d{3})$/, '$1-$2-$3')}</ReceiptRow>
                </>
              )}
              <ReceiptRow name={<Trans>Reference</Trans>} end={<CopyButton text={request.shortCode ?? request.id} />}>
                <span className="font-mono text-label break-all">{request.shortCode ?? request.id}</span>
              </ReceiptRow>
            </Receipt>
          </Card>
        </Section>
      </PageBody>
      <PageFooter>
        <LinkButton full href={request.redirectUrl ?? paths.home}>
          <Trans>Back to dashboard</Trans>
        </LinkButton>
      </PageFooter>
    </Page>
  )
}

function PaidMethods({ request }: { request: RequestView }) {
  const { t } = useLingui()
  const spoken = useSpokenAmount()
  const rest = request.remainingAmount
  return (
    <PaymentTile
      kind={rest > 0n ? 'partial' : 'full'}
      title={rest > 0n ? <Trans>Partial Payment</Trans> : <Trans>Full Payment</Trans>}
      legs={(request.paidBy?.assetTotals ?? []).map(({ type, description, total, lineItems, expiresAt }, index) => {
        const out = subtract(zero, total.amount)
        const expires = expiresAt && longDate(expiresAt)
        const details = [...(lineItems?.map(({ name }) => name) ?? []), ...(expires === undefined ? [] : [t`Expires ${expires}`])]
        return {
          key: String(index),
          media: <AssetImage type={type} />,
          name: familyOf(type) === 'nikau.nzd' ? t`Wallet` : (description ?? type),
          detail: details.length > 0 ? details.join(' · ') : undefined,
          amount: <Amount text={format(out)} spoken={spoken(out)} />,
        }
      })}
      rest={rest > 0n ? { label: <Trans>Still to pay</Trans>, amount: <Amount text={format(rest)} spoken={spoken(rest)} /> } : undefined}
    />
  )
}
