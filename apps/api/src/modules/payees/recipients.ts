import type { Db } from '@nikau/runtime'
import { dayMs, shownNameOf } from './rules.ts'
import { selectAliases, selectRecipient } from './store.ts'

/** Who has an alias, and gets what is sent to it at once. */
export interface Recipient {
  personId: string
  accountId: string
  /** Null: strangers read no name. */
  shownName: string | null
}

const provedSince = ({ proofDays }: { proofDays: number }, at: Date) => new Date(at.getTime() - proofDays * dayMs)

/**
 * The person whose alias it is and who has an account; undefined: what is sent waits to be claimed. One statement, whatever it finds, so
 * that the time does not say who has an account.
 */
export async function resolveRecipient(db: Db, deps: { proofDays: number }, alias: string, at: Date): Promise<Recipient | undefined> {
  const { personId, accountId, visible, ...names } = await selectRecipient(db, { alias, provedSince: provedSince(deps, at), at })
  const shownName = visible ? (shownNameOf(names) ?? null) : null
  return personId === null || accountId === null ? undefined : { personId, accountId, shownName }
}

/** The person's verified number and email address. `confirmed`: it may claim what was sent to it. */
export async function aliasesOf(db: Db, deps: { proofDays: number }, personId: string, at: Date): Promise<{ alias: string; confirmed: boolean }[]> {
  return await selectAliases(db, { personId, provedSince: provedSince(deps, at), at })
}
