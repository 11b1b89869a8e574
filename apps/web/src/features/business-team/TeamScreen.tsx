import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { getRefundLimits, type Invitation, listInvitations, listMembers, type Member } from '@nikau/contract/members'
import { format } from '@nikau/money'
import { shortDate } from '@nikau/nz/nz-time'
import { Button, CellDetail, DataTable, EmptyState, Icon, ListSkeleton, PortalCard, PortalColumns, PortalPage } from '@nikau/ui'
import { useState } from 'react'
import { isLoading, toAsyncData } from '../../lib/async-data.ts'
import { useBusiness } from '../../lib/business.ts'
import { useEndpointQuery } from '../../lib/endpoint-hooks.ts'
import { LoadFailed } from '../../lib/LoadFailed.tsx'
import { formatAlias } from '../../lib/recipient.ts'
import { useRoleNames } from '../../lib/role-names.ts'
import { useTills } from '../../lib/useTills.ts'
import { TillsCard } from '../business-tills/index.ts'
import { ApprovalCard } from './ApprovalCard.tsx'
import { InvitationSheet } from './InvitationSheet.tsx'
import { InviteSheet } from './InviteSheet.tsx'
import { MemberSheet } from './MemberSheet.tsx'
import { RefundLimitsCard } from './RefundLimitsCard.tsx'
import { useShopNames } from './ShopChoice.tsx'

/** Who works for the business, and what they may do. */
export function TeamScreen() {
  const { accountId, role } = useBusiness()
  const members = useEndpointQuery(listMembers, { params: { accountId } })
  const invitations = useEndpointQuery(listInvitations, { params: { accountId } })
  const limits = useEndpointQuery(getRefundLimits, { params: { accountId } })
  const tills = useTills()
  const [isInviting, setInviting] = useState(false)
  const [people, invited] = [members.data?.length, invitations.data?.length]
  // All of it appears at once: a list that grows would push down what is below it.
  const isReady = ![members, invitations, limits].some((query) => isLoading(toAsyncData(query.data, query))) && !isLoading(tills)
  return (
    <PortalPage
      title={<Trans>Team</Trans>}
      detail={
        people === undefined || invited === undefined ? (
          '\u00A0'
        ) : (
          <>
            <Plural value={people} one="# person" other="# people" />
            {invited > 0 && <Trans>, {invited} invited</Trans>}
          </>
        )
      }
      actions={
        <Button icon={<Icon name="plus" />} onPress={() => setInviting(true)}>
          <Trans>Invite someone</Trans>
        </Button>
      }
    >
      {isReady ? (
        <PortalColumns
          aside={
            <>
              <ApprovalCard />
              <RefundLimitsCard isEditable={role === 'account-owner'} />
            </>
          }
        >
          <MembersCard members={toAsyncData(members.data, members)} />
          <InvitationsCard invitations={invitations.data ?? []} />
          <TillsCard />
        </PortalColumns>
      ) : (
        <PortalCard title={<Trans>Members</Trans>} flush>
          <div aria-busy="true">
            <ListSkeleton rows={8} />
          </div>
        </PortalCard>
      )}
      {isInviting && <InviteSheet onClose={() => setInviting(false)} />}
    </PortalPage>
  )
}

function MembersCard({ members }: { members: ReturnType<typeof toAsyncData<Member[]>> }) {
  const { t } = useLingui()
  const roleNames = useRoleNames()
  const shopNames = useShopNames()
  const [open, setOpen] = useState<Member>()
  return (
    <PortalCard title={<Trans>Members</Trans>} flush>
      {members.failed ? (
        <LoadFailed source={members}>
          <Trans>We couldn’t load your team</Trans>
        </LoadFailed>
      ) : !members.data ? (
        <div aria-busy="true">
          <ListSkeleton rows={3} />
        </div>
      ) : members.data.length === 0 ? (
        <EmptyState drawing="people" title={<Trans>No cashiers yet</Trans>}>
          <Trans>Invite the people who work in your shops.</Trans>
        </EmptyState>
      ) : (
        <DataTable
          caption={t`Members of the business`}
          columns={[
            { key: 'name', label: t`Name`, fold: 'start-1' },
            { key: 'role', label: t`Role`, fold: 'start-2' },
            { key: 'where', label: t`Where`, fold: 'end-2' },
            { key: 'refunds', label: t`Refunds` },
            { key: 'change', label: <span className="n-hidden">{t`Change`}</span>, fold: 'end-1' },
          ]}
          rows={members.data.map((member) => ({
            id: member.userId,
            cells: {
              name: member.name,
              role: roleNames[member.role],
              where: shopNames(member.merchantIds),
              refunds: <RefundsOf member={member} />,
              change: <ChangeButton name={member.name} onPress={() => setOpen(member)} />,
            },
          }))}
        />
      )}
      {open && <MemberSheet member={open} onClose={() => setOpen(undefined)} />}
    </PortalCard>
  )
}

function ChangeButton({ name, onPress }: { name: string; onPress: () => void }) {
  const { t } = useLingui()
  return (
    <Button variant="quiet" size="s" onPress={onPress} aria-label={t`Change ${name}`}>
      <Trans>Change</Trans>
    </Button>
  )
}

function RefundsOf({ member: { role, refundLimit } }: { member: Member }) {
  if (role === 'account-owner') return <Trans>No limit</Trans>
  if (refundLimit === undefined) return <Trans>None</Trans>
  const limit = format(refundLimit)
  return <Trans>To {limit} a payment</Trans>
}

function InvitationsCard({ invitations }: { invitations: readonly Invitation[] }) {
  const { t } = useLingui()
  const roleNames = useRoleNames()
  const [open, setOpen] = useState<Invitation>()
  if (invitations.length === 0) return undefined
  return (
    <PortalCard title={<Trans>Invited</Trans>} flush>
      <DataTable
        caption={t`Open invitations`}
        columns={[
          { key: 'name', label: t`Name`, fold: 'start-1' },
          { key: 'role', label: t`Role`, fold: 'start-2' },
          { key: 'until', label: t`Good until`, fold: 'end-2' },
          { key: 'change', label: <span className="n-hidden">{t`Change`}</span>, fold: 'end-1' },
        ]}
        rows={invitations.map((invitation) => ({
          id: invitation.id,
          cells: {
            name: (
              <>
                {invitation.name}
                <CellDetail>{formatAlias(invitation.alias)}</CellDetail>
              </>
            ),
            role: roleNames[invitation.role],
            until: shortDate(invitation.expiresAt),
            change: <ChangeButton name={invitation.name} onPress={() => setOpen(invitation)} />,
          },
        }))}
      />
      {open && <InvitationSheet invitation={open} onClose={() => setOpen(undefined)} />}
    </PortalCard>
  )
}
