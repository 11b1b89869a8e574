import { Trans, useLingui } from '@lingui/react/macro'
import type { AnswerOf } from '@nikau/contract'
import { createTill } from '@nikau/contract/tills'
import { Button, Notice, SelectField, Sheet, TextField } from '@nikau/ui'
import { useState } from 'react'
import { useBusiness } from '../../lib/business.ts'
import { CallProblem } from '../../lib/CallProblem.tsx'
import { useEndpointMutation } from '../../lib/endpoint-hooks.ts'
import { useNameProblem } from './texts.tsx'
import { reloadTills } from '../../lib/useTills.ts'

/** A new till of a shop in this view. Its code is shown next. */
export function AddTillSheet({ onMade, onClose }: { onMade: (made: AnswerOf<typeof createTill>) => void; onClose: () => void }) {
  const { t } = useLingui()
  const { accountId, shops, shop, isTest } = useBusiness()
  const [name, setName] = useState('')
  const [merchantId, setMerchantId] = useState(shop.id)
  const [isChecked, setChecked] = useState(false)
  const create = useEndpointMutation(createTill)
  const nameProblem = useNameProblem()(name, create.error)
  const choices = shops.filter(({ test }) => test === isTest).map(({ id, name: shopName }) => ({ value: id, text: shopName }))
  const add = async () => {
    setChecked(true)
    if (name.trim() === '') return
    const made = await create.mutateAsync({ params: { accountId }, body: { name: name.trim(), merchantId } }).catch(() => undefined) // shown below
    if (!made) return
    void reloadTills()
    onMade(made)
  }
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={isTest ? <Trans>Add a test till</Trans> : <Trans>Add a till</Trans>}
      closeLabel={t`Close`}
      actions={
        <Button full onPress={() => void add()} busy={create.isPending} busyLabel={t`Adding`}>
          <Trans>Add and show its code</Trans>
        </Button>
      }
    >
      <div className="grid gap-5">
        <TextField
          label={t`Name`}
          hint={t`What staff call it, such as Till 1 or Coffee cart`}
          value={name}
          onChange={(text) => {
            setName(text)
            create.reset()
          }}
          maxLength={40}
          autoComplete="off"
          error={isChecked ? nameProblem : undefined}
        />
        {choices.length > 1 && <SelectField label={t`Shop`} value={merchantId} onChange={setMerchantId} options={choices} />}
        {create.error && create.error.code !== 'TILL_ALREADY_EXISTS' && (
          <Notice tone="negative" live="assertive" level={3} title={<Trans>The till wasn’t added</Trans>}>
            {create.error.code === 'TILL_COUNT_EXCEEDED' ? (
              <Trans>A business has at most 50 tills. Rename one that is off, and pair it again.</Trans>
            ) : (
              <CallProblem error={create.error} />
            )}
          </Notice>
        )}
      </div>
    </Sheet>
  )
}
