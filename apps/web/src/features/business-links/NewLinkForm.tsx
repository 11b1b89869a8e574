import { Trans, useLingui } from '@lingui/react/macro'
import { createPaymentLink, type PaymentLinkKind } from '@nikau/contract/payment-links'
import { format, gstWithin, parseDollars } from '@nikau/money'
import { AmountField, Button, Checkbox, Disclosure, Segmented, SelectField, TextField } from '@nikau/ui'
import { type FormEvent, useState } from 'react'
import { normaliseAmount } from '../../lib/amount-input.ts'
import { useBusiness } from '../../lib/business.ts'
import { useEndpointMutation } from '../../lib/endpoint-hooks.ts'
import { toast } from '../../lib/toasts.ts'
import { useTills } from '../../lib/useTills.ts'
import { isComplete, type LinkDraft, newDraft, toBody, wrongFields } from './draft.ts'
import { MakeProblem } from './MakeProblem.tsx'
import { useLastDays } from './useLastDays.ts'
import { reloadLinks } from './useLinks.ts'

/** What a new link asks for. */
export function NewLinkForm({ onMade }: { onMade: (id: string) => void }) {
  const { t } = useLingui()
  const { shop } = useBusiness()
  const [draft, setDraft] = useState(newDraft)
  const [isChecked, setChecked] = useState(false)
  const make = useEndpointMutation(createPaymentLink)
  const lastDays = useLastDays()
  const change = (changes: Partial<LinkDraft>) => setDraft((before) => ({ ...before, ...changes }))
  const wrong = isChecked ? wrongFields(draft) : {}
  const { kind } = draft
  const tills = (useTills().data ?? []).filter(({ merchantId, status }) => merchantId === shop.id && status !== 'off')
  const chooseTill = (tillId: string) => change({ tillId, name: tills.find(({ id }) => id === tillId)?.name ?? '' })
  const changeKind = (value: PaymentLinkKind) => {
    if (value === 'till' && tills[0]) return change({ kind: value, tillId: tills[0].id, name: tills[0].name })
    change({ kind: value, ...(draft.tillId !== '' && { tillId: '', name: '' }) })
  }
  const amount = parseDollars(draft.amount)
  const sum = kind === 'fixed' && amount !== undefined && amount > 0n ? format(amount) : undefined
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (make.isPending || !isComplete(draft)) return
    const made = await make.mutateAsync({ body: { ...toBody(draft), merchantId: shop.id, idempotencyKey: draft.key } }).catch(() => undefined) // shown below
    if (!made) return
    await reloadLinks()
    onMade(made.id)
    setDraft(newDraft())
    setChecked(false)
    toast({ text: t`Link made` })
  }
  const limit = (field: 'least' | 'most', label: string) => (
    <TextField
      label={label}
      prefix="$"
      inputMode="decimal"
      aside={<Trans>Optional</Trans>}
      value={draft[field]}
      onChange={(text) => change({ [field]: text })}
      onBlur={() => change({ [field]: normaliseAmount(draft[field]) })}
      error={wrong[field] && (field === 'most' ? t`Enter an amount of at least the least` : t`Enter an amount`)}
    />
  )
  return (
    <form className="n-portal-card grid gap-5" aria-label={t`New payment link`} noValidate onSubmit={(event) => void submit(event)}>
      {draft.tillId === '' && (
        <TextField
          label={kind === 'till' ? t`Name of the till` : t`What is it for`}
          hint={<Trans>Customers see it.</Trans>}
          value={draft.name}
          onChange={(name) => change({ name })}
          maxLength={60}
          autoComplete="off"
          error={wrong.name && t`Enter a name`}
        />
      )}
      <div className="grid gap-3">
        <p className="n-label" aria-hidden>
          <Trans>Amount</Trans>
        </p>
        <Segmented<PaymentLinkKind>
          label={t`Who sets the amount`}
          value={kind}
          onChange={changeKind}
          segments={[
            { value: 'fixed', label: <Trans>You set it</Trans> },
            { value: 'typed', label: <Trans>Customer types it</Trans> },
            { value: 'till', label: <Trans>A till</Trans> },
          ]}
        />
        {kind === 'fixed' && (
          <AmountField
            label={t`Amount in dollars`}
            value={draft.amount}
            onChange={(text) => change({ amount: text })}
            normalise={normaliseAmount}
            error={wrong.amount && t`Enter an amount below $1,000,000.00`}
            below={sum !== undefined && shop.gstNumber !== undefined && <GstIncluded amount={amount!} />}
          />
        )}
        {kind === 'typed' && (
          <div className="grid grid-cols-2 items-start gap-3">
            <div>{limit('least', t`Least`)}</div>
            <div>{limit('most', t`Most`)}</div>
          </div>
        )}
        {kind === 'till' && (
          <>
            {tills.length > 0 && (
              <SelectField
                label={t`Which till`}
                value={draft.tillId}
                onChange={chooseTill}
                options={[...tills.map(({ id, name }) => ({ value: id, text: name })), { value: '', text: t`A till of another system` }]}
              />
            )}
            <p className="text-label text-ink-2">
              {draft.tillId === '' ? (
                <Trans>For a sticker beside a till of another system: its code opens what that till asks for, if it names this link when it asks.</Trans>
              ) : (
                <Trans>For a sticker beside the till: its code opens what the till is waiting for, whenever it waits without a customer’s code.</Trans>
              )}
            </p>
          </>
        )}
      </div>
      {kind !== 'till' && (
        <>
          <div className="grid grid-cols-2 items-start gap-3">
            <div>
              <SelectField
                label={t`Can be paid`}
                value={draft.uses}
                onChange={(uses) => change({ uses })}
                options={[
                  { value: 'once', text: t`Once` },
                  { value: 'many', text: t`Many times` },
                ]}
              />
            </div>
            <div>
              <SelectField label={t`Until`} value={draft.lastDay} onChange={(lastDay) => change({ lastDay })} options={lastDays} />
            </div>
          </div>
          <Disclosure closed title={<Trans>More choices</Trans>}>
            <div className="grid gap-2">
              <Checkbox checked={draft.partialAllowed} onChange={(partialAllowed) => change({ partialAllowed })}>
                <Trans>Allow part payments: you take the rest in another way</Trans>
              </Checkbox>
              <Checkbox checked={draft.asksNote} onChange={(asksNote) => change({ asksNote })}>
                <Trans>Ask for a note of up to 140 characters</Trans>
              </Checkbox>
            </div>
          </Disclosure>
        </>
      )}
      {make.error && <MakeProblem error={make.error} />}
      <Button full type="submit" busy={make.isPending} busyLabel={t`Making the link`}>
        {sum === undefined ? <Trans>Make link</Trans> : <Trans>Make link for {sum}</Trans>}
      </Button>
    </form>
  )
}

function GstIncluded({ amount }: { amount: Parameters<typeof gstWithin>[0] }) {
  const gst = format(gstWithin(amount))
  return <Trans>GST included {gst}</Trans>
}
