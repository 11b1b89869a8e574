import { Trans, useLingui } from '@lingui/react/macro'
import { reportCodePayment } from '@nikau/contract/patron-codes'
import { Bullets, Button, Notice, Sheet } from '@nikau/ui'
import { useState } from 'react'
import { CallProblem } from '../../lib/CallProblem.tsx'
import { useEndpointMutation } from '../../lib/endpoint-hooks.ts'
import { forgetAllCodes } from '../../lib/kept-patron-code.ts'
import { reloadTillSettings } from '../../lib/till-settings.ts'
import { toast } from '../../lib/toasts.ts'
import type { CodePayment } from './useCodePayment.ts'

/** For a payment that was not the person's own. Says what it does before it does it. */
export function ReportCodePayment({ request: { id, merchantName } }: { request: CodePayment }) {
  const { t } = useLingui()
  const report = useEndpointMutation(reportCodePayment)
  const [isOpen, setIsOpen] = useState(false)
  const submit = async () => {
    const reported = await report.mutateAsync({ params: { id } }).catch(() => undefined) // shown in the sheet
    if (!reported) return
    await forgetAllCodes()
    reloadTillSettings()
    setIsOpen(false)
    toast({ text: t`Reported. Your codes have ended.` })
  }
  return (
    <>
      <Button full variant="quiet" onPress={() => setIsOpen(true)}>
        <Trans>This wasn’t me</Trans>
      </Button>
      <Sheet
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={<Trans>This wasn’t me</Trans>}
        closeLabel={t`Close`}
        actions={
          <Button full busy={report.isPending} busyLabel={t`Reporting`} onPress={() => void submit()}>
            <Trans>Report this payment</Trans>
          </Button>
        }
      >
        {report.isError && (
          <Notice tone="negative" live="assertive" title={<Trans>The payment wasn’t reported</Trans>}>
            <CallProblem error={report.error} />
          </Notice>
        )}
        <Bullets
          items={[
            { key: 'codes', text: <Trans>All your codes end now, on every device.</Trans> },
            { key: 'till', text: <Trans>Tills take nothing more without asking you.</Trans> },
            { key: 'shop', text: <Trans>To get the money back, ask {merchantName} or contact us with the reference.</Trans> },
          ]}
        />
      </Sheet>
    </>
  )
}
