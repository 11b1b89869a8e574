import type { BodyOf, RefusalOf } from '@nikau/contract'
import type { ShownName, updateShownName } from '@nikau/contract/payees'
import type { Db } from '@nikau/runtime'
import { recordSecurityEvent } from '@nikau/security-events'
import type { Person, Source } from '../../http/bind.ts'
import { inTransaction, type Refusal, refuse } from '../../http/refusal.ts'
import { protectedNameIn } from '../merchants/index.ts'
import type { PayeeRouteDeps } from './deps.ts'
import { namelessSender, shownNameOf } from './rules.ts'
import { type NamesRow, selectNames, upsertShownName } from './store.ts'

/** How the recipient of a send reads its sender, who shows their name by sending whatever strangers may read. */
export async function senderNameOf(db: Db, personId: string): Promise<string> {
  return (await senderNamesOf(db, [personId])).get(personId)!
}

export async function senderNamesOf(db: Db, people: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = new Map((await selectNames(db, people)).map((row) => [row.personId, row]))
  return new Map(people.map((personId) => [personId, shownNameOf(rows.get(personId) ?? noNames) ?? namelessSender]))
}

const noNames = { givenName: null, familyName: null, chosen: null }

export async function readShownName(db: Db, { personId }: Person): Promise<ShownName> {
  const [row] = await selectNames(db, [personId])
  return toShownName(row ?? { ...noNames, personId, visible: true })
}

/** A name is all that a stranger reads before they send, so it must not pass for a bank, a public body or Nikau itself. */
export async function changeShownName(
  deps: PayeeRouteDeps,
  person: Person,
  { chosen, visible }: BodyOf<typeof updateShownName>,
  source: Source,
): Promise<ShownName | Refusal<RefusalOf<typeof updateShownName>>> {
  if (chosen !== null && protectedNameIn(chosen) !== undefined) return refuse('NAME_NOT_ALLOWED')
  return await inTransaction(deps.db, async (tx) => {
    const at = deps.clock.now()
    const before = await readShownName(tx, person)
    await upsertShownName(tx, { personId: person.personId, chosen, visible, at })
    const after = await readShownName(tx, person)
    if (after.name !== before.name || after.visible !== before.visible)
      await recordSecurityEvent(tx, { ...person, ...source, kind: 'shown-name-changed', at, detail: after.visible ? { name: after.name } : {} })
    return after
  })
}

function toShownName(row: NamesRow): ShownName {
  return { name: shownNameOf(row) ?? '', chosen: row.chosen ?? undefined, visible: row.visible }
}
