import { Trans, useLingui } from '@lingui/react/macro'
import { type Member, removeMember, updateMember } from '@nikau/contract/members'
import { reachOfRole } from '@nikau/contract/roles'
import { parseDollars } from '@nikau/money'
import { Button, Dialog, Notice, Sheet, TextField } from '@nikau/ui'
import { useState } from 'react'
import { normaliseAmount, toInputText } from '../../lib/amount-input.ts'
import { useBusiness } from '../../lib/business.ts'
import type { CallError } from '../../lib/call-error.ts'
import { CallProblem } from '../../lib/CallProblem.tsx'
import { useEndpointMutation } from '../../lib/endpoint-hooks.ts'
import { toast } from '../../lib/toasts.ts'
import { reloadTeam } from './reload.ts'
import { RoleChoice } from './RoleChoice.tsx'
import { type MemberShops, ShopChoice } from './ShopChoice.tsx'

/** What a member may do, and where; or their removal. */
export function MemberSheet({ member, onClose }: { member: Member; onClose: () => void }) {
  const { t } = useLingui()
  const { accountId } = useBusiness()
  const { name } = member
  const [role, setRole] = useState(member.role)
  const [shops, setShops] = useState<MemberShops>(member.merchantIds)
  const [isChecked, setChecked] = useState(false)
  const [limitText, setLimitText] = useState(member.ownRefundLimit && member.refundLimit !== undefined ? toInputText(member.refundLimit) : '')
  const [isRemoving, setRemoving] = useState(false)
  const update = useEndpointMutation(updateMember)
  const hasLimit = reachOfRole(role, 'refunds:write') === 'to-limit'
  const limit = limitText === '' ? undefined : parseDollars(limitText)
  const isLimitWrong = hasLimit && limitText !== '' && limit === undefined
  const merchantIds = role === 'account-owner' ? undefined : shops
  const isShopMissing = merchantIds?.length === 0
  const save = async () => {
    setChecked(true)
    if (isLimitWrong || isShopMissing) return
    const body = { role, ...(merchantIds && { merchantIds: [...merchantIds] }), ...(hasLimit && limit !== undefined && { refundLimit: limit }) }
    const saved = await update.mutateAsync({ params: { accountId, userId: member.userId }, body }).catch(() => undefined) // shown below
    if (!saved) return
    reloadTeam()
    toast({ text: t`${name} changed` })
    onClose()
  }
  if (isRemoving) return <RemoveDialog member={member} onClose={onClose} />
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={name}
      closeLabel={t`Close`}
      actions={
        <>
          <Button full onPress={() => void save()} busy={update.isPending} busyLabel={t`Saving`}>
            <Trans>Save</Trans>
          </Button>
          <Button variant="destructive" full onPress={() => setRemoving(true)} isDisabled={update.isPending}>
            <Trans>Remove from the team</Trans>
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <RoleChoice role={role} onChange={setRole} />
        {role !== 'account-owner' && <ShopChoice shops={shops} onChange={setShops} isMissing={isChecked && isShopMissing} />}
        {hasLimit && (
          <TextField
            label={t`Refunds to, of one payment`}
            hint={t`Leave it empty for the limit of the role`}
            prefix="$"
            inputMode="decimal"
            value={limitText}
            onChange={setLimitText}
            onBlur={() => setLimitText(normaliseAmount(limitText))}
            error={isLimitWrong ? t`Enter an amount` : undefined}
          />
        )}
        <p className="text-ink-2">
          <Trans>Whoever may do less than before is signed out and signs in again.</Trans>
        </p>
        {update.error && <MemberProblem error={update.error} />}
      </div>
    </Sheet>
  )
}

function RemoveDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const { t } = useLingui()
  const { accountId } = useBusiness()
  const { name } = member
  const remove = useEndpointMutation(removeMember)
  const confirm = async () => {
    const done = await remove.mutateAsync({ params: { accountId, userId: member.userId } }).catch(() => undefined) // shown below
    if (!done) return
    reloadTeam()
    toast({ text: t`${name} removed` })
    onClose()
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      role="alertdialog"
      title={<Trans>Remove {name}?</Trans>}
      actions={
        <>
          <Button variant="destructive" full onPress={() => void confirm()} busy={remove.isPending} busyLabel={t`Removing`}>
            <Trans>Remove</Trans>
          </Button>
          <Button variant="outlined" full onPress={onClose}>
            <Trans>Keep</Trans>
          </Button>
        </>
      }
    >
      <p>
        <Trans>They lose access at once and are signed out. What they did stays in your records.</Trans>
      </p>
      {remove.error && <MemberProblem error={remove.error} />}
    </Dialog>
  )
}

function MemberProblem({ error }: { error: CallError }) {
  return (
    <Notice tone="negative" live="assertive" level={3} title={<Trans>Nothing was changed</Trans>}>
      {error.code === 'LAST_OWNER_NOT_REVOKABLE' ? (
        <Trans>A business needs an owner. Make somebody else an owner first.</Trans>
      ) : error.code === 'FORBIDDEN' ? (
        <Trans>You can’t give this role, these shops or this limit. Ask an owner.</Trans>
      ) : (
        <CallProblem error={error} />
      )}
    </Notice>
  )
}
