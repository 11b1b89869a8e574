import { Trans, useLingui } from '@lingui/react/macro'
import { type Business, type ShopAddress, updateBusiness } from '@nikau/contract/businesses'
import { Button, MapPinIcon, Radio, RadioGroup, StatusChip, TextField } from '@nikau/ui'
import { useEffect, useState } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { CallProblem } from '../../lib/CallProblem.tsx'
import { useEndpointMutation } from '../../lib/endpoint-hooks.ts'
import { useRegistered } from './BusinessStep.tsx'
import { StepForm, StepPage, useFinishStep } from './StepPage.tsx'
import { useDraft, useKeptDraft, withDraft } from './useDraft.ts'

interface Form {
  where: 'shop' | 'online' | null
  street: string
  suburb: string
  city: string
  postCode: string
  position: { lat: number; lng: number } | null
}

function savedForm({ place }: Business): Form {
  const address = place === 'online' ? undefined : place
  const { street = '', suburb = '', city = '', postCode = '', lat, lng } = address ?? {}
  const position = lat !== undefined && lng !== undefined ? { lat, lng } : null
  return { where: place === undefined ? null : place === 'online' ? 'online' : 'shop', street, suburb, city, postCode, position }
}

function placeOf({ where, street, suburb, city, postCode, position }: Form): 'online' | ShopAddress {
  if (where === 'online') return 'online'
  return { street, ...(suburb.trim() && { suburb }), city, ...(postCode.trim() && { postCode }), ...position }
}

/** Where customers find the shop. With a position it is on the map as well. */
export function AddressStep({ accountId, business }: { accountId: string; business: Business }) {
  const { t } = useLingui()
  const finish = useFinishStep()
  const update = useEndpointMutation(updateBusiness)
  const draft = useDraft<Form>('address', accountId)
  const form = useForm<Form>({ mode: 'onTouched', defaultValues: withDraft(draft, savedForm(business)) })
  useKeptDraft(draft, form)
  const registered = useRegistered(business.nzbn ?? '').data?.address
  useEffect(() => {
    if (!registered || form.getValues('where') !== null) return
    form.setValue('where', 'shop')
    for (const name of ['street', 'suburb', 'city', 'postCode'] as const) form.setValue(name, registered[name] ?? '')
  }, [form, registered])
  const isShop = useWatch({ control: form.control, name: 'where' }) === 'shop'
  const submit = form.handleSubmit(async (values) => {
    if (!(await update.mutateAsync({ params: { accountId }, body: { place: placeOf(values) } }).catch(() => undefined))) return
    draft.forget()
    await finish()
  })
  const busy = form.formState.isSubmitting
  const problem =
    update.error && !busy ? (
      <>
        <Trans>It isn’t saved yet.</Trans> <CallProblem error={update.error} />
      </>
    ) : undefined
  const textField = (name: 'street' | 'suburb' | 'city' | 'postCode', label: string, autoComplete: string, missing?: string) => (
    <Controller
      control={form.control}
      name={name}
      rules={{ validate: (value) => missing === undefined || value.trim() !== '' || missing }}
      render={({ field, fieldState }) => (
        <TextField {...field} label={label} autoComplete={autoComplete} maxLength={name === 'postCode' ? 12 : 80} error={fieldState.error?.message} />
      )}
    />
  )
  return (
    <StepPage title={<Trans>Shop address</Trans>} detail={<Trans>Where customers find you</Trans>}>
      <StepForm onSubmit={(event) => void submit(event)} busy={busy} problem={problem}>
        <Controller
          control={form.control}
          name="where"
          rules={{ validate: (value) => value !== null || t`Choose one` }}
          render={({ field, fieldState }) => (
            <RadioGroup label={t`Where you sell`} value={field.value} onChange={field.onChange} error={fieldState.error?.message}>
              <Radio value="shop">
                <Trans>At a shop or stall</Trans>
              </Radio>
              <Radio value="online">
                <Trans>Online only</Trans>
              </Radio>
            </RadioGroup>
          )}
        />
        {isShop && (
          <>
            {textField('street', t`Street`, 'street-address', t`Enter the street and number`)}
            {textField('suburb', t`Suburb`, 'address-level3')}
            {textField('city', t`Town or city`, 'address-level2', t`Enter the town or city`)}
            {textField('postCode', t`Postcode`, 'postal-code')}
            <Controller control={form.control} name="position" render={({ field }) => <Position value={field.value} onChange={field.onChange} />} />
          </>
        )}
      </StepForm>
    </StepPage>
  )
}

function Position({ value, onChange }: { value: Form['position']; onChange: (position: Form['position']) => void }) {
  const { t } = useLingui()
  const [state, setState] = useState<'idle' | 'asking' | 'failed'>('idle')
  const ask = () => {
    setState('asking')
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setState('idle')
        onChange({ lat: Number(coords.latitude.toFixed(5)), lng: Number(coords.longitude.toFixed(5)) })
      },
      () => setState('failed'),
      { timeout: 10_000 },
    )
  }
  return (
    <div className="flex flex-col items-start gap-2">
      <p className="text-label text-ink-2">
        <Trans>Are you there now? Then customers nearby find your shop on the map.</Trans>
      </p>
      {value ? (
        <StatusChip tone="positive">
          <Trans>On the map</Trans>
        </StatusChip>
      ) : (
        <Button variant="outlined" size="s" icon={<MapPinIcon />} busy={state === 'asking'} busyLabel={t`Finding your place`} onPress={ask}>
          <Trans>Use where I am now</Trans>
        </Button>
      )}
      <p role="status" className="text-label">
        {state === 'failed' && <Trans>Your browser didn’t tell us where you are. You can save without it.</Trans>}
      </p>
    </div>
  )
}
