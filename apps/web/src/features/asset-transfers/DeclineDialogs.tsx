import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type AssetTransferSummary, declineAssetTransfer, reportAssetTransfer, type ReportReason } from '@nikau/contract/asset-transfers'
import { BanIcon, Button, Dialog, Icon } from '@nikau/ui'
import { useState } from 'react'
import { CallProblem } from '../../lib/CallProblem.tsx'
import type { CallError } from '../../lib/call-error.ts'
import { useEndpointMutation } from '../../lib/endpoint-hooks.ts'
import { Message } from '../../lib/Message.tsx'
import type { Decline } from './decline.ts'
import { useAssetText } from './useAssetText.ts'
import './asset-transfers.css'

interface DeclineDialogProps {
  summary: AssetTransferSummary
  decline: Decline
  onClose: () => void
}

/** Asks before money goes back. */
export function DeclineDialog({ summary, decline: { linkKey, onDone, onRefused }, onClose, onReport }: DeclineDialogProps & { onReport: () => void }) {
  const { t } = useLingui()
  const assetText = useAssetText(summary)
  const { id, senderName } = summary
  const decline = useEndpointMutation(declineAssetTransfer, { linkKey })
  const close = () => {
    if (decline.isError) onRefused()
    onClose()
  }
  const submit = async () => {
    const done = await decline.mutateAsync({ params: { id } }).catch(() => undefined) // shown in the dialog
    if (done) onDone('declined')
  }
  return (
    <Dialog
      isOpen
      onClose={close}
      locked={decline.isPending}
      icon={<BanIcon />}
      title={<Trans>Decline {assetText}?</Trans>}
      actions={
        <>
          <Button full busy={decline.isPending} busyLabel={t`Declining`} onPress={() => void submit()}>
            <Trans>Decline</Trans>
          </Button>
          <Button variant="outlined" full onPress={onReport} isDisabled={decline.isPending}>
            <Trans>Report instead</Trans>
          </Button>
          <Button variant="quiet" full onPress={close} isDisabled={decline.isPending}>
            <Trans>Back</Trans>
          </Button>
        </>
      }
    >
      {decline.error ? <DeclineProblem error={decline.error} /> : <Trans>It goes back to {senderName} at once.</Trans>}
    </Dialog>
  )
}

const reasons: readonly { reason: ReportReason; text: ReturnType<typeof msg> }[] = [
  { reason: 'unknown-sender', text: msg`Don’t know them` },
  { reason: 'scam', text: msg`A scam` },
  { reason: 'wants-something-back', text: msg`Wants it back` },
  { reason: 'abusive', text: msg`Abusive` },
  { reason: 'wrong-number', text: msg`Not my number` },
]

/** Declines, bars the sender from this recipient and tells us why. The sender learns only that it was declined. */
export function ReportDialog({ summary, decline: { linkKey, onDone, onRefused }, onClose, reason: given }: DeclineDialogProps & { reason?: ReportReason }) {
  const { t } = useLingui()
  const { id, senderName } = summary
  const [reason, setReason] = useState(given)
  const report = useEndpointMutation(reportAssetTransfer, { linkKey })
  const close = () => {
    if (report.isError) onRefused()
    onClose()
  }
  const submit = async () => {
    const done = await report.mutateAsync({ params: { id }, body: { reason: reason! } }).catch(() => undefined) // shown in the dialog
    if (done) onDone('reported')
  }
  return (
    <Dialog
      isOpen
      onClose={close}
      locked={report.isPending}
      icon={<Icon name="flag" />}
      title={<Trans>What’s wrong?</Trans>}
      actions={
        <>
          <Button full busy={report.isPending} busyLabel={t`Reporting`} isDisabled={reason === undefined} onPress={() => void submit()}>
            <Trans>Report and decline</Trans>
          </Button>
          <Button variant="outlined" full onPress={close} isDisabled={report.isPending}>
            <Trans>Back</Trans>
          </Button>
        </>
      }
    >
      <fieldset className="transfer-reasons" aria-label={t`Reason`}>
        {reasons.map((option) => (
          <label key={option.reason}>
            <input type="radio" name="reason" checked={option.reason === reason} onChange={() => setReason(option.reason)} />
            <Message of={option.text} />
          </label>
        ))}
      </fieldset>
      {report.error ? (
        <DeclineProblem error={report.error} />
      ) : (
        <p>
          <Trans>
            It goes back, and {senderName} can’t send to you again. {senderName} isn’t told that you reported.
          </Trans>
        </p>
      )}
    </Dialog>
  )
}

/** It still waits for the recipient, unless it has become final. */
export function DeclineProblem({ error }: { error: CallError }) {
  return (
    <p role="alert">
      {error.code === 'INVALID_ASSET_TRANSFER_STATUS' ? (
        <Trans>This transfer no longer waits, so it can’t be declined.</Trans>
      ) : error.isRefusal ? (
        <Trans>This link can’t do that. Open the link in the message you were sent.</Trans>
      ) : (
        <>
          <Trans>It wasn’t declined.</Trans> <CallProblem error={error} />
        </>
      )}
    </p>
  )
}
