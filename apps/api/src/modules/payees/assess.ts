import type { Brake, BrakeReason } from '@nikau/contract/payees'
import { type Cents, zero } from '@nikau/money'
import type { Db } from '@nikau/runtime'
import { brakeOf } from './brake.ts'
import type { PayeeDeps } from './deps.ts'
import { dayMs, hourMs } from './rules.ts'
import { isNewDevice, selectSendFacts } from './store.ts'

export interface SendToAssess {
  accountId: string
  personId: string
  sessionUid?: string | undefined
  alias: string
  value?: Cents | undefined
  message?: string | undefined
  at: Date
}

/** Whether the account has sent to the alias before, and whether the scam brake asks what this send is for. */
export async function assessSend(
  db: Db,
  deps: Pick<PayeeDeps, 'brake'>,
  send: SendToAssess,
): Promise<{ known: boolean; brake: Brake; reasons: BrakeReason[] }> {
  const { accountId, personId, sessionUid, alias, value = zero, message = '', at } = send
  const before = (ms: number) => new Date(at.getTime() - ms)
  const facts = await selectSendFacts(db, { accountId, alias, firstsSince: before(dayMs), largestSince: before(deps.brake.unusualDays * dayMs) })
  const newDevice = sessionUid !== undefined && (await isNewDevice(db, { personId, sessionUid, since: before(deps.brake.newDeviceHours * hourMs) }))
  return { known: facts.known, ...brakeOf({ ...facts, value, message, newDevice }, deps.brake) }
}
