import { Plural, Trans } from '@lingui/react/macro'
import { add, type Cents, format, subtract, zero } from '@nikau/money'
import { Button, Disclosure, Receipt, ReceiptRow } from '@nikau/ui'
import { useState } from 'react'

export interface OrderLine {
  name: string
  qty: string
  /** For the whole line. */
  price: Cents
}

export interface OrderSummaryProps {
  lines: readonly OrderLine[]
  /** Of the request. The lines add up to more when part of the order is paid elsewhere. */
  amount: Cents
  /** The GST in the lines, if the merchant has told it. */
  gst?: Cents | undefined
}

/** A long order shows so many lines until it is asked for all. */
const firstLines = 5

/** The order's items, collapsed on phones and open on wide windows. */
export function OrderSummary({ lines, amount, gst = zero }: OrderSummaryProps) {
  const count = lines.length
  const [showAll, setShowAll] = useState(count <= firstLines + 1)
  const total = count > 0 ? add(...lines.map(({ price }) => price)) : amount
  const elsewhere = total > amount ? subtract(total, amount) : zero
  return (
    <Disclosure title={<Trans>Order Summary</Trans>} aside={count > 0 && <Plural value={count} one="# item" other="# items" />}>
      <Receipt>
        <OrderLines lines={showAll ? lines : lines.slice(0, firstLines)} />
      </Receipt>
      {!showAll && (
        <Button variant="quiet" size="s" full onPress={() => setShowAll(true)}>
          <Trans>Show all {count} items</Trans>
        </Button>
      )}
      <Receipt>
        {elsewhere > 0n && (
          <>
            <ReceiptRow name={<Trans>Order total</Trans>}>{format(total)}</ReceiptRow>
            <ReceiptRow name={<Trans>Already paid</Trans>}>{format(elsewhere)}</ReceiptRow>
          </>
        )}
        {gst > 0n && <ReceiptRow name={<Trans>GST included</Trans>}>{format(gst)}</ReceiptRow>}
        <ReceiptRow name={<Trans>Total</Trans>} total>
          {format(amount)}
        </ReceiptRow>
      </Receipt>
    </Disclosure>
  )
}

export function OrderLines({ lines }: Pick<OrderSummaryProps, 'lines'>) {
  return lines.map((line, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- lines have no ids and never change
    <ReceiptRow key={index} name={`${line.qty} × ${line.name}`}>
      {format(line.price)}
    </ReceiptRow>
  ))
}
