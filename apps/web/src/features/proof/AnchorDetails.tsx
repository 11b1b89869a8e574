import { Trans } from '@lingui/react/macro'
import type { BookAnchor } from '@nikau/contract/proof'
import { Receipt, ReceiptRow, Section } from '@nikau/ui'

const dateTime = new Intl.DateTimeFormat('en-NZ', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Pacific/Auckland' })

export function AnchorDetails({ latest }: { latest: BookAnchor }) {
  return (
    <Section title={<Trans>Latest summary</Trans>}>
      <Receipt>
        <ReceiptRow name={<Trans>Signed</Trans>}>
          <time dateTime={latest.madeAt.toISOString()}>{dateTime.format(latest.madeAt)}</time>
        </ReceiptRow>
        <ReceiptRow name={<Trans>Number</Trans>}>{latest.number}</ReceiptRow>
        <ReceiptRow name={<Trans>Key</Trans>}>{latest.keyId}</ReceiptRow>
        <ReceiptRow name={<Trans>Hash</Trans>}>
          <code className="break-all">{latest.hash}</code>
        </ReceiptRow>
      </Receipt>
    </Section>
  )
}
