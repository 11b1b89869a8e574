import { Trans, useLingui } from '@lingui/react/macro'
import { approveProposal, declineProposal, type Proposal } from '@nikau/contract/desk/proposals'
import { format } from '@nikau/money'
import { Button, Icon, Notice, TextAreaField } from '@nikau/ui'
import { useRef, useState } from 'react'
import { actName } from '../../lib/act-names.ts'
import { useNow, useSession } from '../../lib/desk-context.ts'
import { isRefusedWith } from '../../lib/desk-error.ts'
import { useCanAct, useDeskMutation } from '../../lib/desk-hooks.ts'
import { momentText } from '../../lib/moments.ts'
import { useRoleList } from '../../lib/useRoleList.ts'
import { DeskIcon } from '../../parts/DeskIcon.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { Refusal } from '../../parts/Refusal.tsx'
import { type PersonOfAct, SecondPerson } from '../../parts/SecondPerson.tsx'
import { PasskeyLink } from './PasskeyLink.tsx'

const minNote = 3

/** Who proposed, who has agreed, and the two buttons of the one who decides. No key of the keyboard presses them from elsewhere. */
export function Decision({ proposal, onReload }: { proposal: Proposal; onReload: () => void }) {
  const { i18n, t } = useLingui()
  const { operator } = useSession()
  const now = useNow()
  const canAct = useCanAct()
  const [note, setNote] = useState('')
  const [isShort, setIsShort] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const approve = useDeskMutation(approveProposal, { withPasskey: true })
  const decline = useDeskMutation(declineProposal)
  const { id, amount, kind, state, cannotDecide, endsAt, proposer, declineNote, declinedBy, decidedAt } = proposal
  const params = { id }
  const isWaiting = state === 'waiting' && cannotDecide !== 'PROPOSAL_ENDED'
  const isOwn = proposer.id === operator.id
  const mayApprove = isWaiting && cannotDecide === undefined
  const refusal = approve.error ?? decline.error
  const isStale = isRefusedWith(approve.error, 'STALE_PROPOSAL')
  const isBusy = approve.isPending || decline.isPending
  const ends = momentText(endsAt, now)
  const decided = momentText(decidedAt ?? endsAt, now)
  const decliner = declinedBy?.name ?? ''
  const act = i18n._(actName(kind))
  const sum = amount === undefined ? undefined : format(amount)

  const pressDecline = () => {
    if (note.trim().length < minNote) {
      setIsShort(true)
      field.current?.focus()
      return
    }
    approve.reset()
    decline.mutate({ params, body: { note: note.trim() } })
  }
  const readAgain = () => {
    approve.reset()
    decline.reset()
    onReload()
  }
  return (
    <Panel tone="lilac" title={<Trans>Second person</Trans>}>
      <SecondPerson people={usePeople(proposal)} />
      <q className="dk-note">{proposal.note}</q>
      {refusal && (
        <div className="dk-refusal">
          <Refusal error={refusal} title={isStale ? <Trans>It changed while you looked</Trans> : <Trans>Refused</Trans>} />
          {isStale && (
            <Button variant="outlined" full onPress={readAgain}>
              <Trans>Read again</Trans>
            </Button>
          )}
        </div>
      )}
      {isWaiting && (mayApprove || isOwn) && (
        <>
          <TextAreaField
            ref={field}
            rows={2}
            maxLength={2000}
            label={isOwn ? <Trans>Why (needed to take it back)</Trans> : <Trans>Why (needed to decline)</Trans>}
            value={note}
            onChange={(text) => {
              setNote(text)
              if (text.trim().length >= minNote) setIsShort(false)
            }}
            error={isShort && <Trans>Say why, in at least 3 characters.</Trans>}
          />
          <div className="dk-buttons">
            {mayApprove && (
              <Button
                variant="accent"
                full
                icon={<DeskIcon name="passkey" />}
                busy={approve.isPending}
                busyLabel={t`Approving`}
                needsSignal={false}
                isDisabled={!canAct || isStale || decline.isPending}
                onPress={() => {
                  decline.reset()
                  approve.mutate({ params })
                }}
              >
                {sum === undefined ? (
                  <Trans>Approve with passkey: {act}</Trans>
                ) : (
                  <span>
                    <Trans>Approve {sum} with passkey</Trans>
                    <span className="n-hidden">: {act}</span>
                  </span>
                )}
              </Button>
            )}
            <Button
              variant="outlined"
              full
              busy={decline.isPending}
              busyLabel={t`Declining`}
              needsSignal={false}
              isDisabled={!canAct || isBusy}
              onPress={pressDecline}
            >
              {isOwn ? <Trans>Take back</Trans> : <Trans>Decline</Trans>}
            </Button>
          </div>
        </>
      )}
      {isWaiting && !mayApprove && !isOwn && <WhyNot proposal={proposal} />}
      {approve.data?.passkeyLink && <PasskeyLink link={approve.data.passkeyLink} />}
      {state === 'approved' && (
        <Notice tone="positive" live="polite" title={<Trans>Approved {decided}</Trans>}>
          <Trans>It is done, under the number of this proposal.</Trans>
        </Notice>
      )}
      {state === 'declined' && (
        <Notice
          tone="info"
          live="polite"
          icon={<Icon name="close" />}
          title={isOwn && declinedBy?.id === operator.id ? <Trans>Taken back {decided}</Trans> : <Trans>Declined {decided}</Trans>}
        >
          <Trans>
            {decliner}: {declineNote}
          </Trans>
        </Notice>
      )}
      {isWaiting && (
        <p className="dk-sub mt-3">
          <Trans>The proposal ends {ends}. If anything above changes before you approve, it is refused and shown again.</Trans>
        </p>
      )}
    </Panel>
  )
}

function WhyNot({ proposal: { cannotDecide, needs } }: { proposal: Proposal }) {
  const roleList = useRoleList()
  const roles = roleList(needs[0] ?? [])
  return (
    <p className="dk-with-icon">
      <Icon name="lock" size="s" />
      {cannotDecide === 'SAME_PERSON' ? <Trans>You noted on it or own it: another person decides.</Trans> : <Trans>It needs {roles}.</Trans>}
    </p>
  )
}

function usePeople({ proposer, createdAt, approvers, needs, cannotDecide, state }: Proposal): PersonOfAct[] {
  const { t } = useLingui()
  const { operator } = useSession()
  const now = useNow()
  const roleList = useRoleList()
  const proposed = momentText(createdAt, now)
  const firstName = operator.name.split(' ')[0]!
  return [
    { key: 'proposer', name: proposer.name, title: proposer.name, detail: t`proposed ${proposed}` },
    ...approvers.map(({ id, name }) => ({ key: id, name, title: name, detail: t`approved` })),
    ...(state === 'waiting' ? needs : []).map((roles, at) => ({
      key: `missing-${at}`,
      title: at === 0 && cannotDecide === undefined ? t`You, ${firstName}` : t`Still missing`,
      detail: roleList(roles),
    })),
  ]
}
