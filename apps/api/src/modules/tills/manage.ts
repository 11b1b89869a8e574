import type { AnswerOf, BodyOf } from '@nikau/contract'
import type { createPairingCode, createTill, Till } from '@nikau/contract/tills'
import type { Clock, Db, Ids, Tx } from '@nikau/runtime'
import { crnOf, type Person, type Source } from '../../http/bind.ts'
import { inTransaction, type Refusal, refuse } from '../../http/refusal.ts'
import { reachOf, recordAudit, selectMembers } from '../accounts/index.ts'
import { disableDeviceKey } from '../api-keys/index.ts'
import { reachesMerchant } from '../merchants/index.ts'
import { shopOf } from './limits.ts'
import { toTill } from './present.ts'
import { hashOf, maxTills, newPairingCode, pairingMs, shortNames, turnSeconds } from './rules.ts'
import { deleteTurn } from './store-turns.ts'
import { countTills, insertTill, isNameTaken, selectTill, selectTills, type TillRow, updateName, updatePairingCode, updateSwitchedOff } from './store.ts'

export interface TillDeps {
  db: Db
  clock: Clock
  ids: Ids
}

export interface TillCall {
  actor: Person
  source: Source
}

interface TillKey {
  accountId: string
  tillId: string
}

type WithCode = AnswerOf<typeof createPairingCode>

export async function addTill(
  deps: TillDeps,
  { actor, source }: TillCall,
  accountId: string,
  body: BodyOf<typeof createTill>,
): Promise<WithCode | Refusal<'FORBIDDEN' | 'TILL_ALREADY_EXISTS' | 'TILL_COUNT_EXCEEDED'>> {
  return await inTransaction(deps.db, async (tx): Promise<WithCode | Refusal<'FORBIDDEN' | 'TILL_ALREADY_EXISTS' | 'TILL_COUNT_EXCEEDED'>> => {
    const shop = await shopOf(tx, actor, body.merchantId)
    if (shop?.accountId !== accountId) return refuse('FORBIDDEN')
    if ((await countTills(tx, accountId)) >= maxTills) return refuse('TILL_COUNT_EXCEEDED')
    const [id, at] = [deps.ids.public('till_'), deps.clock.now()]
    if (!(await insertTill(tx, { id, accountId, ...body, createdBy: crnOf(actor), at }))) return refuse('TILL_ALREADY_EXISTS')
    await recordAudit(tx, accountId, { action: 'till-added', actor, source, at, subject: id, after: body })
    return await withPairingCode(tx, (await selectTill(tx, id))!, at)
  })
}

async function withPairingCode(tx: Tx, row: TillRow, at: Date): Promise<WithCode> {
  const [code, expiresAt] = [newPairingCode(), new Date(at.getTime() + pairingMs)]
  await updatePairingCode(tx, row.id, { hash: hashOf(code), expiresAt })
  return { till: toTill(row), pairing: { code, expiresAt } }
}

export async function listTillsOf({ db, clock }: TillDeps, actor: Person, accountId: string): Promise<Till[] | Refusal<'FORBIDDEN'>> {
  const reach = await reachOf(db, actor, accountId, 'settings:write')
  if (!reach) return refuse('FORBIDDEN')
  const rows = await selectTills(db, accountId, new Date(clock.now().getTime() - turnSeconds * 1000))
  const names = rows.some(({ personId }) => personId !== null) ? shortNames(await selectMembers(db, accountId)) : new Map<string, string>()
  return rows
    .filter((row) => reachesMerchant(reach, { id: row.merchantId, test: row.test }))
    .map((row) => toTill(row, row.personId === null ? undefined : names.get(row.personId)))
}

export async function rename(
  deps: TillDeps,
  call: TillCall,
  key: TillKey,
  { name }: { name: string },
): Promise<Till | Refusal<'FORBIDDEN' | 'TILL_ALREADY_EXISTS'>> {
  return await withTill(deps, call, key, async (tx, row, at): Promise<Till | Refusal<'TILL_ALREADY_EXISTS'>> => {
    await countTills(tx, row.accountId)
    if (await isNameTaken(tx, { ...row, name })) return refuse('TILL_ALREADY_EXISTS')
    await updateName(tx, row.id, name)
    await recordAudit(tx, row.accountId, { action: 'till-renamed', ...call, at, subject: row.id, before: { name: row.name }, after: { name } })
    return toTill({ ...row, name })
  })
}

export async function newCode(deps: TillDeps, call: TillCall, key: TillKey): Promise<WithCode | Refusal<'FORBIDDEN'>> {
  return await withTill(deps, call, key, async (tx, row, at) => {
    await recordAudit(tx, row.accountId, { action: 'till-pairing-code-made', ...call, at, subject: row.id, after: { name: row.name } })
    return await withPairingCode(tx, row, at)
  })
}

/** Its key ends, and with it everything that the device does. */
export async function switchOff(deps: TillDeps, call: TillCall, key: TillKey): Promise<Till | Refusal<'FORBIDDEN'>> {
  return await withTill(deps, call, key, async (tx, row, at) => {
    if (row.keyName !== null) await disableDeviceKey(tx, { accountId: row.accountId, name: row.keyName })
    await deleteTurn(tx, row.id)
    await updateSwitchedOff(tx, row.id, at)
    if (!row.switchedOffAt) await recordAudit(tx, row.accountId, { action: 'till-switched-off', ...call, at, subject: row.id, before: { name: row.name } })
    return toTill({ ...row, switchedOffAt: row.switchedOffAt ?? at })
  })
}

async function withTill<T>(
  { db, clock }: TillDeps,
  { actor }: TillCall,
  key: TillKey,
  work: (tx: Tx, row: TillRow, at: Date) => Promise<T>,
): Promise<T | Refusal<'FORBIDDEN'>> {
  return await inTransaction(db, async (tx): Promise<T | Refusal<'FORBIDDEN'>> => {
    const row = await selectTill(tx, key.tillId)
    if (row?.accountId !== key.accountId || !(await shopOf(tx, actor, row.merchantId))) return refuse('FORBIDDEN')
    return await work(tx, row, clock.now())
  })
}
