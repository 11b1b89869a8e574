import type { BodyOf, RefusalOf } from '@nikau/contract'
import type { getTillSettings, TillSettings, updateTillSettings } from '@nikau/contract/patron-codes'
import { balances } from '@nikau/ledger'
import { cents, format } from '@nikau/money'
import type { Clock, Db, Tx } from '@nikau/runtime'
import { recordSecurityEvent } from '@nikau/security-events'
import type { Person, Source } from '../../http/bind.ts'
import { inTransaction, type Refusal, refuse } from '../../http/refusal.ts'
import { selectIndividualAccountId } from '../accounts/index.ts'
import { selectSpendableTypes } from '../assets/index.ts'
import { noSignalLimit, type OwnLimitRules } from '../own-limits/index.ts'
import { allowsMore, dayCounterOf, dayLimitOf, type TillRules, type TillSetting } from './rules.ts'
import { endOfflineSets } from './store-offline.ts'
import { lockTillSetting, selectTillSetting, upsertTillSetting } from './store-settings.ts'

export interface SettingDeps {
  db: Db
  clock: Clock
  ownLimits: OwnLimitRules
  tills: TillRules
}

interface UpdateCall {
  actor: Person
  source: Source
  body: BodyOf<typeof updateTillSettings>
  requireStepUp(): Promise<Refusal<'SIGN_IN_AGAIN'> | undefined>
}

export async function readSettings(
  deps: SettingDeps,
  { personId }: Person,
  accountId: string,
): Promise<TillSettings | Refusal<RefusalOf<typeof getTillSettings>>> {
  return (await selectIndividualAccountId(deps.db, personId)) === accountId ? await settingsOf(deps.db, deps, accountId) : refuse('FORBIDDEN')
}

/** To allow more needs a recent authentication and is told on every channel: a thief with the phone would do it first. */
export async function updateSettings(
  deps: SettingDeps,
  call: UpdateCall,
  accountId: string,
): Promise<TillSettings | Refusal<RefusalOf<typeof updateTillSettings> | 'SIGN_IN_AGAIN'>> {
  const { actor, body } = call
  const { highestWithoutApproval: highest } = deps.tills
  if ((await selectIndividualAccountId(deps.db, actor.personId)) !== accountId) return refuse('FORBIDDEN')
  if ((body.withoutApproval ?? 0n) > highest) return refuse('OWN_LIMIT_TOO_HIGH', { highest: highest.toString() })
  const changed = await changeSettings(deps, call, accountId, false)
  if (changed) return changed
  // Not in the transaction: the check takes a connection, and calls that wait for the lock could have all of them.
  return (await call.requireStepUp()) ?? (await changeSettings(deps, call, accountId, true))!
}

/** Undefined, with nothing changed, for a change that would allow more and may not. A payment that comes later meets the new limit. */
async function changeSettings(deps: SettingDeps, call: UpdateCall, accountId: string, mayAllowMore: boolean): Promise<TillSettings | undefined> {
  return await inTransaction(deps.db, async (tx) => {
    await lockTillSetting(tx, accountId)
    const before = await selectTillSetting(tx, accountId)
    const { noSignal = before.noSignal, withoutApproval = before.withoutApproval } = call.body
    const after = { noSignal, withoutApproval }
    if (!mayAllowMore && allowsMore(before, after)) return undefined
    const at = deps.clock.now()
    if (!noSignal) await endOfflineSets(tx, { accountId }, at)
    await upsertTillSetting(tx, accountId, after)
    await recordChange(tx, deps, call, { accountId, before, after, at })
    return await settingsOf(tx, deps, accountId)
  })
}

/** With today's use of live money; of test money if the account has no other. */
async function settingsOf(db: Db, deps: SettingDeps, accountId: string): Promise<TillSettings> {
  const at = deps.clock.now()
  const setting = await selectTillSetting(db, accountId)
  const dayLimit = dayLimitOf(setting, deps.tills)
  const assetType = (await selectSpendableTypes(db, accountId))[0] ?? 'nikau.nzd.main'
  const [today] = await balances(db, [dayCounterOf(accountId, assetType, at)])
  return {
    noSignal: setting.noSignal,
    noSignalLimit: await noSignalLimit(db, deps, accountId, at),
    withoutApproval: dayLimit === null ? undefined : { limit: dayLimit, used: cents(today?.posted ?? 0n) },
    highestWithoutApproval: deps.tills.highestWithoutApproval,
  }
}

async function recordChange(
  tx: Tx,
  deps: SettingDeps,
  { actor, source }: UpdateCall,
  { accountId, before, after, at }: { accountId: string; before: TillSetting; after: TillSetting; at: Date },
): Promise<void> {
  const event = { ...actor, ...source, at }
  if (after.noSignal && !before.noSignal) {
    const detail = { amount: format(await noSignalLimit(tx, deps, accountId, at)) }
    await recordSecurityEvent(tx, { ...event, kind: 'no-signal-on', detail })
  }
  if (!after.noSignal && before.noSignal) await recordSecurityEvent(tx, { ...event, kind: 'no-signal-off' })
  const [old, now] = [before.withoutApproval, after.withoutApproval]
  if (old === now) return
  const detail: Record<string, string> = now === null ? {} : { amount: format(now) }
  await recordSecurityEvent(tx, { ...event, kind: (now ?? 0n) > (old ?? 0n) ? 'without-approval-allowed' : 'without-approval-lowered', detail })
}
