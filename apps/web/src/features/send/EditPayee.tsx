import { Trans, useLingui } from '@lingui/react/macro'
import { type Payee, removePayee, renamePayee } from '@nikau/contract/payees'
import { Button, Dialog, TextField } from '@nikau/ui'
import { useState } from 'react'
import { CallProblem } from '../../lib/CallProblem.tsx'
import { useAccountId } from '../../lib/account.ts'
import { useEndpointMutation } from '../../lib/endpoint-hooks.ts'
import { formatAlias } from '../../lib/recipient.ts'
import { invalidatePayees, payeeName } from './usePayees.ts'

interface EditPayeeProps {
  payee: Payee
  onClose: () => void
}

function useParamsOf(payee: Payee) {
  const account = useAccountId()
  return { accountId: account.data ?? '', payeeId: payee.id }
}

/** A name that only the sender sees. */
export function RenamePayee({ payee, onClose }: EditPayeeProps) {
  const { t } = useLingui()
  const params = useParamsOf(payee)
  const rename = useEndpointMutation(renamePayee)
  const [name, setName] = useState(payee.name ?? '')
  const number = formatAlias(payee.alias)
  const submit = async () => {
    const done = await rename.mutateAsync({ params, body: { name: name.trim() } }).catch(() => undefined) // shown below the field
    if (!done) return
    await invalidatePayees()
    onClose()
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={<Trans>Name this contact</Trans>}
      actions={
        <>
          <Button type="submit" form="rename" full busy={rename.isPending} busyLabel={t`Saving`} isDisabled={name.trim() === ''}>
            <Trans>Save</Trans>
          </Button>
          <Button variant="quiet" full onPress={onClose}>
            <Trans>Cancel</Trans>
          </Button>
        </>
      }
    >
      <form id="rename" noValidate onSubmit={(event) => (event.preventDefault(), void submit())}>
        <TextField
          label={t`What do you call ${number}?`}
          hint={t`Only you see this name.`}
          value={name}
          onChange={setName}
          maxLength={50}
          autoComplete="off"
          error={rename.isError && <Trans>The name wasn’t saved. Please try again.</Trans>}
        />
      </form>
    </Dialog>
  )
}

export function RemovePayee({ payee, onClose }: EditPayeeProps) {
  const { t } = useLingui()
  const params = useParamsOf(payee)
  const remove = useEndpointMutation(removePayee)
  const name = payeeName(payee)
  const submit = async () => {
    const done = await remove.mutateAsync({ params }).catch(() => undefined) // shown in the dialog
    if (!done) return
    await invalidatePayees()
    onClose()
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={<Trans>Remove {name}?</Trans>}
      actions={
        <>
          <Button variant="destructive" full busy={remove.isPending} busyLabel={t`Removing`} onPress={() => void submit()}>
            <Trans>Remove</Trans>
          </Button>
          <Button variant="quiet" full onPress={onClose}>
            <Trans>Cancel</Trans>
          </Button>
        </>
      }
    >
      <p>
        <Trans>What you sent stays in your activity. The next send to them counts as a first one.</Trans>
      </p>
      {remove.isError && (
        <p className="pt-2 font-semibold text-negative" role="alert">
          <Trans>Nothing was changed.</Trans> <CallProblem error={remove.error} />
        </p>
      )}
    </Dialog>
  )
}
