import type { BodyOf, RefusalOf } from '@nikau/contract'
import type { createPatronCode, PatronCode } from '@nikau/contract/patron-codes'
import type { Clock, Db, Ids, Tx, Vault } from '@nikau/runtime'
import { crnOf, type Person } from '../../http/bind.ts'
import { inTransaction, type Refusal, refuse } from '../../http/refusal.ts'
import { selectIndividualAccountId } from '../accounts/index.ts'
import { isFrozen } from '../safety/index.ts'
import { lifeMs, newBarcode } from './rules.ts'
import { insertPatronCode, type PatronCodeRow } from './store.ts'

export interface PatronCodeDeps {
  db: Db
  clock: Clock
  ids: Ids
  vault: Vault
}

/** A code for the caller's individual account and the session that asks for it. */
export async function create(
  deps: PatronCodeDeps,
  person: Person,
  body: BodyOf<typeof createPatronCode>,
): Promise<PatronCode | Refusal<RefusalOf<typeof createPatronCode>>> {
  const { personId, sessionUid } = person
  const accountId = await selectIndividualAccountId(deps.db, personId)
  if (accountId === undefined || sessionUid === undefined) return refuse('FORBIDDEN')
  return await inTransaction(deps.db, async (tx) => {
    if (await isFrozen(tx, accountId)) return refuse('ACCOUNT_FROZEN')
    const createdAt = deps.clock.now()
    const code = { id: deps.ids.public('pc_'), accountId, createdAt, expiresAt: new Date(createdAt.getTime() + lifeMs) }
    const testScenario = body.testScenarioName ?? null
    const barcode = await insertWithNewBarcode(tx, deps, { ...code, personId, sessionUid, testScenario, setId: null, startsAt: null })
    return { ...code, barcode, createdBy: crnOf(person), ...body }
  })
}

/** Among a thousand million barcodes one that is taken is rare. */
export async function insertWithNewBarcode(tx: Tx, { vault }: { vault: Vault }, row: Omit<PatronCodeRow, 'fingerprint'>): Promise<string> {
  const barcode = newBarcode()
  const isNew = await insertPatronCode(tx, { ...row, fingerprint: fingerprintOf(vault, barcode) })
  return isNew ? barcode : await insertWithNewBarcode(tx, { vault }, row)
}

export function fingerprintOf(vault: Vault, barcode: string): Buffer {
  return vault.fingerprint(`patron-code:${barcode}`)
}
