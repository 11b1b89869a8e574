import type { RefusalOf } from '@nikau/contract'
import type { createOfflineCodes, OfflineCodeSet } from '@nikau/contract/patron-codes'
import { crnOf, type Person } from '../../http/bind.ts'
import { inTransaction, type Refusal, refuse } from '../../http/refusal.ts'
import { selectIndividualAccountId } from '../accounts/index.ts'
import { noSignalLimit } from '../own-limits/index.ts'
import { isFrozen } from '../safety/index.ts'
import { insertWithNewBarcode, type PatronCodeDeps } from './create.ts'
import { offlineTimes } from './rules.ts'
import type { SettingDeps } from './settings.ts'
import { endOfflineSets, insertOfflineSet } from './store-offline.ts'
import { lockTillSetting, selectTillSetting } from './store-settings.ts'

export type OfflineDeps = PatronCodeDeps & SettingDeps

/** Codes for the session that asks, so that they end with it. Reserved from nothing: the till's call finds out whether there is money. */
export async function createOffline(deps: OfflineDeps, person: Person): Promise<OfflineCodeSet | Refusal<RefusalOf<typeof createOfflineCodes>>> {
  const { personId, sessionUid } = person
  const accountId = await selectIndividualAccountId(deps.db, personId)
  if (accountId === undefined || sessionUid === undefined) return refuse('FORBIDDEN')
  return await inTransaction(deps.db, async (tx) => {
    await lockTillSetting(tx, accountId)
    if (await isFrozen(tx, accountId)) return refuse('ACCOUNT_FROZEN')
    const createdAt = deps.clock.now()
    const limit = await noSignalLimit(tx, deps, accountId, createdAt)
    if (!(await selectTillSetting(tx, accountId)).noSignal || limit <= 0n) return refuse('NO_SIGNAL_OFF')
    await endOfflineSets(tx, { accountId, sessionUid }, createdAt)
    const id = deps.ids.public('os_')
    await insertOfflineSet(tx, { id, accountId, sessionUid, limit, createdAt })
    const codes: OfflineCodeSet['codes'] = []
    for (const times of offlineTimes(createdAt, deps.tills.offlineCodes)) {
      const code = { id: deps.ids.public('pc_'), accountId, createdAt, ...times }
      const barcode = await insertWithNewBarcode(tx, deps, { ...code, personId, sessionUid, setId: id, testScenario: null })
      codes.push({ ...code, barcode, createdBy: crnOf(person) })
    }
    return { id, limit, codes }
  })
}
