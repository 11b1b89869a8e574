import { randomUUID } from 'node:crypto'
import type { WebhookNotification } from '@nikau/sdk'
import type { Line, PaymentRequest } from './nikau-api.ts'

export interface Product {
  sku: string
  name: string
  note: string
  /** Cents. */
  price: number
}

export const products: readonly Product[] = [
  { sku: 'flat-white', name: 'Flat white', note: 'Double shot, in a cup you bring back', price: 550 },
  { sku: 'cheese-scone', name: 'Cheese scone', note: 'Warm, with butter', price: 650 },
  { sku: 'beans-250', name: 'House beans, 250 g', note: 'Roasted on Tuesdays', price: 1800 },
  { sku: 'honey-500', name: 'Mānuka honey, 500 g', note: 'From the hives behind the shop', price: 4250 },
]

/** Percent, on everything the shop sells. */
export const gst = '15'

export interface Order {
  id: string
  at: Date
  lines: Line[]
  amount: number
  /** Cents, as Nikau last said. */
  refunded: number
  status: PaymentRequest['status'] | 'unknown'
  request?: PaymentRequest
  /** Webhooks received for this order. */
  notifications: { type: string; sequence: number }[]
}

export type Orders = ReturnType<typeof createOrders>

export function createOrders() {
  const orders = new Map<string, Order>()
  const seen = new Set<string>()
  return {
    place(product: Product, quantity: number, id: string = randomUUID()): Order {
      const amount = product.price * quantity
      const lines = [{ name: product.name, sku: product.sku, qty: String(quantity), price: String(amount), tax: gst }]
      const order: Order = { id, at: new Date(), lines, amount, refunded: 0, status: 'unknown', notifications: [] }
      orders.set(order.id, order)
      return order
    },
    get: (id: string) => orders.get(id),
    list: () => [...orders.values()].toReversed(),
    /** Returns false for a duplicate. Notifications may be repeated and out of order. */
    receive(notification: WebhookNotification): boolean {
      if (seen.has(notification.id)) return false
      seen.add(notification.id)
      const { data } = notification
      const order = 'paymentRequestId' in data ? [...orders.values()].find(({ request }) => request?.id === data.paymentRequestId) : undefined
      if (!order) return true
      order.notifications.push({ type: notification.type, sequence: notification.sequence })
      if (notification.type === 'payment-request:paid' && order.status !== 'cancelled') order.status = 'paid'
      if (notification.type === 'payment-request:cancelled') order.status = 'cancelled'
      if (notification.type === 'payment-request:expired') order.status = 'expired'
      return true
    },
  }
}
