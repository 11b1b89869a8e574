import type { StopName } from '@nikau/contract/desk/controls'
import type { Db, Tx } from '@nikau/runtime'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { replaceValue, selectValue, selectValues, type ValueInForce } from './store.ts'

const controlOf = (name: StopName) => `stop:${name}`

/**
 * PAUSED if an operator has stopped any of these. Read from the database in each act, in its transaction where it has one, so that a stop is
 * in force in every process from its commit on. What has begun ends: only the call that begins something asks.
 */
export async function refusalIfStopped(db: Db, ...names: readonly [StopName, ...StopName[]]): Promise<Refusal<'PAUSED'> | undefined> {
  const values = await selectValues(db, names.map(controlOf))
  return values.some(({ value }) => value === 'stopped') ? refuse('PAUSED') : undefined
}

export async function isStopped(db: Db, name: StopName): Promise<boolean> {
  return (await refusalIfStopped(db, name)) !== undefined
}

/** The value while it is stopped. */
export async function selectStop(db: Db, name: StopName): Promise<ValueInForce | undefined> {
  const found = await selectValue(db, controlOf(name))
  return found?.value === 'stopped' ? found : undefined
}

/** Who sets it, by which proposal, and why; no operator for a check of the books. */
interface Setting {
  name: StopName
  operator: string | null
  proposalId: string | null
  reason: string
  at: Date
}

export async function stopByName(tx: Tx, { name, ...by }: Setting): Promise<void> {
  await replaceValue(tx, { ...by, control: controlOf(name), value: 'stopped' })
}

export async function startByName(tx: Tx, { name, ...by }: Setting): Promise<void> {
  await replaceValue(tx, { ...by, control: controlOf(name), value: 'running' })
}
