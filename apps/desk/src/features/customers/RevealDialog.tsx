import { Trans, useLingui } from '@lingui/react/macro'
import { type Customer, revealCustomer, revealReasons } from '@nikau/contract/desk/customers'
import { Button, Dialog, Icon, Radio, RadioGroup, TextField } from '@nikau/ui'
import { useState } from 'react'
import { useCanAct, useDeskMutation } from '../../lib/desk-hooks.ts'
import { Refusal } from '../../parts/Refusal.tsx'
import { type RevealReason, reasonTexts } from './texts.ts'

export interface Shown {
  givenName: string | null
  familyName: string | null
  phone: string
  email: string | null
  until: Date
  reason: RevealReason
  reference: string
}

const reference = /^[A-Za-z0-9][A-Za-z0-9 ./-]{0,39}$/

/** Asks why before contact details are shown: the answer is kept in the audit log, for the customer too. */
export function RevealDialog({ customer, onShown, onClose }: { customer: Customer; onShown: (shown: Shown) => void; onClose: () => void }) {
  const { i18n, t } = useLingui()
  const canAct = useCanAct()
  const [reason, setReason] = useState<RevealReason | null>(null)
  const [number, setNumber] = useState('')
  const [isTried, setIsTried] = useState(false)
  const reveal = useDeskMutation(revealCustomer, { onDone: (answer) => onShown({ ...answer, reason: reason!, reference: number.trim() }) })
  const submit = () => {
    setIsTried(true)
    if (reason === null || !reference.test(number.trim())) return
    reveal.mutate({ params: { id: customer.id }, body: { group: 'contact', reason, reference: number.trim() } })
  }
  const { hour, perHour } = customer.reveals
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={<Trans>Show name and contact of customer {customer.number}?</Trans>}
      actions={
        <>
          <Button full busy={reveal.isPending} busyLabel={t`Showing`} needsSignal={false} isDisabled={!canAct} onPress={submit}>
            <Icon name="eye" />
            <Trans>Show for 5 minutes</Trans>
          </Button>
          <Button full variant="outlined" onPress={onClose}>
            <Trans>Cancel</Trans>
          </Button>
        </>
      }
    >
      <div className="dk-dialog-form">
        <p>
          <Trans>The customer can ask who looked, and why.</Trans>
        </p>
        {reveal.error && <Refusal error={reveal.error} title={<Trans>Not shown</Trans>} />}
        <RadioGroup label={<Trans>Reason</Trans>} value={reason} onChange={setReason} error={isTried && reason === null && <Trans>Choose the reason.</Trans>}>
          {revealReasons.map((value) => (
            <Radio key={value} value={value} look="plain">
              {i18n._(reasonTexts[value])}
            </Radio>
          ))}
        </RadioGroup>
        <TextField
          label={<Trans>Ticket, exception or case</Trans>}
          value={number}
          onChange={setNumber}
          maxLength={40}
          error={isTried && !reference.test(number.trim()) && <Trans>Write its number.</Trans>}
        />
        <p className="dk-sub">
          <Trans>
            {hour} of your {perHour} looks this hour.
          </Trans>
        </p>
      </div>
    </Dialog>
  )
}
