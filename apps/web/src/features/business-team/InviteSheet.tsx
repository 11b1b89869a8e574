import { Trans, useLingui } from '@lingui/react/macro'
import { createInvitation } from '@nikau/contract/members'
import type { OrgRole } from '@nikau/contract/roles'
import { Button, Notice, Sheet, TextField } from '@nikau/ui'
import { useState } from 'react'
import { useBusiness } from '../../lib/business.ts'
import { CallProblem } from '../../lib/CallProblem.tsx'
import { useEndpointMutation } from '../../lib/endpoint-hooks.ts'
import { parseRecipient } from '../../lib/recipient.ts'
import { toast } from '../../lib/toasts.ts'
import { reloadTeam } from './reload.ts'
import { RoleChoice } from './RoleChoice.tsx'
import { type MemberShops, ShopChoice, useOwnShops } from './ShopChoice.tsx'

export function InviteSheet({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const { accountId } = useBusiness()
  const ownShops = useOwnShops()
  const [name, setName] = useState('')
  const [contact, setContact] = useState('')
  const [role, setRole] = useState<OrgRole>('cashier')
  const [shops, setShops] = useState<MemberShops>(ownShops?.slice(0, 1))
  const [isChecked, setChecked] = useState(false)
  const invite = useEndpointMutation(createInvitation)
  const parsed = parseRecipient(contact, { emails: true })
  const isNameMissing = name.trim() === ''
  const isContactWrong = 'error' in parsed
  const merchantIds = role === 'account-owner' ? undefined : shops
  const isShopMissing = merchantIds?.length === 0
  const send = async () => {
    setChecked(true)
    if (isNameMissing || isContactWrong || isShopMissing) return
    const body = { name: name.trim(), alias: parsed.alias, role, ...(merchantIds && { merchantIds: [...merchantIds] }) }
    const sent = await invite.mutateAsync({ params: { accountId }, body }).catch(() => undefined) // shown below
    if (!sent) return
    reloadTeam()
    toast({ text: t`Invitation sent` })
    onClose()
  }
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={<Trans>Invite someone</Trans>}
      closeLabel={t`Close`}
      actions={
        <>
          <Button full onPress={() => void send()} busy={invite.isPending} busyLabel={t`Sending`}>
            <Trans>Send the invitation</Trans>
          </Button>
          <p className="n-hint text-center">
            <Trans>Good for 7 days, for this mobile or email only.</Trans>
          </p>
        </>
      }
    >
      <div className="grid gap-5">
        <TextField
          label={t`Name`}
          value={name}
          onChange={setName}
          maxLength={80}
          autoComplete="off"
          error={isChecked && isNameMissing ? t`Enter their name` : undefined}
        />
        <TextField
          label={t`Mobile or email`}
          value={contact}
          onChange={setContact}
          autoComplete="off"
          error={isChecked && isContactWrong ? t`Enter a New Zealand mobile number or an email address` : undefined}
        />
        <RoleChoice role={role} onChange={setRole} />
        {role !== 'account-owner' && <ShopChoice shops={shops} onChange={setShops} isMissing={isChecked && isShopMissing} />}
        {invite.error && (
          <Notice tone="negative" live="assertive" level={3} title={<Trans>The invitation wasn’t sent</Trans>}>
            {invite.error.code === 'MEMBER_LIMIT_EXCEEDED' ? (
              <Trans>A business has at most 50 members and 20 open invitations. Take one back first.</Trans>
            ) : invite.error.code === 'INVITATION_SENT_TOO_OFTEN' ? (
              <Trans>Enough messages went to this contact today. Try again tomorrow.</Trans>
            ) : (
              <CallProblem error={invite.error} />
            )}
          </Notice>
        )}
      </div>
    </Sheet>
  )
}
