import { Trans, useLingui } from '@lingui/react/macro'
import { type Invitation, removeInvitation, resendInvitation } from '@nikau/contract/members'
import { shortDate } from '@nikau/nz/nz-time'
import { Button, Notice, Sheet } from '@nikau/ui'
import { useBusiness } from '../../lib/business.ts'
import { CallProblem } from '../../lib/CallProblem.tsx'
import { useEndpointMutation } from '../../lib/endpoint-hooks.ts'
import { formatAlias } from '../../lib/recipient.ts'
import { toast } from '../../lib/toasts.ts'
import { reloadTeam } from './reload.ts'

/** An open invitation: send it again, or take it back. */
export function InvitationSheet({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) {
  const { t } = useLingui()
  const { accountId } = useBusiness()
  const resend = useEndpointMutation(resendInvitation)
  const remove = useEndpointMutation(removeInvitation)
  const params = { accountId, invitationId: invitation.id }
  const [sentTo, until] = [formatAlias(invitation.alias), shortDate(invitation.expiresAt)]
  const act = async (call: typeof resend | typeof remove, done: string) => {
    const answer = await call.mutateAsync({ params }).catch(() => undefined) // shown below
    if (!answer) return
    reloadTeam()
    toast({ text: done })
    onClose()
  }
  const error = resend.error ?? remove.error
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={invitation.name}
      closeLabel={t`Close`}
      actions={
        <>
          <Button full onPress={() => void act(resend, t`Invitation sent again`)} busy={resend.isPending} busyLabel={t`Sending`}>
            <Trans>Send again</Trans>
          </Button>
          <Button variant="destructive" full onPress={() => void act(remove, t`Invitation taken back`)} busy={remove.isPending} busyLabel={t`Taking back`}>
            <Trans>Take back</Trans>
          </Button>
        </>
      }
    >
      <p>
        <Trans>
          Sent to {sentTo}, good until {until}.
        </Trans>
      </p>
      {error && (
        <Notice tone="negative" live="assertive" level={3} title={<Trans>That didn’t work</Trans>}>
          {error.code === 'INVITATION_SENT_TOO_OFTEN' ? (
            <Trans>Enough messages went to this contact. Wait a day, then take it back and make another one.</Trans>
          ) : error.code === 'MEMBER_LIMIT_EXCEEDED' ? (
            <Trans>It has expired, and a business has at most 50 members and 20 open invitations. Take one back first.</Trans>
          ) : (
            <CallProblem error={error} />
          )}
        </Notice>
      )}
    </Sheet>
  )
}
