import type { DeskRole } from '@nikau/contract/desk/roles'
import type { Db } from '@nikau/runtime'
import { sql } from 'kysely'

export interface OperatorRow {
  id: string
  name: string
  login: string
  roles: DeskRole[]
  hasAccount: boolean
  createdAt: Date
  passkeys: number
  passkeyUsedAt: Date | null
  seenAt: Date | null
  confirmedAt: Date | null
  confirmedBy: string | null
  confirmedByName: string | null
}

/** With their passkeys, their last input, and their confirmation in a quarter. */
export async function selectOperators(db: Db, quarter: string): Promise<OperatorRow[]> {
  const { rows } = await sql<OperatorRow>`
    select o.id::text as id, o.name, o.login, o.roles, o.person_id is not null as "hasAccount", o.created_at as "createdAt",
      coalesce(k.passkeys, 0) as passkeys, k.last_used_at as "passkeyUsedAt", s.seen_at as "seenAt",
      c.at as "confirmedAt", c.by::text as "confirmedBy", b.name as "confirmedByName"
      from operator o
      left join identity.desk_passkeys_of(array(select person_id from operator where person_id is not null)) k on k.person_id = o.person_id
      left join lateral (select max(input_at) as seen_at from desk_session where operator = o.id) s on true
      left join operator_confirmation c on c.operator = o.id and c.quarter = ${quarter}
      left join operator b on b.id = c.by
     order by cardinality(o.roles) = 0, o.name, o.id`.execute(db)
  return rows
}
