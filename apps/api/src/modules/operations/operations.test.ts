import { assertLedgerInvariants, createLedger } from '@nikau/ledger'
import { randomIds, Secret, systemClock } from '@nikau/runtime'
import { fakeClock, silent, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { createShop, noFees, runningApi, testVault } from '../../fixtures.ts'
import { raiseException } from '../exceptions/index.ts'
import { createBankPort } from '../funds-transfers/index.ts'
import { ownAccount } from './accounts.ts'
import { checkBooks, tryInvariants } from './books.ts'
import { answer } from './calls.ts'
import { createOperators } from './fixtures.ts'
import { actRules, type ActKind, type Role, roles, rolesConflict } from './rules.ts'

const database = await testDatabase()
const { db } = database
const clock = fakeClock('2026-12-03T02:00:00Z')
const ledger = createLedger({ url: new Secret(database.url), name: 'test', log: silent, clock })
afterAll(() => ledger.close())
const vault = testVault()
const bankFiles = { ids: randomIds, vault, transfers: createBankPort({ ledger, vault }), connections: [] }
const deps = { db, ledger, fees: noFees, clock, ids: randomIds, vault, externalMethods: [], bankFiles }
const desk = await createOperators(database, deps, {
  tama: ['support'],
  mere: ['finance'],
  hana: ['finance'],
  aroha: ['finance-lead'],
  wiremu: ['finance-lead'],
  kiri: ['compliance'],
  pita: ['operations'],
  rangi: ['operations'],
  ana: ['admin'],
  hemi: ['admin'],
})
const api = await runningApi(database, { clock, wallClock: systemClock })
const shop = await createShop(api, database, { test: false })
const wallet = `asset:${shop.settlementWallet}`
await sql`update identity.person set email = 'owner@kauri.example', email_verified = true where id = ${shop.owner.personId}`.execute(database.owner.db)
const balanceOf = async (id: string) => (await sql<{ balance: bigint }>`select balance from ledger.account where id = ${id}`.execute(db)).rows[0]?.balance

const goodwill = (amount: number, credit = wallet) => ({ debit: ownAccount.id, credit, amount: String(amount), words: 'goodwill' })

test('an adjustment is proposed, shown as debit and credit, approved by another person and posted once [DESK-23] [DESK-24] [DESK-31] [DESK-63] [DESK-64] [DESK-65]', async () => {
  const proposal = await desk.mere.propose('adjustment', goodwill(2500))
  expect(proposal).toMatchObject({
    state: 'waiting',
    needs: [['finance', 'finance-lead']],
    movements: [
      {
        unit: 'nzd.main',
        amount: '2500',
        debit: { account: 'own:nzd.main', before: '0', after: '-2500' },
        credit: { account: wallet, before: '0', after: '2500' },
      },
    ],
  })
  expect(await balanceOf(wallet)).toBe(0n)
  const [first, second] = await Promise.all([desk.hana.approve(proposal.id), desk.hana.approve(proposal.id)])
  expect(first).toMatchObject({ state: 'approved', approvers: ['hana'], result: { posting: expect.any(String) } })
  expect(second.result).toEqual(first.result)
  expect(await balanceOf(wallet)).toBe(2500n)
  const { rows } = await sql<{
    reference: string
    kind: string
  }>`select reference, kind from ledger.posting where id = ${BigInt(first.result!.posting!)}`.execute(db)
  expect(rows).toEqual([{ reference: `adjustment:${proposal.id}`, kind: 'adjustment' }])
  const { body } = await api.get(`/api/wallets/${shop.settlementWallet}/transactions`, shop.owner.headers)
  expect(body.items[0]).toMatchObject({ value: '2500', activityType: 'adjustment-goodwill', srcParty: 'Nikau' })
  const letters = await sql<{ subject: string; recipient: string }>`select subject, recipient from message where purpose = 'adjustment'`.execute(
    database.owner.db,
  )
  expect(letters.rows).toEqual([{ subject: '$25.00 was added to your wallet', recipient: 'owner@kauri.example' }])
})

test('whoever proposed, noted on or owns the subject, or approved before, is no second person, in the database too [DESK-25]', async () => {
  const proposal = await desk.mere.propose('adjustment', goodwill(100))
  expect(await desk.mere.cannotApprove(proposal.id)).toBe('SAME_PERSON')
  await expect(
    sql`insert into operator_approval (proposal_id, proposer, operator, roles, at) values (${proposal.id}, 'mere', 'mere', '{finance}', now())`.execute(
      database.owner.db,
    ),
  ).rejects.toThrow('operator_approval_second_person')
  const id = await raise('statement-unknown', 'noted', 90_000n)
  const close = await desk.pita.propose('close-exception', {}, { exceptionId: id })
  await desk.rangi.propose('note-exception', {}, { exceptionId: id })
  await desk.mere.propose('take-exception', {}, { exceptionId: id })
  expect([await desk.rangi.cannotApprove(close.id), await desk.mere.cannotApprove(close.id)]).toEqual(['SAME_PERSON', 'SAME_PERSON'])
  expect((await desk.hana.approve(close.id)).state).toBe('approved')
})

test('a proposal is stale once the balance of the wallet that it debits has changed [DESK-26]', async () => {
  const recovery = { debit: wallet, credit: ownAccount.id, amount: '300', words: 'recovery' }
  const proposal = await desk.mere.propose('adjustment', recovery)
  const meanwhile = await desk.hana.propose('adjustment', goodwill(1))
  await desk.aroha.approve(meanwhile.id)
  expect(await desk.hana.cannotApprove(proposal.id)).toBe('STALE_PROPOSAL')
  expect(await balanceOf(wallet)).toBe(2501n)
  const again = await desk.mere.propose('adjustment', recovery)
  await desk.hana.approve(again.id)
  expect(await balanceOf(wallet)).toBe(2201n)
})

test('who has to agree follows the amount, at each boundary and one cent below it [DESK-27]', () => {
  const needs = (kind: ActKind, amount: bigint) => actRules[kind].approvers(amount).map((approver) => approver.join('/'))
  const byAmount = [
    'adjustment',
    'pay-out',
    'send-back',
    'return-again',
    'refund-otherwise',
    'decide-bank-payment',
    'decide-card-payment',
    'book-receipt',
  ] as const
  for (const kind of byAmount) {
    expect(needs(kind, 1n)).toEqual(['finance/finance-lead'])
    expect(needs(kind, 99_999n)).toEqual(['finance/finance-lead'])
    expect(needs(kind, 100_000n)).toEqual(['finance-lead'])
    expect(needs(kind, 999_999n)).toEqual(['finance-lead'])
    expect(needs(kind, 1_000_000n)).toEqual(['finance-lead', 'compliance'])
  }
  expect(needs('close-exception', 49_999n)).toEqual([])
  expect(needs('close-exception', 50_000n)).toEqual(['operations/finance/finance-lead'])
})

test('an amount that is split counts as its sum, and from $10,000.00 three people agree in order [DESK-27] [DESK-28]', async () => {
  clock.advance(25 * 3_600_000)
  const part = await desk.mere.propose('adjustment', goodwill(99_999))
  expect(part.needs).toEqual([['finance', 'finance-lead']])
  const rest = await desk.mere.propose('adjustment', goodwill(1))
  expect(rest.needs).toEqual([['finance-lead']])
  expect(await desk.hana.cannotApprove(rest.id)).toBe('OUTSIDE_ROLE')
  await desk.aroha.decline(part.id)
  const large = await desk.mere.propose('adjustment', goodwill(1_000_000))
  expect(large.needs).toEqual([['finance-lead'], ['compliance']])
  expect(await desk.kiri.cannotApprove(large.id)).toBe('OUTSIDE_ROLE')
  expect(await desk.aroha.approve(large.id)).toMatchObject({ state: 'waiting', needs: [['compliance']] })
  expect(await balanceOf(wallet)).toBe(2201n)
  expect(await desk.kiri.approve(large.id)).toMatchObject({ state: 'approved', approvers: ['aroha', 'kiri'] })
  expect(await balanceOf(wallet)).toBe(1_002_201n)
})

test('a proposal ends after 24 hours, and a declined one for ever [DESK-29] [DESK-30]', async () => {
  const proposal = await desk.mere.propose('adjustment', goodwill(5))
  const declined = await desk.mere.propose('adjustment', goodwill(6))
  expect(await desk.aroha.ask({ call: 'decline', id: declined.id, note: 'no' })).toMatchObject({ refused: 'BAD_REQUEST' })
  expect(await desk.aroha.decline(declined.id, 'The customer was paid already')).toMatchObject({ state: 'declined' })
  expect(await desk.aroha.cannotApprove(declined.id)).toBe('PROPOSAL_ENDED')
  clock.advance(24 * 3_600_000)
  expect(await desk.aroha.cannotApprove(proposal.id)).toBe('PROPOSAL_ENDED')
})

test('where computing every invariant would lock accounts for too long, the last full check is answered [DESK-63]', async () => {
  await checkBooks({ db, clock })
  const tried = (withinMs?: number) => db.transaction().execute((tx) => tryInvariants(tx, deps, withinMs))
  const { count } = await tried()
  expect(await tried()).toEqual({ count, broken: [], computed: 'now', at: clock.now().toISOString() })
  await checkBooks({ db, clock })
  for (const withinMs of [0, 1]) expect(await tried(withinMs)).toEqual({ count, broken: [], computed: 'earlier', at: clock.now().toISOString() })
})

test('only accounts that people may adjust are adjusted, and the books can say no [DESK-64]', async () => {
  for (const account of ['payouts:nzd.main', 'bank', `fees:${shop.settlementWallet}x`, 'test-money'])
    expect([account, await desk.mere.cannotPropose('adjustment', goodwill(5, account))]).toEqual([account, 'ACCOUNT_NOT_ADJUSTABLE'])
  const over = { debit: wallet, credit: ownAccount.id, amount: '90000000', words: 'recovery' }
  expect(await desk.mere.ask({ call: 'propose', proposal: { kind: 'adjustment', content: over, note: 'Too much', evidence: ['ticket 1'] } })).toMatchObject({
    refused: 'LEDGER_REFUSED',
    detail: { reason: 'insufficient' },
  })
  expect(await desk.mere.cannotPropose('adjustment', goodwill(5), { evidence: [] })).toBe('BAD_REQUEST')
})

test('money that leaves is stopped while the books are broken; a finance lead with compliance can correct them [DESK-33]', async () => {
  const payee = { name: 'A Stranger', number: '02-0500-0214005-00' }
  const fees = await desk.mere.propose('adjustment', { ...goodwill(700), credit: `fees:${shop.settlementWallet}`, words: 'correction' })
  await desk.wiremu.approve(fees.id)
  const send = await desk.mere.propose('pay-out', { debit: ownAccount.id, amount: '500', payee, particulars: 'FEES' })
  const small = await desk.mere.propose('adjustment', goodwill(5))
  await sql`create view invariant_nothing_is_broken as select 1 as broken`.execute(database.owner.db)
  await sql`grant select on invariant_nothing_is_broken to nikau_worker`.execute(database.owner.db)
  try {
    expect(await checkBooks(deps)).toEqual(['public.invariant_nothing_is_broken'])
    expect(await desk.aroha.cannotApprove(send.id)).toBe('BOOKS_BROKEN')
    expect(await desk.aroha.cannotApprove(small.id)).toBe('BOOKS_BROKEN')
    const correction = await desk.mere.propose('adjustment', goodwill(5))
    expect(correction.needs).toEqual([['finance-lead'], ['compliance']])
    await desk.aroha.approve(correction.id)
    expect((await desk.kiri.approve(correction.id)).state).toBe('approved')
  } finally {
    await sql`drop view invariant_nothing_is_broken`.execute(database.owner.db)
  }
  const open = () => sql`select from operator_exception where kind = 'books-broken' and closed_at is null`.execute(db)
  expect((await open()).rows).toHaveLength(1)
  await checkBooks(deps)
  expect((await open()).rows).toHaveLength(0)
  expect((await desk.aroha.approve(send.id)).state).toBe('approved')
  const { rows } = await sql<{ masked: string; name: string }>`
    select masked_number as masked, payee_name as name from outgoing_payment where id = ${send.id}`.execute(db)
  expect(rows).toEqual([{ masked: expect.stringMatching(/^02-/), name: 'A Stranger' }])
  const stored = await sql<{ text: string }>`select content::text || coalesce(made_for::text, '') as text from operator_proposal where id = ${send.id}`.execute(
    db,
  )
  expect(stored.rows[0]!.text).not.toMatch(/Stranger|0214005/)
})

test('an exception under $500.00 is closed by one person with a note, from there by two, and money that we hold by its return alone [DESK-47] [DESK-48]', async () => {
  const small = await raise('statement-unknown', 'small', 49_999n)
  const large = await raise('statement-unknown', 'large', 50_000n)
  const held = await raise('bank-payment-surplus', 'held', 100n)
  onTestFinished(async () => void (await sql`update operator_exception set closed_at = opened_at where id = ${BigInt(held)}`.execute(database.owner.db)))
  expect(await desk.tama.cannotPropose('close-exception', {}, { exceptionId: small })).toBe('OUTSIDE_ROLE')
  expect(await desk.pita.cannotPropose('close-exception', {}, { exceptionId: small, note: 'ok' })).toBe('BAD_REQUEST')
  expect((await desk.pita.propose('close-exception', {}, { exceptionId: small })).state).toBe('approved')
  expect(await desk.pita.cannotPropose('close-exception', {}, { exceptionId: small })).toBe('ALREADY_CLOSED')
  expect((await desk.pita.propose('close-exception', {}, { exceptionId: large })).state).toBe('waiting')
  expect(await desk.pita.cannotPropose('close-exception', {}, { exceptionId: held })).toBe('CLOSED_BY_MONEY')
  const { rows } = await sql<{ action: string; operator: string }>`
    select action, operator from operator_exception_action where exception_id = ${BigInt(small)}`.execute(db)
  expect(rows).toEqual([{ action: 'close', operator: 'pita' }])
})

test('roles are given by an admin and another admin or compliance, never to oneself, and some never meet [DESK-10] [DESK-12] [DESK-13]', async () => {
  const invite = (held: readonly Role[], operator = 'nikau') => ({ operator, name: 'Nīkau Smith', login: 'desk-nikau', roles: held })
  expect(await desk.mere.cannotPropose('access', invite(['support']))).toBe('OUTSIDE_ROLE')
  expect(await desk.ana.cannotPropose('access', invite(['support'], 'ana'))).toBe('SAME_PERSON')
  expect(await desk.ana.cannotPropose('access', invite(['finance', 'compliance']))).toBe('ROLES_CONFLICT')
  const proposal = await desk.ana.propose('access', invite(['support']))
  expect(await desk.aroha.cannotApprove(proposal.id)).toBe('OUTSIDE_ROLE')
  expect((await desk.hemi.approve(proposal.id)).state).toBe('approved')
  for (const one of roles)
    for (const other of roles) {
      const pair = [...new Set([one, other])]
      const insert = sql`insert into operator (id, name, login, roles, created_at) values ('x1', 'x', 'x', ${pair}::text[], now())`.execute(database.owner.db)
      if (rolesConflict(pair)) await expect(insert).rejects.toThrow('operator_roles_conflict')
      else await insert
      await sql`delete from operator where id = 'x1'`.execute(database.owner.db)
    }
})

test('an operator does nothing about an account of their own [DESK-11]', async () => {
  clock.advance(25 * 3_600_000)
  await sql`update operator set person_id = ${shop.owner.personId} where id = 'hana'`.execute(database.owner.db)
  expect(await desk.hana.cannotPropose('adjustment', goodwill(5))).toBe('OWN_ACCOUNT')
  const proposal = await desk.mere.propose('adjustment', goodwill(5))
  expect(await desk.hana.cannotApprove(proposal.id)).toBe('OWN_ACCOUNT')
  await sql`update operator set person_id = null where id = 'hana'`.execute(database.owner.db)
})

test('who asks is the login of the session, an unknown one is refused, and the text of a call is removed with its answer', async () => {
  const asker = database.openAs('nikau_desk')
  const { rows } = await asker.pool.query<{ id: string }>(`select ask_operation('{"call": "list", "login": "desk-mere"}') as id`)
  await answer(deps, rows[0]!.id)
  const answered = await asker.pool.query<{ answer: unknown }>('select operation_answer($1) as answer', [rows[0]!.id])
  expect(answered.rows[0]!.answer).toEqual({ refused: 'NOT_AN_OPERATOR', detail: {} })
  expect((await sql`select from operator_call where call is not null`.execute(database.owner.db)).rows).toHaveLength(0)
  await expect(asker.pool.query(`insert into operator_call (login, call) values ('desk-mere', '{}')`)).rejects.toThrow('permission denied')
  await expect(asker.pool.query(`select ledger.post(null, null, null, null, null, null, null, null, null, null, null, null)`)).rejects.toThrow(
    'permission denied',
  )
})

test('a call that is answered again after a crash proposes once', async () => {
  const call = { call: 'propose', proposal: { kind: 'adjustment', content: goodwill(7), note: 'Twice', evidence: ['ticket 7'] } }
  const { rows } = await database.owner.pool.query<{ id: string }>(`insert into operator_call (login, call) values ('desk-mere', $1) returning id`, [
    JSON.stringify(call),
  ])
  await answer(deps, rows[0]!.id)
  await database.owner.pool.query('update operator_call set answered_at = null, answer = null, call = $2 where id = $1', [rows[0]!.id, JSON.stringify(call)])
  await answer(deps, rows[0]!.id)
  expect((await sql`select from operator_proposal where note = 'Twice'`.execute(db)).rows).toHaveLength(1)
})

test('the books hold after everything that operators did', async () => {
  await expect(assertLedgerInvariants(db)).resolves.toBeUndefined()
})

async function raise(kind: Parameters<typeof raiseException>[1]['kind'], ref: string, amount: bigint): Promise<string> {
  await raiseException(db, { kind, ref, money: { unit: 'nzd.main', amount }, at: clock.now() })
  const { rows } = await sql<{ id: bigint }>`select id from operator_exception where kind = ${kind} and ref = ${ref}`.execute(db)
  return String(rows[0]!.id)
}
