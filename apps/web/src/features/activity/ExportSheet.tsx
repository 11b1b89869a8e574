import { Trans, useLingui } from '@lingui/react/macro'
import { addDays, calendarDate, type CalendarDate } from '@nikau/contract/nz-time'
import { getStatement, type StatementFormat } from '@nikau/contract/statements'
import { Button, FilterChips, Icon, Notice, Sheet } from '@nikau/ui'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type CallError, callFile } from '../../lib/call.ts'

type Period = 'month' | 'quarter' | 'year' | 'all'

/** The first day of a period that ends today; everything has none. */
function firstDay(period: Period, today: CalendarDate): CalendarDate | undefined {
  if (period === 'all') return undefined
  if (period === 'quarter') return addDays(today, -90)
  return period === 'month' ? `${today.slice(0, 7)}-01` : `${today.slice(0, 4)}-01-01`
}

/** The wallet's movements as a file: for a spreadsheet, for accounts, to read and keep. */
export function ExportSheet({ walletId, onClose }: { walletId: string; onClose: () => void }) {
  const { t } = useLingui()
  const [period, setPeriod] = useState<Period>('month')
  const download = useMutation<void, CallError, StatementFormat>({
    mutationKey: [getStatement.method, getStatement.path],
    mutationFn: async (format) => {
      const from = firstDay(period, calendarDate(new Date()))
      save(await callFile(getStatement, { params: { walletId }, query: { format, ...(from !== undefined && { from }) } }))
    },
  })
  const button = (format: StatementFormat, label: string) => (
    <Button
      variant={format === 'pdf' ? 'filled' : 'outlined'}
      full
      icon={<Icon name={format === 'pdf' ? 'document' : 'download'} size="s" />}
      onPress={() => download.mutate(format)}
      busy={download.isPending && download.variables === format}
      busyLabel={t`Preparing`}
      isDisabled={download.isPending && download.variables !== format}
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
          onChange={setPeriod}
          options={[
            { value: 'month', label: t`This month` },
            { value: 'quarter', label: t`90 days` },
            { value: 'year', label: t`This year` },
            { value: 'all', label: t`All` },
          ]}
        />
        {download.isError && (
          <Notice tone="negative" live="assertive" level={3} title={<Trans>No file was made</Trans>}>
            {download.error.code === 'STATEMENT_TOO_LONG' ? (
              <Trans>That is too much for this kind of file. Choose a shorter period, or CSV.</Trans>
            ) : (
              <Trans>Please try again.</Trans>
            )}
          </Notice>
        )}
        <div className="grid gap-3">
          {button('pdf', t`PDF, to read and keep`)}
          {button('csv', t`CSV, for a spreadsheet`)}
          {button('ofx', t`OFX, for accounting`)}
        </div>
      </div>
    </Sheet>
  )
}

/** Hands a file to the browser, which asks where to put it or puts it where it always does. */
function save({ name, content }: { name: string; content: Blob }): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
