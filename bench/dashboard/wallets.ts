import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto'
import { createLedger, type Group } from '@nikau/ledger'
import { createLog, type Database, Secret } from '@nikau/runtime'

export interface Holder {
  personId: string
  token: string
  accountId: string
  walletId: string
}

const log = createLog({ name: 'bench', level: 'silent' })

/** A signed-in person with a wallet and this many movements, posted through the ledger in batches of 500. */
export async function createMovements(database: Database, url: string, movements: number): Promise<Holder> {
  const { pool, db } = database
  const holder = await createHolder(database)
  const ledger = createLedger({ url: new Secret(url), name: 'bench', log })
  const wallet = `asset:${holder.walletId}`
  await db.transaction().execute(async (tx) => {
    await ledger.openAccounts(tx, [
      { id: 'bank', unit: 'nzd.main', kind: 'bank clearing' },
      { id: wallet, unit: 'nzd.main', kind: 'wallet', owner: holder.accountId, floor: 0n },
    ])
  })
  for (let posted = 0; posted < movements; posted += 500) {
    const groups = Array.from({ length: Math.min(500, movements - posted) }, (_, i): Group => {
      const n = posted + i
      const [from, to] = n % 2 === 0 ? ['bank', wallet] : [wallet, 'bank']
      return { reference: `${wallet}:${n}`, kind: 'bench', subject: 'bench', operations: [{ op: 'transfer', from, to, amount: n % 2 === 0 ? 900n : 700n }] }
    })
    const outcomes = await db.transaction().execute((tx) => ledger.postInTransaction(tx, groups))
    const postings = outcomes.map((outcome) => (outcome.outcome === 'refused' ? undefined : outcome.posting))
    await pool.query(
      `insert into movement (posting, payment_request_id, src_party, dest_party)
       select posting, 'p' || posting, 'Kererū Grocer', 'Three Lamps Coffee Roasters' from unnest($1::bigint[]) as posting`,
      [postings],
    )
  }
  await ledger.close()
  return holder
}

/** A signed-in person with a wallet. */
export async function createHolder({ pool }: Database): Promise<Holder> {
  const [personId, grant, session, token] = [randomUUID(), randomUUID(), randomUUID(), randomBytes(32).toString('base64url')]
  const [accountId, walletId] = [randomBytes(12).toString('hex'), randomBytes(12).toString('hex')]
  const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex')
  const insertRecord = async (model: string, id: string, payload: object, grantId: string | null, uid: string | null) =>
    await pool.query(`insert into identity.oidc (model, id, payload, grant_id, uid, expires_at) values ($1, $2, $3, $4, $5, now() + interval '1 day')`, [
      model,
      id,
      payload,
      grantId,
      uid,
    ])
  await pool.query(`insert into identity.person (id, phone, phone_verified) values ($1, $2, true)`, [personId, `+6421${randomInt(1_000_000, 9_999_999)}`])
  await insertRecord('Grant', grant, { accountId: personId, clientId: 'nikau-web' }, null, null)
  await insertRecord('Session', hashOf(session), { accountId: personId, loginTs: 1, authorizations: { 'nikau-web': { grantId: grant } } }, null, session)
  await insertRecord('AccessToken', hashOf(token), { accountId: personId, clientId: 'nikau-web', scope: 'openid', sessionUid: session }, grant, null)
  await pool.query(`insert into account (id, type, name, individual_of, created_at, created_by) values ($1, 'individual', 'Bench', $2, now(), 'bench')`, [
    accountId,
    personId,
  ])
  await pool.query(`insert into account_member (account_id, person_id, role, added_at) values ($1, $2, 'account-owner', now())`, [accountId, personId])
  await pool.query(`insert into asset (id, account_id, category, type, created_at, created_by) values ($1, $2, 'money', 'nikau.nzd.main', now(), 'bench')`, [
    walletId,
    accountId,
  ])
  return { token, personId, accountId, walletId }
}
