import type { Db } from '@nikau/runtime'
import { selectConnection } from './store.ts'

/** The data of the webhook about an ended connection, in wire format. It never changes, and says neither why nor whose it was. */
export async function endedConnection(
  db: Db,
  id: string,
): Promise<{ connection: { id: string; merchantId: string; status: 'ended'; endedAt: string }; test: boolean }> {
  const row = await selectConnection(db, id)
  if (!row?.endedAt) throw new Error(`connection ${id} has not ended`)
  return { connection: { id, merchantId: row.merchantId, status: 'ended', endedAt: row.endedAt.toISOString() }, test: row.test }
}
