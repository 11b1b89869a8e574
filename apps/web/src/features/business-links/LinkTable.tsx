import { useLingui } from '@lingui/react/macro'
import type { PaymentLink } from '@nikau/contract/payment-links'
import { format } from '@nikau/money'
import { CellDetail, DataTable } from '@nikau/ui'
import { businessPaths } from '../../lib/business-paths.ts'
import { LinkAmount, LinkStatusChip, PaymentCount } from './texts.tsx'

export function LinkTable({ links }: { links: readonly PaymentLink[] }) {
  const { t } = useLingui()
  return (
    <DataTable
      caption={t`Payment links`}
      columns={[
        { key: 'name', label: t`Link`, fold: 'start-1' },
        { key: 'amount', label: t`Amount`, fold: 'start-2' },
        { key: 'paid', label: t`Paid`, align: 'end', fold: 'end-1' },
      ]}
      rows={links.map((link) => ({
        id: link.id,
        href: businessPaths.take(link.id),
        cells: {
          name: link.name,
          amount: link.status === 'open' ? <LinkAmount link={link} /> : <LinkStatusChip status={link.status} />,
          paid: (
            <>
              <b className="font-semibold">{format(link.paid)}</b>
              <CellDetail>
                <PaymentCount count={link.count} />
              </CellDetail>
            </>
          ),
        },
      }))}
    />
  )
}
