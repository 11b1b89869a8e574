import { Trans, useLingui } from '@lingui/react/macro'
import { exportMerchantPayments } from '@nikau/contract/merchant-payments'
import { Button, Icon, Notice } from '@nikau/ui'
import { useMutation, type UseMutationResult } from '@tanstack/react-query'
import { CallProblem } from '../../lib/CallProblem.tsx'
import type { CallError } from '../../lib/call-error.ts'
import { callFile } from '../../lib/call-file.ts'
import { downloadFile } from '../../lib/download.ts'
import type { PaymentsFilter } from './usePaymentsFilter.ts'

type Export = UseMutationResult<void, CallError, PaymentsFilter['query']>

export function useExport(merchantId: string): Export {
  return useMutation<void, CallError, PaymentsFilter['query']>({
    mutationKey: [exportMerchantPayments.method, exportMerchantPayments.path],
    mutationFn: async (query) => downloadFile(await callFile(exportMerchantPayments, { params: { merchantId }, query })),
  })
}

/** The list as a file, with the same filter. */
export function ExportButton({ exporting, query, isDisabled }: { exporting: Export; query: PaymentsFilter['query']; isDisabled: boolean }) {
  const { t } = useLingui()
  return (
    <Button
      variant="outlined"
      size="s"
      icon={<Icon name="download" size="s" />}
      onPress={() => exporting.mutate(query)}
      busy={exporting.isPending}
      busyLabel={t`Preparing`}
      isDisabled={isDisabled}
    >
      <Trans>Export</Trans>
    </Button>
  )
}

export function ExportProblem({ exporting }: { exporting: Export }) {
  if (!exporting.isError) return undefined
  return (
    <Notice tone="negative" live="assertive" title={<Trans>We couldn’t create the file</Trans>}>
      {exporting.error.code === 'EXPORT_TOO_LONG' ? <Trans>A file has at most 50,000 rows. Choose fewer days.</Trans> : <CallProblem error={exporting.error} />}
    </Notice>
  )
}
