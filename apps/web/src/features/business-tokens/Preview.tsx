import { Trans } from '@lingui/react/macro'
import { format } from '@nikau/money'
import { addDays, addMonths, calendarDate, longDate } from '@nikau/nz/nz-time'
import { PortalCard, Receipt, ReceiptRow } from '@nikau/ui'
import { type Draft, endsOf, imgOf, worthOf } from './draft.ts'
import { TokenCard } from './texts.tsx'

/** The token as a customer would hold it if it were given out today, and what follows from it. */
export function Preview({ draft, now }: { draft: Draft; now: Date }) {
  const worth = worthOf(draft)
  const amount = worth === undefined ? '$0.00' : format(worth)
  const day = lastDayOf(draft, calendarDate(now))
  const ends = day === '' ? '' : longDate(day)
  const detail = (
    <>
      {draft.kind !== 'product' && <Trans>Up to {amount}, one item · </Trans>}
      {ends !== '' && <Trans>Ends {ends}</Trans>}
    </>
  )
  return (
    <>
      <div>
        <p className="mb-2 text-label text-ink-2">
          <Trans>In a customer’s wallet</Trans>
        </p>
        <TokenCard img={imgOf(draft)} name={draft.name.trim() === '' ? <Trans>Its name</Trans> : draft.name} detail={detail} />
      </div>
      <PortalCard title={<Trans>What it means</Trans>}>
        <Receipt>
          <ReceiptRow name={<Trans>You pay Nikau</Trans>}>
            <Trans>nothing</Trans>
          </ReceiptRow>
          <ReceiptRow name={draft.kind === 'gift' ? <Trans>Its money</Trans> : <Trans>Customers pay</Trans>}>
            {draft.kind === 'gift' ? <Trans>{amount} at your till, when you sell it</Trans> : <Trans>nothing</Trans>}
          </ReceiptRow>
          {draft.kind === 'gift' && (
            <ReceiptRow name={<Trans>GST</Trans>}>
              <Trans>when used</Trans>
            </ReceiptRow>
          )}
          <ReceiptRow name={<Trans>Reminders</Trans>}>
            <Trans>60, 14, 2 days before</Trans>
          </ReceiptRow>
        </Receipt>
      </PortalCard>
    </>
  )
}

function lastDayOf(draft: Draft, today: string): string {
  const ends = endsOf(draft)
  if ('lastDay' in ends) return ends.lastDay
  const { unit, count } = ends.life
  return unit === 'day' ? addDays(today, count) : addMonths(today, unit === 'year' ? count * 12 : count)
}
