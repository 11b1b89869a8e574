import { flagNames, type FlagName } from '@nikau/contract/flags'
import type { Db, Tx } from '@nikau/runtime'
import { type NewValue, replaceValue, selectValues } from './store.ts'

/** The flags that operators have set. The others have the value of the configuration. */
export async function selectFlags(db: Db): Promise<Partial<Record<FlagName, boolean>>> {
  const values = await selectValues(
    db,
    flagNames.map((name) => `flag:${name}`),
  )
  return Object.fromEntries(values.map(({ control, value }) => [control.slice('flag:'.length), value === 'on']))
}

export async function setFlag(tx: Tx, { name, on, ...by }: Omit<NewValue, 'control' | 'value'> & { name: FlagName; on: boolean }): Promise<void> {
  await replaceValue(tx, { ...by, control: `flag:${name}`, value: on ? 'on' : 'off' })
}
