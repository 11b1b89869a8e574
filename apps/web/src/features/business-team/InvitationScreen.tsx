import { Trans, useLingui } from '@lingui/react/macro'
import type { AnswerOf } from '@nikau/contract'
import { listAccountMemberships } from '@nikau/contract/accounts'
import { acceptInvitation, getInvitation } from '@nikau/contract/members'
import { listMerchants } from '@nikau/contract/merchant-configs'
import { shortDate } from '@nikau/nz/nz-time'
import { Button, ListSkeleton, Notice, PortalPage } from '@nikau/ui'
import { useNavigate, useParams } from 'react-router'
import { useChooseShop } from '../../lib/business.ts'
import type { CallError } from '../../lib/call-error.ts'
import { CallProblem } from '../../lib/CallProblem.tsx'
import { queryClient, useEndpointMutation, useEndpointQuery } from '../../lib/endpoint-hooks.ts'
import { businessPaths } from '../../lib/business-paths.ts'
import { useRoleNames } from '../../lib/role-names.ts'

/** Where the link of an invitation leads. */
export function InvitationScreen() {
  const { invitationId: id = '' } = useParams()
  const { data, error } = useEndpointQuery(getInvitation, { params: { id } })
  return (
    <PortalPage title={data ? <Trans>Join {data.accountName}</Trans> : <Trans>Invitation</Trans>}>
      {error && !data ? (
        <InvitationProblem error={error} />
      ) : data ? (
        <Received {...data} />
      ) : (
        <div aria-busy="true">
          <ListSkeleton rows={1} />
        </div>
      )}
    </PortalPage>
  )
}

function Received({ id, accountId, invitedBy, role, expiresAt, accepted }: AnswerOf<typeof getInvitation>) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const chooseShop = useChooseShop()
  const accept = useEndpointMutation(acceptInvitation)
  const roleName = useRoleNames()[role]
  const until = shortDate(expiresAt)
  const join = async () => {
    const joined = await accept.mutateAsync({ params: { id } }).catch(() => undefined) // shown below
    if (!joined) return
    chooseShop({ accountId })
    await Promise.all([listAccountMemberships, listMerchants].map(({ method, path }) => queryClient.invalidateQueries({ queryKey: [method, path] })))
    await navigate(businessPaths.home)
  }
  return (
    <div className="grid max-w-lg gap-5">
      <p>
        {invitedBy === '' ? (
          <Trans>You’re invited to work in Nikau for business.</Trans>
        ) : (
          <Trans>{invitedBy} invites you to work in Nikau for business.</Trans>
        )}{' '}
        <Trans>Your role: {roleName}.</Trans> {!accepted && <Trans>The invitation is good until {until}.</Trans>}
      </p>
      {accept.error && <InvitationProblem error={accept.error} />}
      <div>
        <Button onPress={() => void join()} busy={accept.isPending} busyLabel={t`Joining`}>
          {accepted ? <Trans>Open the business</Trans> : <Trans>Accept</Trans>}
        </Button>
      </div>
    </div>
  )
}

function InvitationProblem({ error }: { error: CallError }) {
  return (
    <Notice tone="negative" live="polite" title={<Trans>This invitation can’t be used</Trans>}>
      <ProblemText error={error} />
    </Notice>
  )
}

function ProblemText({ error }: { error: CallError }) {
  switch (error.code) {
    case 'FORBIDDEN':
      return <Trans>It’s for another mobile or email, or was taken back. Sign in with the one that it was sent to, or ask for a new one.</Trans>
    case 'INVITATION_EXPIRED':
      return <Trans>It was good for 7 days. Ask for a new one.</Trans>
    case 'ALREADY_MEMBER':
      return <Trans>You’re a member of this business already.</Trans>
    case 'MEMBER_LIMIT_EXCEEDED':
      return <Trans>The business has 50 members, and no place for more.</Trans>
    default:
      return <CallProblem error={error} />
  }
}
