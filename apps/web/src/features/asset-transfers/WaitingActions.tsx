import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type AssetTransfer, getAssetTransfer, remindAssetTransfer } from '@nikau/contract/asset-transfers'
import { Button, Icon, MailIcon, MessageIcon } from '@nikau/ui'
import type { CallError } from '../../lib/call-error.ts'
import { CallProblem } from '../../lib/CallProblem.tsx'
import { queryClient, useEndpointMutation } from '../../lib/endpoint-hooks.ts'
import { useTimeLabel } from '../../lib/localized-text.ts'
import { serverNow } from '../../lib/server-clock.ts'
import { toast } from '../../lib/toasts.ts'
import { RecallTransfer } from './RecallTransfer.tsx'
import { isByEmail } from '../../lib/asset-transfer-state.ts'

/** What the sender can do while it waits: share the link, have the message sent again, recall it. */
export function WaitingActions({ transfer }: { transfer: AssetTransfer }) {
  return (
    <>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-3">
        <ShareLinkButton url={transfer.url} />
        <TextAgainButton transfer={transfer} />
      </div>
      <ReminderLimit transfer={transfer} />
      {transfer.cancellable && <RecallTransfer transfer={transfer} />}
    </>
  )
}

/** The link without its key: whoever gets it can claim only as the recipient, and can neither decline nor report. */
function ShareLinkButton({ url }: { url: string }) {
  const { t } = useLingui()
  const share = async () => {
    const phone: Partial<Pick<Navigator, 'share'>> = navigator
    if (phone.share) return await phone.share({ url }).catch(() => undefined) // the person may close the sheet
    await navigator.clipboard.writeText(url)
    return toast({ text: t`Copied` })
  }
  return (
    <Button variant="tonal" size="s" full icon={<Icon name="share" size="s" />} onPress={() => void share()}>
      <Trans>Share link</Trans>
    </Button>
  )
}

function TextAgainButton({ transfer }: { transfer: AssetTransfer }) {
  const { t } = useLingui()
  const remind = useEndpointMutation(remindAssetTransfer)
  const email = isByEmail(transfer)
  const submit = async () => {
    const input = { params: { id: transfer.id } }
    const done = await remind.mutateAsync(input).catch(() => undefined) // shown below the button
    const key = [getAssetTransfer.method, getAssetTransfer.path]
    if (!done) return await queryClient.invalidateQueries({ queryKey: key })
    queryClient.setQueryData([...key, input], done)
    return toast({ text: email ? t`Email sent again` : t`Text sent again` })
  }
  return (
    <div>
      <Button
        variant="tonal"
        size="s"
        full
        icon={email ? <MailIcon size="s" /> : <MessageIcon size="s" />}
        busy={remind.isPending}
        busyLabel={t`Sending`}
        isDisabled={!canRemind(transfer)}
        onPress={() => void submit()}
      >
        {email ? <Trans>Email again</Trans> : <Trans>Text again</Trans>}
      </Button>
      {remind.isError && (
        <p className="pt-2 text-label text-negative" role="alert">
          <RemindProblem error={remind.error} />
        </p>
      )}
    </div>
  )
}

export function RemindProblem({ error }: { error: CallError }) {
  if (error.code === 'INVALID_ASSET_TRANSFER_STATUS') return <Trans>It no longer waits, so no reminder was sent.</Trans>
  if (error.code === 'REMINDER_LIMIT_REACHED') return <Trans>It can’t be sent again now.</Trans>
  return (
    <>
      <Trans>No reminder was sent.</Trans> <CallProblem error={error} />
    </>
  )
}

const canRemind = ({ reminders: { left, nextAt } }: AssetTransfer) => left > 0 && (nextAt === undefined || nextAt <= serverNow())

/** Once a day, three times in all. */
function ReminderLimit({ transfer }: { transfer: AssetTransfer }) {
  const { t } = useLingui()
  const timeLabel = useTimeLabel()
  const { left, nextAt } = transfer.reminders
  if (canRemind(transfer)) return undefined
  const time = nextAt && timeLabel(nextAt)
  return (
    <p className="text-label text-ink-2">
      {left === 0 || time === undefined ? (
        <Trans>You’ve had it sent again three times, which is the most.</Trans>
      ) : (
        t`You can have it sent again from ${time}. ${plural(left, { one: '# time left', other: '# times left' })}.`
      )}
    </p>
  )
}
