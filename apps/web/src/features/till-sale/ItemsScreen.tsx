import { Trans, useLingui } from '@lingui/react/macro'
import { format, parseDollars } from '@nikau/money'
import { Button, Header, IconButton, TextField, TillMiddle, TillScreen, TrashIcon } from '@nikau/ui'
import { useState } from 'react'
import { useStoredValue } from '../../lib/stored-value.ts'
import { useCounter } from './counter.ts'
import { maxItems, skuOf, tillItems } from './items.ts'

/** The item buttons of this device. */
export function ItemsScreen() {
  const { t } = useLingui()
  const { go } = useCounter()
  const items = useStoredValue(tillItems) ?? []
  const [name, setName] = useState('')
  const [price, setPrice] = useState('')
  const [sku, setSku] = useState('')
  const [problem, setProblem] = useState<'price' | 'sku'>()
  const ownSku = sku.trim() || skuOf(name)
  const add = () => {
    const amount = parseDollars(price)
    if (amount === undefined || amount <= 0n) return setProblem('price')
    if (items.some((item) => item.sku === ownSku)) return setProblem('sku')
    tillItems.set([...items, { sku: ownSku, name: name.trim(), price: amount }])
    setName('')
    setPrice('')
    setSku('')
  }
  return (
    <TillScreen>
      <Header onBack={() => go({ at: 'person' })} backLabel={t`Back`} />
      <TillMiddle>
        <h1 className="n-till-title">
          <Trans>Item buttons</Trans>
        </h1>
        <p className="n-till-say">
          <Trans>They add a line to the sale. A token covers a line by its item code.</Trans>
        </p>
        <ul className="mt-5 grid">
          {items.map((item) => (
            <li key={item.sku} className="flex min-h-14 flex-wrap items-center justify-end gap-x-3 border-b border-line">
              <span className="min-w-0 flex-1 basis-36 wrap-anywhere">
                <b className="block font-semibold">{item.name}</b>
                <span className="text-label text-ink-2">{item.sku}</span>
              </span>
              <span className="n-amount">{format(item.price)}</span>
              <IconButton label={t`Remove ${item.name}`} icon={<TrashIcon />} onPress={() => tillItems.set(items.filter((other) => other.sku !== item.sku))} />
            </li>
          ))}
        </ul>
        {items.length < maxItems && (
          <form
            className="mt-6 grid gap-4 pb-6"
            onSubmit={(event) => {
              event.preventDefault()
              add()
            }}
          >
            <h2 className="n-heading">
              <Trans>Add an item</Trans>
            </h2>
            <TextField label={t`Name`} value={name} onChange={setName} maxLength={60} autoComplete="off" />
            <TextField
              label={t`Price`}
              prefix="$"
              value={price}
              onChange={(text) => (setPrice(text), setProblem(undefined))}
              inputMode="decimal"
              autoComplete="off"
              error={problem === 'price' ? <Trans>Enter a price, for example 5.50.</Trans> : undefined}
            />
            <TextField
              label={t`Item code`}
              hint={t`As your tokens name it; otherwise leave it.`}
              value={sku}
              onChange={(text) => (setSku(text), setProblem(undefined))}
              maxLength={64}
              autoComplete="off"
              error={problem === 'sku' ? <Trans>Another item has the code {ownSku}.</Trans> : undefined}
            />
            <Button type="submit" full isDisabled={name.trim() === '' || price === '' || ownSku === ''}>
              <Trans>Add</Trans>
            </Button>
          </form>
        )}
      </TillMiddle>
    </TillScreen>
  )
}
