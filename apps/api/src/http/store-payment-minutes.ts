import type { Db, HttpTotals } from '@nikau/runtime'
import { sql } from 'kysely'

/** Adds what one process has answered in a minute to what the others have. */
export async function addPaymentMinute(db: Db, minute: Date, { answered, refused, buckets }: HttpTotals): Promise<void> {
  await sql`
    insert into payment_minute as m (minute, answered, refused, buckets) values (${minute}, ${answered}, ${refused}, ${buckets}::int[])
    on conflict (minute) do update set answered = m.answered + excluded.answered, refused = m.refused + excluded.refused,
      buckets = array(select coalesce(b.was, 0) + coalesce(b.more, 0) from unnest(m.buckets, excluded.buckets) with ordinality as b (was, more, place) order by place)`.execute(
    db,
  )
}

export async function deletePaymentMinutes(db: Db, before: Date, limit: number): Promise<number> {
  const result = await sql`
    delete from payment_minute where minute in (select minute from payment_minute where minute < ${before} limit ${limit})`.execute(db)
  return Number(result.numAffectedRows)
}
