import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { format, gstWithin } from '@nikau/money'
import { Button, Card, ItemButtons, Keypad, Receipt, ReceiptRow, TillAmount, TillFooter, TillScreen } from '@nikau/ui'
import { useState } from 'react'
import { useStoredValue } from '../../lib/stored-value.ts'
import { pairing, useOfflineSince } from '../till-device/index.ts'
import { AsideNotice } from './AsideNotice.tsx'
import { addItem, type Basket, basketTotal, itemsTotal, removeItem } from './basket.ts'
import { useCounter } from './counter.ts'
import { saleEngine, useSale } from './engine-instance.ts'
import { tillItems } from './items.ts'
import { type Key, pressKey } from './keypad.ts'
import { KeypadNotice } from './KeypadNotice.tsx'
import { SaleTop } from './SaleTop.tsx'
import { useKeypadKeys } from './useKeypadKeys.ts'

/** An amount, items, or both; on a tablet the items stand left and the keys right. */
export function KeypadScreen() {
  const { t } = useLingui()
  const till = useStoredValue(pairing)?.till
  const items = useStoredValue(tillItems) ?? []
  const isOffline = useOfflineSince() !== undefined
  const { go, noteTyped } = useCounter()
  const { sale } = useSale()
  const [isOverLimit, setOverLimit] = useState(false)
  const limit = till?.limits.perPayment ?? 0n
  const { basket } = sale
  const total = basketTotal(basket)
  const amount = format(total)

  const change = (next: Basket | undefined) => {
    setOverLimit(next === undefined)
    if (next) saleEngine.setBasket(next)
  }
  const press = (key: Key) => {
    const typed = pressKey(basket.typed, key, { basket: itemsTotal(basket), limit: limit as typeof total })
    change(typed === undefined ? undefined : { ...basket, typed })
  }
  useKeypadKeys((key, at) => {
    noteTyped(basket, at)
    press(key)
  })
  const choose = (sku: string) => {
    const item = items.find((candidate) => candidate.sku === sku)
    if (item) change(addItem(basket, item, limit as typeof total))
  }
  const canCharge = total > 0n && till?.configId !== undefined

  return (
    <TillScreen wide={items.length > 0}>
      <SaleTop />
      <h1 className="n-hidden">
        <Trans>Till</Trans>
      </h1>
      <AsideNotice />
      {items.length > 0 && (
        <div className="n-till-goods">
          <ItemButtons label={t`Add an item`} items={items.map(({ sku, name, price }) => ({ id: sku, name, price: format(price) }))} onPress={choose} />
          {total > 0n && <BasketCard basket={basket} />}
        </div>
      )}
      <div className="n-till-keys">
        <TillAmount text={amount} label={t`Amount`}>
          <BasketLine basket={basket} />
          <KeypadNotice isOverLimit={isOverLimit} limit={limit as typeof total} />
        </TillAmount>
        <Keypad label={t`Keypad`} deleteLabel={t`Delete last digit`} onKey={press} />
        <TillFooter>
          <Button size="l" full needsSignal isDisabled={!canCharge || isOffline} onPress={() => go({ at: 'scan' })}>
            {total > 0n ? <Trans>Charge {amount}</Trans> : <Trans>Charge</Trans>}
          </Button>
        </TillFooter>
      </div>
    </TillScreen>
  )
}

/** What is in the basket in a few words, and a way to take the last item off again. */
function BasketLine({ basket }: { basket: Basket }) {
  const count = basket.lines.reduce((sum, line) => sum + line.count, 0)
  const last = basket.lines.at(-1)
  if (!last) return undefined
  const names = basket.lines.map(({ name, count: many }) => (many > 1 ? `${many} × ${name}` : name)).join(', ')
  const lastName = last.name
  return (
    <p className="mt-1 text-ink-2">
      {basket.lines.length > 3 ? <Plural value={count} one="# item" other="# items" /> : names}{' '}
      <button type="button" className="n-link min-h-12" onClick={() => saleEngine.setBasket(removeItem(basket, last.sku))}>
        <Trans>Remove {lastName}</Trans>
      </button>
    </p>
  )
}

/** The lines and their sum, where there is room for them. */
function BasketCard({ basket }: { basket: Basket }) {
  const { t } = useLingui()
  const isRegistered = useStoredValue(pairing)?.till.gstNumber !== undefined
  const total = basketTotal(basket)
  const gst = format(gstWithin(total))
  const typed = total - itemsTotal(basket)
  return (
    <section className="n-till-basket mt-auto" aria-label={t`Basket`}>
      <Card>
        <Receipt>
          {basket.lines.map((line) => (
            <ReceiptRow key={line.sku} name={`${line.count} × ${line.name}`}>
              {format((line.price * BigInt(line.count)) as typeof total)}
            </ReceiptRow>
          ))}
          {typed > 0n && <ReceiptRow name={<Trans>Typed amount</Trans>}>{format(typed as typeof total)}</ReceiptRow>}
          <ReceiptRow name={isRegistered ? <Trans>Total, GST {gst}</Trans> : <Trans>Total</Trans>} total>
            {format(total)}
          </ReceiptRow>
        </Receipt>
      </Card>
    </section>
  )
}
