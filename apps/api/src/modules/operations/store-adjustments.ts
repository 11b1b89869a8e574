import type { Tx } from '@nikau/runtime'
import { sql } from 'kysely'

export async function insertAdjustment(
  tx: Tx,
  adjustment: { id: string; proposalId: string | null; unit: string; debit: string; credit: string; amount: bigint; words: string; posting: bigint; at: Date },
): Promise<void> {
  await sql`
    insert into adjustment (id, proposal_id, unit, debit, credit, amount, words, posting, at)
    values (${adjustment.id}, ${adjustment.proposalId}, ${adjustment.unit}, ${adjustment.debit}, ${adjustment.credit}, ${adjustment.amount}, ${adjustment.words}, ${adjustment.posting},
      ${adjustment.at})`.execute(tx)
}
