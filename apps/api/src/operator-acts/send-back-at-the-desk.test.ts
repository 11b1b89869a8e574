import { randomUUID } from 'node:crypto'
import { assertLedgerInvariants } from '@nikau/ledger'
import { testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { runningDesk } from '../http/desk/fixtures.ts'
import { startPayByBank } from '../modules/pay-by-bank/fixtures.ts'

// Money that has to go back to a bank payer, from the queue of the desk to the order for the bank.

const database = await testDatabase()
const harness = await startPayByBank(database, { live: true })
const desk = await runningDesk(database)
const pita = await desk.operator('pita', ['operations'])
const mere = await desk.operator('mere', ['finance'])
const one = async <T>(query: ReturnType<typeof sql<T>>) => (await query.execute(database.owner.db)).rows[0]!

test('money goes back to its payer through the desk: proposed, agreed on, on its way, and closed in the same transaction [DESK-45] [DESK-46] [DESK-48] [DESK-49]', async () => {
  const paid = await harness.completePayment(15_430)
  await vi.waitFor(
    async () => expect(await one(sql`select bank_status as status from pay_by_bank_payment where id = ${paid.id}`)).toEqual({ status: 'completed' }),
    30_000,
  )
  // The bank does not name the payer's account.
  await sql`update pay_by_bank_payment set next_attempt_at = null, bank_payment_id = 'gone' where id = ${paid.id}`.execute(database.owner.db)
  const value = { amount: '15430', currency: 'NZD' }
  await harness.api.post(`/api/payment-requests/${paid.requestId}/refund`, { value, externalRef: 'r1' }, harness.shop.till)
  const returnId = await vi.waitFor(async () => {
    await harness.sendReturns()
    const { id, state } = await one(sql<{ id: string; state: string }>`select id, state from bank_return where bank_payment_id = ${paid.id}`)
    expect(state).toBe('operator')
    return id
  }, 30_000)

  const { items, totals } = (await pita.get('/api/desk/exceptions?kind=bank-refund-due')).body
  expect(items).toMatchObject([{ kind: 'bank-refund-due', amount: '15430', standing: { kind: 'closes-by-payment' } }])
  expect(items[0].subject).toMatch(/^request \S+, BNZ$/)
  expect(totals.open).toEqual({ count: 1, sum: '15430' })
  const { id } = items[0]
  const { exception } = (await pita.get(`/api/desk/exceptions/${id}`)).body
  expect(exception.evidence.sources.map(({ source }: { source: string }) => source)).toEqual(['our-record', 'our-payment', 'bank-answer'])
  expect(exception.affects).toBe('payer')
  expect(exception.related).toContainEqual({ kind: 'payment-request', id: paid.requestId })
  const sendBack = exception.acts.find(({ act }: { act: string }) => act === 'send-back')
  expect(sendBack).toMatchObject({
    may: true,
    money: 'out',
    needs: [['finance', 'finance-lead']],
    needsEvidence: true,
    fields: [
      { name: 'returnId', input: 'fixed', value: returnId },
      { name: 'payee', input: 'payee' },
    ],
  })

  const proposal = { kind: 'send-back', exceptionId: id, content: { returnId }, note: 'BNZ named the account, case 4718', evidence: ['BNZ case 4718'] }
  const payee = { name: 'Business current', number: '02-0500-0214005-00' }
  expect((await pita.post('/api/desk/proposals/preview', proposal)).body).toMatchObject({ message: 'PAYEE_UNKNOWN' })
  const named = { ...proposal, content: { returnId, payee } }
  const preview = (await pita.post('/api/desk/proposals/preview', named)).body
  expect(preview).toMatchObject({
    needs: [['finance', 'finance-lead']],
    movements: [{ debit: { account: 'surplus:nzd.main', before: '15430', after: '0' }, credit: { account: 'payouts:nzd.main' }, amount: '15430' }],
  })
  expect(await harness.balance('surplus:nzd.main')).toBe(15_430n)
  const made = (await pita.post('/api/desk/proposals', { ...named, key: randomUUID() })).body
  expect(made).toMatchObject({ state: 'waiting', amount: '15430' })
  expect(JSON.stringify(made)).not.toContain('0214005')
  expect((await pita.get('/api/desk/exceptions')).body.items[0].standing).toMatchObject({ kind: 'second-person', act: 'send-back', proposalId: made.id })
  expect((await pita.post(`/api/desk/proposals/${made.id}/approve`)).body.message).toBe('OUTSIDE_ROLE')
  expect((await mere.post(`/api/desk/proposals/${made.id}/approve`)).body).toMatchObject({ state: 'approved' })

  expect(await harness.balance('surplus:nzd.main')).toBe(0n)
  // The order for the next file, the end of the wait and the end of the exception are one transaction.
  const together = await one(
    sql`select o.status, r.state, x.closed_at is not null as closed, o.xmin = x.xmin and o.xmin = r.xmin as together
          from outgoing_payment o, bank_return r, operator_exception x where o.id = ${made.id} and r.id = ${returnId} and x.id = ${id}`,
  )
  expect(together).toEqual({ status: 'waiting', state: 'sent', closed: true, together: true })
  const done = (await mere.get(`/api/desk/exceptions/${id}`)).body.exception
  expect(done.history.map(({ event, by }: { event: string; by?: { id: string } }) => [event, by?.id])).toEqual([
    ['raised', undefined],
    ['proposed', 'pita'],
    ['approved', 'mere'],
    ['closed', 'pita'],
  ])
  expect(done.acts.map(({ act }: { act: string }) => act)).toEqual(['note-exception'])
  await assertLedgerInvariants(database.db)
})
