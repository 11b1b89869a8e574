import { Trans, useLingui } from '@lingui/react/macro'
import { addDays, calendarDate, type CalendarDate, longDate } from '@nikau/nz/nz-time'
import { getStatement, type StatementFormat } from '@nikau/contract/statements'
import { Button, FilterChips, Icon, Notice, Sheet } from '@nikau/ui'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { CallProblem } from '../../lib/CallProblem.tsx'
import type { CallError } from '../../lib/call-error.ts'
import { callFile } from '../../lib/call-file.ts'
import { downloadFile } from '../../lib/download.ts'

type Period = 'month' | 'quarter' | 'year' | 'all'

/** The first day of a period that ends today; undefined for all time. */
function periodStart(period: Period, today: CalendarDate): CalendarDate | undefined {
  if (period === 'all') return undefined
  if (period === 'quarter') return addDays(today, -90)
  return period === 'month' ? `${today.slice(0, 7)}-01` : `${today.slice(0, 4)}-01-01`
}

/** What to do about a file that could not be made. */
function Reason({ error }: { error: CallError }) {
  if (error.code === 'STATEMENT_TOO_LONG') return <Trans>There’s too much activity for this type of file. Choose a shorter period, or CSV.</Trans>
  if (error.status === 429) return <Trans>You’ve made several files in the last minute. Wait a minute, then try again.</Trans>
  return <CallProblem error={error} />
}

/** Exports the wallet's statement as PDF, CSV or OFX. */
export function ExportSheet({ walletId, onClose }: { walletId: string; onClose: () => void }) {
  const { t } = useLingui()
  const [period, setPeriod] = useState<Period>('month')
  const [today] = useState(() => calendarDate(new Date()))
  const from = periodStart(period, today)
  const [first, last] = [from && longDate(from), longDate(today)]
  const exportStatement = useMutation<string, CallError, StatementFormat>({
    mutationKey: [getStatement.method, getStatement.path],
    mutationFn: async (format) => {
      const file = await callFile(getStatement, { params: { walletId }, query: { format, ...(from !== undefined && { from }) } })
      downloadFile(file)
      return file.name
    },
  })
  const saved = exportStatement.data
  const formatButton = (format: StatementFormat, label: string) => (
    <Button
      variant={format === 'pdf' ? 'filled' : 'outlined'}
      full
      icon={<Icon name={format === 'pdf' ? 'document' : 'download'} size="s" />}
      onPress={() => exportStatement.mutate(format)}
      busy={exportStatement.isPending && exportStatement.variables === format}
      busyLabel={t`Preparing`}
      isDisabled={exportStatement.isPending && exportStatement.variables !== format}
    >
      {label}
    </Button>
  )
  return (
    <Sheet isOpen onClose={onClose} title={<Trans>Export</Trans>} closeLabel={t`Close`}>
      <div className="flex flex-col gap-4">
        <FilterChips
          label={t`Period`}
          value={period}
          onChange={(chosen) => {
            setPeriod(chosen)
            exportStatement.reset() // what it said was about the other period
          }}
          options={[
            { value: 'month', label: t`This month` },
            { value: 'quarter', label: t`90 days` },
            { value: 'year', label: t`This year` },
            { value: 'all', label: t`All` },
          ]}
        />
        <p className="text-label text-ink-2 tabular-nums" aria-live="polite">
          {first === undefined ? (
            <Trans>Everything up to {last}</Trans>
          ) : (
            <Trans>
              {first} to {last}
            </Trans>
          )}
        </p>
        {exportStatement.isError && (
          <Notice tone="negative" live="assertive" level={3} title={<Trans>We couldn’t create the file</Trans>}>
            <Reason error={exportStatement.error} />
          </Notice>
        )}
        <div className="grid gap-3">
          {formatButton('pdf', t`PDF, to read and keep`)}
          {formatButton('csv', t`CSV, for a spreadsheet`)}
          {formatButton('ofx', t`OFX, for accounting`)}
        </div>
        <p className="text-label text-ink-2 wrap-anywhere" role="status">
          {saved !== undefined && <Trans>Saved as {saved}</Trans>}
        </p>
      </div>
    </Sheet>
  )
}
