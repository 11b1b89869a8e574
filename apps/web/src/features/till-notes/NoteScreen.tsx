import { Trans, useLingui } from '@lingui/react/macro'
import type { TillTender } from '@nikau/contract/payment-requests'
import { cents, format, roundCash } from '@nikau/money'
import { timeOfDay } from '@nikau/nz/nz-time'
import { CashIcon, Header, Icon, Keypad, TillAmount, TillFooter, TillScreen, TillWay, TillWays } from '@nikau/ui'
import { useState } from 'react'
import { serverNow } from '../../lib/server-clock.ts'
import { useStoredValue } from '../../lib/stored-value.ts'
import { currentTurn, pairing } from '../till-device/index.ts'
import {
  type Basket,
  basketTotal,
  deviceId,
  emptyBasket,
  itemsTotal,
  type Key,
  lineItemsOf,
  NoMethod,
  pressKey,
  saleEngine,
  useCounter,
  useKeypadKeys,
  useSale,
} from '../till-sale/index.ts'
import { maxNotes } from './note.ts'
import type { Kept } from './note-store.ts'
import { noteStore } from './notes.ts'

/** What was noted last, until the next key. */
interface Noted {
  kept: Kept
  tender: TillTender
  amount: string
  at: string
}

/** Notes what was taken by cash or EFTPOS. It starts with the basket of the sale that could not be charged. */
export function NoteScreen() {
  const { t } = useLingui()
  const { go } = useCounter()
  const till = useStoredValue(pairing)?.till
  const turn = useStoredValue(currentTurn)
  const { sale, stage } = useSale()
  const [basket, setBasket] = useState<Basket>(stage === 'entry' ? sale.basket : emptyBasket)
  const [isOverLimit, setOverLimit] = useState(false)
  const [noted, setNoted] = useState<Noted>()
  const total = basketTotal(basket)
  const inCash = roundCash(total)
  const limit = till?.limits.perPayment ?? total
  const most = format(limit)

  const press = (key: Key) => {
    setNoted(undefined)
    const typed = pressKey(basket.typed, key, { basket: itemsTotal(basket), limit })
    setOverLimit(typed === undefined)
    if (typed !== undefined) setBasket({ ...basket, typed })
  }
  useKeypadKeys(press)
  if (!till || !turn) return undefined

  const note = (tender: TillTender) => {
    if (!till.configId || total <= 0n) return
    const now = serverNow()
    const kept = noteStore.add({
      tillId: till.id,
      configId: till.configId,
      deviceId: deviceId(),
      liveness: till.liveness,
      amount: total,
      tender,
      lineItems: lineItemsOf(basket, t`Sale`),
      at: now.toISOString(),
      by: { personId: turn.personId, name: turn.name },
    })
    setNoted({ kept, tender, amount: format(tender === 'cash' ? inCash : total), at: timeOfDay(now) })
    if (kept !== 'kept') return
    // The browser may otherwise make room with what is noted.
    const { storage }: Partial<Pick<Navigator, 'storage'>> = navigator
    void storage?.persist?.()
    setBasket(emptyBasket)
    if (stage === 'entry') saleEngine.setBasket(emptyBasket)
  }

  return (
    <TillScreen>
      <Header onBack={() => go({ at: 'sale' })} backLabel={t`Back to the sale`} title={<Trans>Note a sale</Trans>} />
      <h1 className="n-hidden">
        <Trans>Note a cash or EFTPOS sale</Trans>
      </h1>
      <TillAmount text={format(total)} label={t`Amount`}>
        <Items basket={basket} />
        <div className="mt-2 min-h-12 max-w-80 font-semibold">
          {isOverLimit ? (
            <p role="alert" className="text-negative">
              <Trans>This till takes at most {most} at a time.</Trans>
            </p>
          ) : till.configId === undefined ? (
            <p role="alert" className="text-negative">
              <NoMethod />
            </p>
          ) : (
            noted && <Outcome noted={noted} />
          )}
        </div>
      </TillAmount>
      <Keypad label={t`Keypad`} deleteLabel={t`Delete last digit`} onKey={press} />
      <TillFooter>
        <TillWays>
          <TillWay icon={<Icon name="card" />} isDisabled={!till.configId || total <= 0n} onPress={() => note('eftpos')}>
            <Trans>By EFTPOS</Trans>
          </TillWay>
          <TillWay icon={<CashIcon />} detail={<InCash due={total} cash={inCash} />} isDisabled={!till.configId || inCash <= 0n} onPress={() => note('cash')}>
            <Trans>In cash</Trans>
          </TillWay>
        </TillWays>
      </TillFooter>
    </TillScreen>
  )
}

/** What the customer hands over, where it is not what is due. */
function InCash({ due, cash }: { due: bigint; cash: bigint }) {
  const rounded = format(cents(cash))
  return due === cash || cash === 0n ? undefined : <Trans>rounds to {rounded}</Trans>
}

function Items({ basket: { lines } }: { basket: Basket }) {
  if (lines.length === 0) return undefined
  return <p className="mt-1 text-ink-2">{lines.map(({ name, count }) => (count > 1 ? `${count} × ${name}` : name)).join(', ')}</p>
}

function Outcome({ noted: { kept, tender, amount, at } }: { noted: Noted }) {
  const most = maxNotes
  if (kept === 'full')
    return (
      <p role="alert" className="text-negative">
        <Trans>{most} sales are noted, and this till keeps no more. Write this one down until they are sent.</Trans>
      </p>
    )
  if (kept === 'no-room')
    return (
      <p role="alert" className="text-negative">
        <Trans>This device has no room left. The sale isn’t noted: write it down.</Trans>
      </p>
    )
  return (
    <p role="status" className="text-positive">
      {tender === 'cash' ? (
        <Trans>
          Noted: {amount} in cash, {at}
        </Trans>
      ) : (
        <Trans>
          Noted: {amount} by EFTPOS, {at}
        </Trans>
      )}
    </p>
  )
}
