import { Trans, useLingui } from '@lingui/react/macro'
import { getPayout, type Payout } from '@nikau/contract/payouts'
import { format } from '@nikau/money'
import { fileCutOff } from '@nikau/nz/business-calendar'
import { instantAt, shortDate, timeOfDay } from '@nikau/nz/nz-time'
import { Money, Notice, PortalCard, PortalColumns, PortalPage, Receipt, ReceiptRow, Skeleton, Sum, Timeline, type TimelineEvent } from '@nikau/ui'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { toAsyncData } from '../../lib/async-data.ts'
import { CopyButton } from '../../lib/CopyButton.tsx'
import { useEndpointQuery } from '../../lib/endpoint-hooks.ts'
import { LoadFailed } from '../../lib/LoadFailed.tsx'
import { useSpokenAmount } from '../../lib/localized-text.ts'
import { businessPaths } from '../../lib/business-paths.ts'
import { useDownloads } from './Downloads.tsx'
import { PayoutLines } from './PayoutLines.tsx'
import { payoutRows } from './sums.tsx'
import { CarriedReasonText, daysLabel, PayoutStatusChip, ReturnReasonText } from './texts.tsx'

/** A payout: what it consists of, the statement text, and its way to the bank. */
export function PayoutScreen() {
  const { payoutId = '' } = useParams()
  const query = useEndpointQuery(getPayout, { params: { id: payoutId } })
  const payout = toAsyncData(query.data, query)
  const back = { href: businessPaths.payouts, label: <Trans>Payouts</Trans> }
  if (payout.data) return <Loaded payout={payout.data} back={back} />
  return (
    <PortalPage title={<Trans>Payout</Trans>} back={back}>
      {payout.failed ? (
        <LoadFailed source={payout}>
          <Trans>We couldn’t load this payout</Trans>
        </LoadFailed>
      ) : (
        <div aria-busy="true">
          <Skeleton shape="block" width="full" />
        </div>
      )}
    </PortalPage>
  )
}

function Loaded({ payout, back }: { payout: Payout; back: { href: string; label: ReactNode } }) {
  const spoken = useSpokenAmount()
  const { buttons, below } = useDownloads(payout)
  const [day, days] = [shortDate(payout.day), daysLabel(payout.firstDay, payout.lastDay)]
  return (
    <PortalPage
      back={back}
      above={
        <Trans>
          Payout of {day}, payments of {days}
        </Trans>
      }
      title={<Money text={format(payout.net)} spoken={spoken(payout.net)} />}
      status={<PayoutStatusChip status={payout.status} />}
      actions={buttons}
    >
      <div className="flex flex-col gap-4">
        {below}
        <Problem payout={payout} />
        <PortalColumns
          aside={
            <>
              <PortalCard title={<Trans>How it adds up</Trans>}>
                <Sum rows={payoutRows(payout)} result={{ label: <Trans>To your bank</Trans>, amount: format(payout.net) }} />
              </PortalCard>
              <StatementText bank={payout.bank} />
              <Way payout={payout} />
            </>
          }
        >
          <PayoutLines payout={payout} />
        </PortalColumns>
      </div>
    </PortalPage>
  )
}

/** What an owner has to know first: the bank returned it, or nothing was sent. */
function Problem({ payout }: { payout: Payout }) {
  const amount = format(payout.status === 'carried' ? payout.carriedOut : payout.net)
  if (payout.status === 'sent-back')
    return (
      <Notice tone="negative" title={<Trans>The bank sent this payout back</Trans>} href={businessPaths.payouts}>
        <ReturnReason payout={payout} />
        <Trans>{amount} is payable again. It goes out on the next business day once the payout account is confirmed or changed.</Trans>
      </Notice>
    )
  if (payout.status !== 'carried' || payout.carriedReason === undefined) return undefined
  return (
    <Notice tone="info" title={<Trans>Nothing was sent: {amount} goes into the next payout</Trans>}>
      <CarriedReasonText reason={payout.carriedReason} />
    </Notice>
  )
}

function ReturnReason({ payout }: { payout: Payout }) {
  return (
    <p>
      <Trans>
        The bank’s reason: <ReturnReasonText reason={payout.returnReason} />.
      </Trans>
    </p>
  )
}

/** Exactly as it stands on the bank statement. */
function StatementText({ bank }: { bank: Payout['bank'] }) {
  if (!bank) return undefined
  return (
    <PortalCard title={<Trans>On your bank statement</Trans>}>
      <Receipt>
        <ReceiptRow name={<Trans>Particulars</Trans>}>
          <code>{bank.particulars}</code>
        </ReceiptRow>
        <ReceiptRow name={<Trans>Code</Trans>}>
          <code>{bank.code}</code>
        </ReceiptRow>
        <ReceiptRow name={<Trans>Reference</Trans>} end={<CopyButton text={bank.reference} />}>
          <code>{bank.reference}</code>
        </ReceiptRow>
        <ReceiptRow name={<Trans>Account</Trans>}>{bank.number}</ReceiptRow>
      </Receipt>
    </PortalCard>
  )
}

function Way({ payout }: { payout: Payout }) {
  const { t } = useLingui()
  if (payout.status === 'carried') return undefined
  const at = (time: Date) => `${shortDate(time)} ${timeOfDay(time)}`
  const cutOff = at(instantAt(payout.day, fileCutOff.hour, fileCutOff.minute))
  const paid: TimelineEvent =
    payout.status === 'sent-back'
      ? { key: 'returned', state: 'returned', text: <Trans>Sent back by the bank</Trans>, time: payout.returnedAt && at(payout.returnedAt) }
      : {
          key: 'paid',
          state: payout.paidAt ? 'done' : payout.sentAt ? 'now' : 'later',
          text: payout.paidAt ? <Trans>In your bank account</Trans> : <Trans>In your bank account that evening</Trans>,
          time: payout.paidAt && at(payout.paidAt),
        }
  const events: TimelineEvent[] = [
    { key: 'closed', state: 'done', text: <Trans>Closed at midnight</Trans>, time: shortDate(payout.lastDay) },
    {
      key: 'sent',
      state: payout.sentAt ? 'done' : 'now',
      text: payout.sentAt ? <Trans>Sent to the bank</Trans> : <Trans>Goes to the bank</Trans>,
      time: payout.sentAt ? at(payout.sentAt) : cutOff,
    },
    paid,
  ]
  return (
    <PortalCard title={<Trans>Its way</Trans>}>
      <Timeline label={t`Its way`} events={events} />
    </PortalCard>
  )
}
