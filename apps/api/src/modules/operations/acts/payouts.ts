import type { Tx } from '@nikau/runtime'
import { z } from 'zod'
import { Refusal, refuse } from '../../../http/refusal.ts'
import { liftHold, placeHold, readReserve, setReserve } from '../../payouts/index.ts'
import { act, type Act, type Plan } from '../act.ts'

const accountId = z.string().min(1).max(100)
const reason = z.string().trim().min(3).max(500)

const planFor = (id: string, madeFor: Plan['madeFor'] = {}): Plan => ({ subject: `account:${id}`, madeFor, accountId: id })

/** Stops the payouts of a merchant's account. The merchant sees that, and not the reason. */
export const holdPayoutsAct = act({
  content: z.strictObject({ accountId, reason }),
  plan: async (_tx, _deps, { accountId: id }) => planFor(id),
  async perform(tx, _deps, { accountId: id, reason: why }, { operator, at }) {
    const placed = await placeHold(tx, { accountId: id, operator: operator.id, reason: why, at })
    return placed instanceof Refusal ? placed : {}
  },
})

export const releasePayoutsAct = act({
  content: z.strictObject({ accountId }),
  plan: async (_tx, _deps, { accountId: id }) => planFor(id),
  async perform(tx, _deps, { accountId: id }, { operator, proposalId, at }) {
    const released = await liftHold(tx, { accountId: id, operator: operator.id, proposalId, at })
    return released instanceof Refusal ? released : {}
  },
})

/** More stays in the settlement wallet at each payout: safer, so one person does it. Less takes two. */
export const raiseReserveAct = reserveAct((current, amount) => amount > current)
export const lowerReserveAct = reserveAct((current, amount) => amount < current)

function reserveAct(isChange: (current: bigint, amount: bigint) => boolean): Act<{ accountId: string; amount: bigint; reason: string }> {
  const find = async (tx: Tx, id: string, amount: bigint) => {
    const current = await readReserve(tx, id)
    return current instanceof Refusal || isChange(current, amount) ? current : refuse('RESERVE_NOT_CHANGED', { reserve: String(current) })
  }
  return act({
    content: z.strictObject({ accountId, amount: z.coerce.bigint().nonnegative(), reason }),
    async plan(tx, _deps, { accountId: id, amount }) {
      const current = await find(tx, id, amount)
      return current instanceof Refusal ? current : planFor(id, { reserve: String(current) })
    },
    async perform(tx, _deps, { accountId: id, amount, reason: why }, { operator, at }) {
      await setReserve(tx, { accountId: id, operator: operator.id, amount, reason: why, at })
      return {}
    },
  })
}
