import { Trans } from '@lingui/react/macro'
import type { BookAnchor } from '@nikau/contract/proof'
import { add, format } from '@nikau/money'
import { Amount, Receipt, ReceiptRow, Section } from '@nikau/ui'
import type { ReactNode } from 'react'

/** Real money only: test money is owed to nobody. */
export function AmountsOwed({ latest }: { latest: BookAnchor }) {
  const owed = latest.owed.filter(({ unit }) => unit === 'nzd.main')
  return (
    <Section title={<Trans>What we owe</Trans>}>
      <Receipt>
        {owed.map(({ kind, amount }) => (
          <ReceiptRow key={kind} name={<KindName kind={kind} />}>
            <Amount text={format(amount)} />
          </ReceiptRow>
        ))}
        <ReceiptRow name={<Trans>In all</Trans>} total>
          <Amount text={format(add(...owed.map(({ amount }) => amount)))} />
        </ReceiptRow>
      </Receipt>
      <p className="pt-3 text-label font-normal text-ink-2">
        <Trans>To customers and shops, in real money. A wallet that is below zero doesn’t make it less.</Trans>
      </p>
    </Section>
  )
}

/** The kinds of accounts of docs/money that hold money for others. */
function KindName({ kind }: { kind: string }): ReactNode {
  switch (kind) {
    case 'wallet':
      return <Trans>In wallets</Trans>
    case 'settlement':
      return <Trans>In shops’ wallets</Trans>
    case 'request':
      return <Trans>Payments made in part</Trans>
    case 'escrow':
      return <Trans>Sent and not claimed yet</Trans>
    case 'unverified':
      return <Trans>Top-ups from bank accounts that aren’t verified</Trans>
    case 'payouts':
      return <Trans>On the way to bank accounts</Trans>
    case 'surplus':
      return <Trans>Bank payments to return</Trans>
    case 'card refunds':
      return <Trans>Refunds on the way to cards</Trans>
    default:
      return kind
  }
}
