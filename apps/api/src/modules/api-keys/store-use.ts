import type { Db } from '@nikau/runtime'
import { sql } from 'kysely'

export interface KeyUse {
  accountId: string
  keyName: string
  at: Date
}

/** Raises when keys were last used. In the order of the keys, so that processes do not wait for each other in a circle. */
export async function saveUses(db: Db, uses: readonly KeyUse[]): Promise<void> {
  await sql`
    insert into api_key_use as u (account_id, name, used_at)
    select k.account_id, k.name, t.at
      from unnest(${uses.map((use) => use.accountId)}::text[], ${uses.map((use) => use.keyName)}::text[], ${uses.map((use) => use.at)}::timestamptz[])
           as t (account_id, name, at) join api_key k using (account_id, name)
     order by 1, 2
    on conflict (account_id, name) do update set used_at = excluded.used_at where u.used_at < excluded.used_at`.execute(db)
}
