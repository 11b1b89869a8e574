import { Trans, useLingui } from '@lingui/react/macro'
import { type Customer, freezeCustomer } from '@nikau/contract/desk/customers'
import { Button, Dialog, Radio, RadioGroup, TextAreaField, TextField } from '@nikau/ui'
import { useRef, useState } from 'react'
import { useCanAct, useDeskMutation } from '../../lib/desk-hooks.ts'
import { DeskIcon } from '../../parts/DeskIcon.tsx'
import { Refusal } from '../../parts/Refusal.tsx'

type Scope = 'money-out' | 'everything'

/** Freezes at once: safer takes one person. The customer reads the reason, operators the note. */
export function FreezeDialog({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const { t } = useLingui()
  const canAct = useCanAct()
  const [scope, setScope] = useState<Scope>('money-out')
  const [reason, setReason] = useState('')
  const [note, setNote] = useState('')
  const [isTried, setIsTried] = useState(false)
  const key = useRef(crypto.randomUUID())
  const freeze = useDeskMutation(freezeCustomer, { onDone: onClose })
  const isShort = (text: string) => isTried && text.trim().length < 3
  const submit = () => {
    setIsTried(true)
    if (reason.trim().length < 3 || note.trim().length < 3) return
    freeze.mutate({ params: { id: customer.id }, body: { key: key.current, scope, reason: reason.trim(), note: note.trim() } })
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={<Trans>Freeze customer {customer.number}?</Trans>}
      assurance={<Trans>Money on its way in still arrives, and merchants get what was authorised before.</Trans>}
      actions={
        <>
          <Button full variant="destructive" busy={freeze.isPending} busyLabel={t`Freezing`} needsSignal={false} isDisabled={!canAct} onPress={submit}>
            <DeskIcon name="snow" />
            {scope === 'everything' ? <Trans>Freeze everything</Trans> : <Trans>Freeze money out</Trans>}
          </Button>
          <Button full variant="outlined" onPress={onClose}>
            <Trans>Cancel</Trans>
          </Button>
        </>
      }
    >
      <div className="dk-dialog-form">
        <p>
          <Trans>It happens at once. Lifting it takes two of risk or compliance.</Trans>
        </p>
        {freeze.error && <Refusal error={freeze.error} title={<Trans>Not frozen</Trans>} />}
        <RadioGroup label={<Trans>What stops</Trans>} value={scope} onChange={setScope}>
          <Radio value="money-out" look="plain">
            <Trans>Money out: payments, sends, withdrawals</Trans>
          </Radio>
          <Radio value="everything" look="plain">
            <Trans>Everything: also signed out everywhere</Trans>
          </Radio>
        </RadioGroup>
        <TextField
          label={<Trans>Reason</Trans>}
          hint={<Trans>The customer reads it.</Trans>}
          value={reason}
          onChange={setReason}
          maxLength={500}
          error={isShort(reason) && <Trans>Say why, in at least 3 characters.</Trans>}
        />
        <TextAreaField
          label={<Trans>What happened</Trans>}
          hint={<Trans>Operators read it.</Trans>}
          rows={2}
          maxLength={500}
          value={note}
          onChange={setNote}
          error={isShort(note) && <Trans>Say what happened, in at least 3 characters.</Trans>}
        />
      </div>
    </Dialog>
  )
}
