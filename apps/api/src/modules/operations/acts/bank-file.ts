import type { Tx } from '@nikau/runtime'
import { z } from 'zod'
import { Refusal, refuse } from '../../../http/refusal.ts'
import { failOrders, lockSetAside, nextWindowCloses, resendOrders } from '../../bank-files/index.ts'
import { act, type Plan } from '../act.ts'

const fileId = z.string().min(1).max(100)

type SetAside = NonNullable<Awaited<ReturnType<typeof lockSetAside>>>

/** A file that was set aside: the bank has rejected it, or has something else under its reference. */
const findFile = async (tx: Tx, id: string): Promise<SetAside | Refusal<string>> => (await lockSetAside(tx, id)) ?? refuse('FILE_NOT_REJECTED')

/** Ends with the window in which the orders should still go out. */
function planFile({ reference, state, generation, orders }: SetAside, at: Date): Plan {
  const subject = `bank-file:${reference}`
  const amount = orders.reduce((sum, order) => sum + order.amount, 0n)
  return {
    subject,
    money: { unit: 'nzd.main', amount, debit: subject },
    madeFor: { state, generation: String(generation), orders: String(orders.length), amount: String(amount) },
    endsAt: nextWindowCloses(at),
  }
}

/** Sends the orders of a file in a new one. The evidence says that the bank has not processed the old one, and why the new one will pass. */
export const resendFileAct = act({
  content: z.strictObject({
    fileId,
    /** Lines of the file that fail instead. */
    without: z.array(z.number().int().min(2)).max(9999).default([]),
  }),
  async plan(tx, _deps, { fileId: id, without }, { at }) {
    const file = await findFile(tx, id)
    if (file instanceof Refusal) return file
    const lines = new Set(file.orders.map(({ line }) => line))
    if (without.some((line) => !lines.has(line))) return refuse('BAD_REQUEST', { reason: 'without: not a waiting line of the file' })
    return new Set(without).size < lines.size ? planFile(file, at) : refuse('BAD_REQUEST', { reason: 'without: all lines; that is fail-file' })
  },
  async perform(tx, { bankFiles }, { fileId: id, without }, { at }) {
    const file = await findFile(tx, id)
    if (file instanceof Refusal) return file
    const isLeftOut = ({ line }: { line: number }) => without.includes(line)
    await failOrders(tx, bankFiles, file.orders.filter(isLeftOut), 'declined', at) // prettier-ignore
    const orders = file.orders.filter((order) => !isLeftOut(order))
    const sent = await resendOrders(tx, bankFiles, file, orders, at)
    return { fileId: sent.fileId, reference: sent.reference, orders: String(orders.length) }
  },
})

/** Fails the orders of a file: the money is back where it came from, and owners are told. */
export const failFileAct = act({
  content: z.strictObject({ fileId }),
  async plan(tx, _deps, { fileId: id }, { at }) {
    const file = await findFile(tx, id)
    return file instanceof Refusal ? file : planFile(file, at)
  },
  async perform(tx, { bankFiles }, { fileId: id }, { at }) {
    const file = await findFile(tx, id)
    if (file instanceof Refusal) return file
    await failOrders(tx, bankFiles, file.orders, 'declined', at)
    return { orders: String(file.orders.length) }
  },
})
