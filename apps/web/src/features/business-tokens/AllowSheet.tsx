import { Trans, useLingui } from '@lingui/react/macro'
import { type Collection, createRedemptionCondition } from '@nikau/contract/collections'
import type { Merchant } from '@nikau/contract/merchant-configs'
import { format } from '@nikau/money'
import { Button, Notice, SelectField, Sheet, TextField } from '@nikau/ui'
import { useState } from 'react'
import type { CallError } from '../../lib/call-error.ts'
import { CallProblem } from '../../lib/CallProblem.tsx'
import { useEndpointMutation } from '../../lib/endpoint-hooks.ts'
import { toast } from '../../lib/toasts.ts'
import { type ItemDraft, itemDraftsOf, itemsOf, wrongItems } from './items.ts'
import { reloadTokens } from './reload.ts'

const maxItems = 50

interface AllowSheetProps {
  collection: Collection
  /** Where it cannot be used yet; at least one. */
  shops: readonly Merchant[]
  onClose: () => void
}

/** Allows a token at one more shop, which may have items of its own with codes of its own. */
export function AllowSheet({ collection, shops, onClose }: AllowSheetProps) {
  const { t } = useLingui()
  const { id, kind, worth, redemptionConditions } = collection
  const [merchantId, setMerchantId] = useState(shops[0]!.id)
  const [items, setItems] = useState<readonly ItemDraft[]>(() => itemDraftsOf(redemptionConditions[0]?.items, worth))
  const [isChecked, setChecked] = useState(false)
  const allow = useEndpointMutation(createRedemptionCondition)
  const hasItems = kind === 'product'
  const wrong = hasItems ? wrongItems(items, worth) : []
  const change = (index: number, part: Partial<ItemDraft>) => setItems((before) => before.map((item, at) => (at === index ? { ...item, ...part } : item)))
  const save = async () => {
    setChecked(true)
    if (wrong.some((fields) => fields.size > 0)) return
    const body = { merchantId, ...(hasItems && { items: itemsOf(items) }) }
    const done = await allow.mutateAsync({ params: { id }, body }).catch(() => undefined) // shown below
    if (!done) return
    reloadTokens()
    const name = shops.find((shop) => shop.id === merchantId)!.name
    toast({ text: t`It can be used at ${name} now` })
    onClose()
  }
  const most = worth === undefined ? '' : format(worth)
  const problem = (index: number, field: 'name' | 'sku' | 'most', text: string) => (isChecked && wrong[index]?.has(field) ? text : undefined)
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={<Trans>Allow at another shop</Trans>}
      closeLabel={t`Close`}
      actions={
        <Button full onPress={() => void save()} busy={allow.isPending} busyLabel={t`Saving`}>
          <Trans>Allow it there</Trans>
        </Button>
      }
    >
      <div className="grid gap-5">
        <SelectField label={t`Shop`} value={merchantId} onChange={setMerchantId} options={shops.map((shop) => ({ value: shop.id, text: shop.name }))} />
        {hasItems &&
          items.map(({ key, name, sku, most: value }, index) => (
            <fieldset key={key} className="grid gap-3">
              <legend className="n-label">
                <Trans>Item {index + 1}</Trans>
              </legend>
              <TextField
                label={t`Item`}
                value={name}
                onChange={(next) => change(index, { name: next })}
                maxLength={80}
                autoComplete="off"
                error={problem(index, 'name', t`Enter the item`)}
              />
              <TextField
                label={t`Item code at this shop’s till (SKU)`}
                value={sku}
                onChange={(next) => change(index, { sku: next })}
                maxLength={64}
                autoComplete="off"
                error={problem(index, 'sku', t`Enter its code`)}
              />
              <TextField
                label={t`Covered up to`}
                prefix="$"
                inputMode="decimal"
                value={value}
                onChange={(next) => change(index, { most: next })}
                autoComplete="off"
                error={problem(index, 'most', t`Enter an amount up to ${most}`)}
              />
              {items.length > 1 && (
                <div>
                  <Button variant="quiet" size="s" onPress={() => setItems((before) => before.filter((_, at) => at !== index))}>
                    <Trans>Remove this item</Trans>
                  </Button>
                </div>
              )}
            </fieldset>
          ))}
        {hasItems && items.length < maxItems && (
          <div>
            <Button variant="outlined" size="s" onPress={() => setItems((before) => [...before, ...itemDraftsOf(undefined, worth)])}>
              <Trans>Add an item</Trans>
            </Button>
          </div>
        )}
        {allow.error && (
          <Notice tone="negative" live="assertive" level={3} title={<Trans>It isn’t allowed there</Trans>}>
            <Problem error={allow.error} />
          </Notice>
        )}
      </div>
    </Sheet>
  )
}

function Problem({ error }: { error: CallError }) {
  if (error.code === 'REDEMPTION_CONDITION_ALREADY_EXISTS') return <Trans>It can be used there already.</Trans>
  if (error.code === 'INVALID_AMOUNT') return <Trans>An item is covered up to more than the token is worth.</Trans>
  return <CallProblem error={error} />
}
