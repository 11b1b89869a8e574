import type { RefusalOf } from '@nikau/contract'
import type { acceptTrust, addTrustedPerson, removeTrustedPerson, TrustedPerson } from '@nikau/contract/held-sends'
import type { Db } from '@nikau/runtime'
import { recordSecurityEvent } from '@nikau/security-events'
import type { Person, Source } from '../../http/bind.ts'
import { inTransaction, type Refusal, refuse } from '../../http/refusal.ts'
import { aliasesOf, maskAlias, senderNameOf, senderNamesOf } from '../payees/index.ts'
import type { HeldSendDeps } from './deps.ts'
import { notify, sendTrustRequest } from './notifications.ts'
import { dayMs } from './rules.ts'
import { acceptTrustRow, endTrust, insertTrust, lockTrust, lockTrustOf, selectTrust, type TrustRow } from './store-trust.ts'

/** Both sides: whom the caller trusts, and who asks or trusts the caller. */
export async function list(deps: HeldSendDeps, { personId }: Person): Promise<{ items: TrustedPerson[] }> {
  const rows = await selectTrust(deps.db, personId, await confirmedAliases(deps, deps.db, personId))
  return { items: await present(deps.db, rows, personId) }
}

/**
 * Names a trusted person. The alias is not looked up, so the answer says nothing about who has an account: the question waits until its
 * owner reads it.
 */
export async function add(
  deps: HeldSendDeps,
  person: Person,
  alias: string,
  source: Source,
): Promise<TrustedPerson | Refusal<RefusalOf<typeof addTrustedPerson>>> {
  return await inTransaction(deps.db, async (tx): Promise<TrustedPerson | Refusal<RefusalOf<typeof addTrustedPerson>>> => {
    const { personId } = person
    const at = deps.clock.now()
    if ((await aliasesOf(tx, deps, personId, at)).some((own) => own.alias === alias)) return refuse('RECIPIENT_IS_SENDER')
    const rows = await lockTrustOf(tx, personId, new Date(at.getTime() - dayMs))
    const same = rows.find((row) => row.endedAt === null && row.alias === alias)
    if (same) return await presentOne(tx, same, personId)
    const { trustedPeople, asksPerDay } = deps.heldSends
    const current = rows.filter((row) => row.endedAt === null)
    const asked = rows.filter((row) => row.askedAt.getTime() > at.getTime() - dayMs)
    if (current.length >= trustedPeople || asked.length >= asksPerDay) return refuse('TRUSTED_PEOPLE_LIMIT_REACHED')
    const row = { id: deps.ids.public(), personId, alias, trustedPersonId: null, askedAt: at, acceptedAt: null, endedAt: null }
    await insertTrust(tx, row)
    await sendTrustRequest(tx, deps, { ...row, askedBy: await senderNameOf(tx, personId) })
    await recordSecurityEvent(tx, { ...person, ...source, kind: 'trusted-person-added', at, detail: { alias: maskAlias(alias) } })
    return await presentOne(tx, row, personId)
  })
}

/** Only the owner of the alias accepts. Somebody who is trusted already by another alias stays so, and this question ends. */
export async function accept(deps: HeldSendDeps, { personId }: Person, id: string): Promise<TrustedPerson | Refusal<RefusalOf<typeof acceptTrust>>> {
  return await inTransaction(deps.db, async (tx): Promise<TrustedPerson | Refusal<'FORBIDDEN'>> => {
    const row = await lockTrust(tx, id)
    if (!row || row.endedAt !== null || row.personId === personId) return refuse('FORBIDDEN')
    if (row.trustedPersonId === personId) return await presentOne(tx, row, personId)
    if (row.alias === null || !(await confirmedAliases(deps, tx, personId)).includes(row.alias)) return refuse('FORBIDDEN')
    const at = deps.clock.now()
    const accepted = await acceptTrustRow(tx, { id, personId: row.personId, trustedPersonId: personId, at })
    const name = await senderNameOf(tx, personId)
    await notify(tx, row.personId, {
      key: `trust-accepted:${id}`,
      purpose: 'trusted-person',
      subject: `${name} is your trusted person`,
      text: `You can ask ${name} about a send that waits. They read the amount, who it goes to and what it’s for, and can’t move your money.`,
    })
    return await presentOne(tx, accepted, personId)
  })
}

/** Ends the trust from either side. Open questions to the trusted person end with it. */
export async function remove(
  deps: HeldSendDeps,
  person: Person,
  id: string,
  source: Source,
): Promise<Record<string, never> | Refusal<RefusalOf<typeof removeTrustedPerson>>> {
  return await inTransaction(deps.db, async (tx): Promise<Record<string, never> | Refusal<'FORBIDDEN'>> => {
    const { personId } = person
    const row = await lockTrust(tx, id)
    const mine = row && (row.personId === personId || row.trustedPersonId === personId)
    const askedOfMe = row?.alias != null && (await confirmedAliases(deps, tx, personId)).includes(row.alias)
    if (!row || !(mine || askedOfMe)) return refuse('FORBIDDEN')
    if (row.endedAt !== null) return {}
    const at = deps.clock.now()
    await endTrust(tx, id, at)
    const byTruster = row.personId === personId
    const whose = row.alias !== null && { detail: { alias: maskAlias(row.alias) } }
    await recordSecurityEvent(tx, { personId: row.personId, kind: 'trusted-person-removed', at, ...whose, ...(byTruster && { ...person, ...source }) })
    return {}
  })
}

async function confirmedAliases(deps: HeldSendDeps, db: Db, personId: string): Promise<string[]> {
  const aliases = await aliasesOf(db, deps, personId, deps.clock.now())
  return aliases.filter(({ confirmed }) => confirmed).map(({ alias }) => alias)
}

async function present(db: Db, rows: readonly TrustRow[], readerId: string): Promise<TrustedPerson[]> {
  const otherOf = (row: TrustRow) => (row.personId === readerId ? row.trustedPersonId : row.personId)
  const names = await senderNamesOf(
    db,
    rows.map(otherOf).filter((id) => id !== null),
  )
  return rows.map((row) => {
    const other = otherOf(row)
    return {
      id: row.id,
      status: row.acceptedAt === null ? 'asked' : 'accepted',
      role: row.personId === readerId ? 'trusts' : 'trusted-by',
      name: other === null ? maskAlias(row.alias!) : names.get(other)!,
      since: row.acceptedAt ?? row.askedAt,
    }
  })
}

async function presentOne(db: Db, row: TrustRow, readerId: string): Promise<TrustedPerson> {
  return (await present(db, [row], readerId))[0]!
}
