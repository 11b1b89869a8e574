import { Trans, useLingui } from '@lingui/react/macro'
import { exportPayout, getFeeInvoice, type Payout } from '@nikau/contract/payouts'
import { calendarDate, intervalName } from '@nikau/nz/nz-time'
import { Button, Icon, Notice } from '@nikau/ui'
import { useState } from 'react'
import { useBusiness } from '../../lib/business.ts'
import type { CallError } from '../../lib/call-error.ts'
import { CallProblem } from '../../lib/CallProblem.tsx'
import { useDownload } from '../../lib/useDownload.ts'

/** The payout as files, and the tax invoice of its month once the month has ended. */
export function useDownloads(payout: Payout) {
  const { t } = useLingui()
  const { accountId } = useBusiness()
  const lines = useDownload(exportPayout)
  const invoice = useDownload(getFeeInvoice)
  const month = payout.day.slice(0, 7)
  const [today] = useState(() => calendarDate(new Date()))
  const hasInvoice = month < today.slice(0, 7)
  const isBusy = (format: 'csv' | 'xero') => lines.isPending && lines.variables.query?.format === format
  const save = (format: 'csv' | 'xero') => lines.mutate({ params: { id: payout.id }, query: { format } })
  const file = (format: 'csv' | 'xero', label: string) => (
    <Button variant="outlined" size="s" icon={<Icon name="download" size="s" />} onPress={() => save(format)} busy={isBusy(format)} busyLabel={t`Preparing`}>
      {label}
    </Button>
  )
  const buttons = (
    <>
      {file('csv', t`CSV`)}
      {file('xero', t`Xero file`)}
      {hasInvoice && (
        <Button
          variant="outlined"
          size="s"
          icon={<Icon name="document" size="s" />}
          onPress={() => invoice.mutate({ params: { accountId, month } })}
          busy={invoice.isPending}
          busyLabel={t`Preparing`}
        >
          <Trans>Tax invoice</Trans>
        </Button>
      )}
    </>
  )
  const error = lines.error ?? invoice.error
  const name = intervalName(month)
  const below = (
    <>
      {error && (
        <Notice tone="negative" live="assertive" level={3} title={<Trans>We couldn’t create the file</Trans>}>
          <Reason error={error} />
        </Notice>
      )}
      {!hasInvoice && (
        <p className="text-label text-ink-2">
          <Trans>The tax invoice for the fees of {name} is here when the month is over.</Trans>
        </p>
      )}
    </>
  )
  return { buttons, below }
}

function Reason({ error }: { error: CallError }) {
  if (error.code === 'EXPORT_TOO_LONG') return <Trans>This payout has too many lines for one file. Read them through the API instead.</Trans>
  return <CallProblem error={error} />
}
