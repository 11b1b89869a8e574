import type { AnswerOf } from '@nikau/contract'
import type { pairTill } from '@nikau/contract/tills'
import type { Source } from '../../http/bind.ts'
import { inTransaction, type Refusal, refuse } from '../../http/refusal.ts'
import { recordAudit, recordForOwners } from '../accounts/index.ts'
import { createDeviceKey } from '../api-keys/index.ts'
import type { TillDeps } from './manage.ts'
import { toDeviceTill } from './present.ts'
import { hashOf, normalisePairingCode } from './rules.ts'
import { deleteTurn } from './store-turns.ts'
import { selectTill, takePairingCode, updatePaired } from './store.ts'

/** Gives whoever has the code the till's key. The key that the till had before ends, and the turn of the person who was at it. */
export async function pair(deps: TillDeps, source: Source, typed: string): Promise<AnswerOf<typeof pairTill> | Refusal<'PAIRING_CODE_INVALID'>> {
  return await inTransaction(deps.db, async (tx): Promise<AnswerOf<typeof pairTill> | Refusal<'PAIRING_CODE_INVALID'>> => {
    const at = deps.clock.now()
    const id = await takePairingCode(tx, hashOf(normalisePairingCode(typed)), at)
    if (id === undefined) return refuse('PAIRING_CODE_INVALID')
    const row = (await selectTill(tx, id))!
    const keyName = row.keyName ?? `Till${id.replaceAll(/[^A-Za-z0-9]/g, '')}`
    const secret = await createDeviceKey(tx, deps, { accountId: row.accountId, name: keyName, liveness: row.test ? 'test' : 'live', createdBy: row.createdBy })
    await updatePaired(tx, id, keyName, at)
    await deleteTurn(tx, id)
    const actor = { accountId: row.accountId, accountName: row.accountName, keyName, rights: 'merchant-terminal', test: row.test } as const
    await recordAudit(tx, row.accountId, { action: 'till-paired', actor, source, at, subject: id, after: { name: row.name } })
    await recordForOwners(tx, row.accountId, { kind: 'till-paired', actor, source, at, detail: { till: row.name, merchant: row.merchantName } })
    return { key: secret, till: await toDeviceTill(tx, row) }
  })
}
