import { cents } from '@nikau/money'
import { Refusal } from '../http/refusal.ts'
import { send } from '../modules/asset-transfers/index.ts'
import { messageLimits } from '../modules/messages/index.ts'
import { ownLimitRules } from '../modules/own-limits/index.ts'
import { brakeLimits } from '../modules/payees/index.ts'
import type { SeedDeps } from './deps.ts'
import type { SeededPerson } from './people.ts'

/** Somebody who is not on Nikau yet. */
const jack = '+642000000010'

/** Mia's send that waits to be claimed. Its link is in the message that the sandbox receives. */
export async function seedWaitingSend(deps: SeedDeps, mia: SeededPerson, now: Date): Promise<void> {
  deps.clock.set(now)
  const sendDeps = {
    ...deps,
    ownLimits: ownLimitRules.parse({}),
    brake: brakeLimits.parse({}),
    messages: messageLimits.parse({}),
    firstSendsPerDay: 20,
    proofDays: 365,
    stepUpLimit: 50_000,
    guard: false,
    reminderDays: 7,
  }
  const body = { assetId: mia.wallet, recipientAlias: jack, value: cents(1500n), message: 'Happy birthday, Jack', idempotencyKey: 'seed-waiting-send' }
  const answer = await send(sendDeps, { actor: { personId: mia.personId }, requireStepUp: async () => undefined }, body)
  const isSeeded = answer instanceof Refusal && answer.code === 'IDEMPOTENT_OPERATION_FAILED'
  if (answer instanceof Refusal && !isSeeded) throw new Error(`a send cannot be seeded: ${answer.code}`)
}
