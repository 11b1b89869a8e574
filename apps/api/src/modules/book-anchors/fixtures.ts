// Books with postings of every kind, their anchors in a folder, and an administrator who rewrites them; for this module's tests.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLedger, type Group, type Operation } from '@nikau/ledger'
import { type Clock, type Db, Secret, systemClock } from '@nikau/runtime'
import { silent, type TestDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { afterAll } from 'vitest'
import type { AnchorDeps } from './anchor.ts'
import { anchorPublicKeys, developmentAnchorKey, importPublicKeys, parseAnchorKey, publicKeysOf } from './keys.ts'

export const keySet = publicKeysOf(developmentAnchorKey())

export async function anchorFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'nikau-anchors-'))
  afterAll(() => rm(folder, { recursive: true }))
  return folder
}

/** With the login of the worker, so that a grant which is missing in db/grants.sql fails a test. */
export function anchorDeps(database: TestDatabase, folder: string, wallClock: Clock = systemClock): AnchorDeps {
  const publicKeys = importPublicKeys(anchorPublicKeys.parse(JSON.parse(keySet)))
  return { db: database.openAs('nikau_worker').db, wallClock, folder, key: parseAnchorKey(new Secret(developmentAnchorKey())), publicKeys }
}

/** Where money comes from, two wallets and a counter, and one posting per call. */
export async function createBooks(database: TestDatabase) {
  const ledger = createLedger({ url: new Secret(database.url), name: 'test', log: silent })
  afterAll(() => ledger.close())
  const groupOf = (reference: string, operations: Operation[]): Group => ({ reference, kind: 'test', subject: `subject:${reference}`, operations })
  const post = async (reference: string, ...operations: Operation[]) =>
    await database.db.transaction().execute(async (tx) => {
      const [outcome] = await ledger.postInTransaction(tx, [groupOf(reference, operations)])
      if (outcome!.outcome !== 'accepted') throw new Error(`posting ${reference} was not accepted`)
    })
  await database.db.transaction().execute((tx) =>
    ledger.openAccounts(tx, [
      { id: 'outside', unit: 'nzd.main', kind: 'bank clearing' },
      { id: 'mia', unit: 'nzd.main', kind: 'wallet', owner: 'Mia', floor: 0n },
      { id: 'shop', unit: 'nzd.main', kind: 'settlement', owner: 'Shop', floor: 0n },
      { id: 'quota', unit: 'allowance', kind: 'quota', counter: true, floor: 0n, ceiling: 100_000n },
    ]),
  )
  const topUp = (reference: string, amount: bigint) => post(reference, { op: 'transfer', from: 'outside', to: 'mia', amount })
  return { ledger, groupOf, post, topUp }
}

/** Switches every trigger off for the transaction, as a superuser can. */
export async function switchTriggersOff(tx: Db): Promise<void> {
  await sql`set local session_replication_role = replica`.execute(tx)
}

/** Computes balances, versions and the hash chain of every account again, as `ledger.post` would have written them. */
export async function recomputeChain(tx: Db): Promise<void> {
  await sql`
    do $$
    declare
      a ledger.account;
      e record;
      head bytea;
      total bigint;
    begin
      for a in select * from ledger.account where not counter loop
        head := ''; total := 0;
        for e in select n.*, p.debit[n.op] as debit, p.credit[n.op] as credit, p.amount[n.op] as moved, p.reference, p.kind, p.subject
                   from ledger.entry n join ledger.posting p on p.id = n.posting where n.account = a.no order by n.version loop
          total := total + e.amount;
          head := sha256(head || convert_to(concat_ws(E'\n', e.posting, extract(epoch from e.at)::text, e.op, e.debit, e.credit, e.moved, e.reference, e.kind,
            e.subject), 'UTF8') || int8send(e.version) || int8send(total));
          update ledger.entry set balance = total, hash = head where account = a.no and version = e.version;
        end loop;
        update ledger.account set balance = total, hash = head, version = (select count(*) from ledger.entry where account = a.no) where no = a.no;
      end loop;
    end $$`.execute(tx)
}
