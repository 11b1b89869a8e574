import { randomUUID } from 'node:crypto'
import type { Tally } from '../harness/tally.ts'
import type { DeskEnvironment, Operator } from './environment.ts'

const adjust = (operator: Operator, content: object) =>
  operator.call('POST', '/api/desk/proposals', {
    kind: 'adjustment',
    content: { amount: '2000', words: 'goodwill', ...content },
    note: 'Complaint 4711',
    evidence: ['ticket 4711'],
    key: randomUUID(),
  })
const approve = (operator: Operator, id: string) => operator.call('POST', `/api/desk/proposals/${id}/approve`)
const balanceOf = async ({ query }: DeskEnvironment, walletId: string) =>
  BigInt((await query<{ balance: string }>('select balance::text from ledger.account where id = $1', [`asset:${walletId}`]))[0]?.balance ?? '0')

/** DESK-25: whoever proposed cannot approve, in another session, with their login at the database, or as another operator of the same person. */
export async function approveOwn(environment: DeskEnvironment, tally: Tally): Promise<void> {
  const proposer = await environment.createOperator('mere', ['finance', 'finance-lead'])
  const { walletId } = await environment.createCustomer({ givenName: 'Ana', familyName: 'Paki' })
  const proposed = await adjust(proposer, { debit: 'own:nzd.main', credit: `asset:${walletId}` })
  if (proposed.body.state !== 'waiting') throw new Error(JSON.stringify(proposed.body))
  const { id } = proposed.body
  const here = await approve(proposer, id)
  const second = await environment.openSession(proposer.personId)
  const elsewhere = await environment.desk.call('POST', `/api/desk/proposals/${id}/approve`, second.headers, {})
  const byLogin = await environment.askByLogin(proposer, { call: 'approve', id })
  tally.count('DESK-25 approvals by whoever proposed: in the same session, in another, by their login at the database', [
    here.body.message === 'SAME_PERSON',
    elsewhere.body.message === 'SAME_PERSON',
    byLogin.refused === 'SAME_PERSON',
  ])

  // Another operator for the same person: by a proposal, and by an administrator of the database who writes the row.
  const admin = await environment.createOperator('root', ['admin'])
  const alias = { operator: 'mere.too', name: 'Mere', login: 'login-mere-too', roles: ['finance'], personId: proposer.personId }
  const access = await admin.call('POST', '/api/desk/proposals', { kind: 'access', content: alias, note: 'A second sign-in', key: randomUUID() })
  const written = await environment
    .query(`insert into operator (id, name, login, person_id, roles, created_at) values ('mere.too', 'Mere', 'login-mere-too', $1, '{finance}', now())`, [
      proposer.personId,
    ])
    .then(
      () => 'written',
      (error: Error) => error.message,
    )
  tally.count('DESK-25 second operators for one person', [
    access.body.message === 'NOT_POSSIBLE' && access.body.reason === 'PERSON_TAKEN',
    /unique/.test(written),
  ])
  const row = environment.query(
    `insert into operator_approval (proposal_id, operator, at) values ($1, 'mere', now())`, [id]).then(() => 'written', (error: Error) => error.message) // prettier-ignore
  tally.count('DESK-25 an approval of one’s own, written past the worker', [(await row) !== 'written'])
  tally.check((await balanceOf(environment, walletId)) === 0n, 'nothing was posted')
}

/** DESK-26: facts that changed after the proposal. */
export async function approveStale(environment: DeskEnvironment, tally: Tally): Promise<void> {
  const pita = await environment.createOperator('pita', ['finance'])
  const hana = await environment.createOperator('hana', ['finance-lead'])
  const { walletId } = await environment.createCustomer({ givenName: 'Sione', familyName: 'Moala' })
  const wallet = `asset:${walletId}`
  const credit = await adjust(pita, { debit: 'own:nzd.main', credit: wallet })
  if ((await approve(hana, credit.body.id)).body.state !== 'approved') throw new Error('the wallet was not credited')
  const first = await adjust(pita, { debit: wallet, credit: 'own:nzd.main', amount: '1500' })
  const other = await adjust(pita, { debit: wallet, credit: 'own:nzd.main', amount: '100' })
  const done = await approve(hana, other.body.id)
  const stale = await approve(hana, first.body.id)
  tally.check(done.body.state === 'approved', 'the other adjustment is posted')
  tally.count('DESK-26 approvals after the balance changed', [stale.body.message === 'STALE_PROPOSAL'])
  tally.check((await balanceOf(environment, walletId)) === 1900n, 'the wallet has what was posted, and no more')
}

/** DESK-24: two people approve at once, again and again. */
export async function approveOnce(environment: DeskEnvironment, tally: Tally): Promise<void> {
  const proposer = await environment.createOperator('rangi', ['finance'])
  const approvers = [await environment.createOperator('tui', ['finance']), await environment.createOperator('kea', ['finance-lead'])]
  const { walletId } = await environment.createCustomer({ givenName: 'Tane', familyName: 'Rewi' })
  const { body } = await adjust(proposer, { debit: 'own:nzd.main', credit: `asset:${walletId}`, amount: '700' })
  await Promise.all(Array.from({ length: 12 }, (_, n) => approve(approvers[n % 2]!, body.id)))
  tally.check((await balanceOf(environment, walletId)) === 700n, 'DESK-24 twelve approvals at once post one adjustment')
}
