import { createLedger } from '@nikau/ledger'
import { type Clock, randomIds, Secret, systemClock } from '@nikau/runtime'
import { silent, type TestDatabase } from '@nikau/testing'
import { noFees, testVault } from '../../fixtures.ts'
import { createBankPort } from '../funds-transfers/index.ts'
import type { OperationsDeps } from './act.ts'
import { answer } from './calls.ts'
import type { PresentedProposal } from './present.ts'
import type { Role } from './rules.ts'
import type { Answer } from './store-calls.ts'
import { saveOperator } from './store.ts'

/** What a test cares about; the rest is as the worker has it, without banks. */
type GivenDeps = Pick<OperationsDeps, 'db' | 'ledger' | 'clock'> & Partial<OperationsDeps>

export function operationsDeps(given: GivenDeps): OperationsDeps {
  const vault = given.vault ?? testVault()
  const bankFiles = given.bankFiles ?? { ids: randomIds, vault, transfers: createBankPort({ ledger: given.ledger, vault }), connections: [] }
  return { ids: randomIds, fees: noFees, externalMethods: [], ...given, bankFiles, vault }
}

/** Operators with a login of their own each, who ask as they do from the command line; the worker's answer comes at once. */
export async function createOperators<Name extends string>(
  database: TestDatabase,
  given: GivenDeps,
  staff: Readonly<Record<Name, readonly Role[]>>,
): Promise<Record<Name, ReturnType<typeof operatorOf>>> {
  const deps = operationsDeps(given)
  const created: [string, ReturnType<typeof operatorOf>][] = []
  for (const [name, roles] of Object.entries<readonly Role[]>(staff)) {
    await database.owner.db
      .transaction()
      .execute((tx) => saveOperator(tx, { id: name, name, login: `desk-${name}`, roles, personId: null, at: deps.clock.now() }))
    created.push([name, operatorOf(database, deps, `desk-${name}`)])
  }
  return Object.fromEntries(created) as Record<Name, ReturnType<typeof operatorOf>>
}

/** What `ask_operation` writes under the login of an operator. That it takes the login of the session is shown in its own test. */
function operatorOf({ owner, pool }: TestDatabase, deps: OperationsDeps, login: string) {
  const ask = async (call: object): Promise<Answer> => {
    const { rows } = await owner.pool.query<{ id: string }>('insert into operator_call (login, call) values ($1, $2) returning id', [
      login,
      JSON.stringify(call),
    ])
    await answer(deps, rows[0]!.id)
    const answered = await pool.query<{ answer: Answer }>('select answer from operator_call where id = $1', [rows[0]!.id])
    return answered.rows[0]!.answer
  }
  const given = async (call: object): Promise<PresentedProposal> => {
    const answered = await ask(call)
    if (!('ok' in answered)) throw new Error(`refused: ${JSON.stringify(answered)}`)
    return answered.ok as PresentedProposal
  }
  const refused = async (call: object): Promise<string> => {
    const answered = await ask(call)
    return 'ok' in answered ? 'not refused' : answered.refused
  }
  const proposal = (kind: string, content: object, more: object = {}) => ({
    call: 'propose',
    proposal: { kind, content, note: 'As agreed with the customer', evidence: ['ticket 4711'], ...more },
  })
  return {
    ask,
    propose: (kind: string, content: object = {}, more: object = {}) => given(proposal(kind, content, more)),
    cannotPropose: (kind: string, content: object = {}, more: object = {}) => refused(proposal(kind, content, more)),
    approve: (id: string) => given({ call: 'approve', id }),
    cannotApprove: (id: string) => refused({ call: 'approve', id }),
    decline: (id: string, note = 'Not agreed') => given({ call: 'decline', id, note }),
  }
}

/** Answers calls as the worker does, until it is stopped. */
export function startAnswering(database: TestDatabase, clock: Clock = systemClock, given: Partial<OperationsDeps> = {}): () => Promise<void> {
  const ledger = createLedger({ url: new Secret(database.url), name: 'test', log: silent, ...(clock !== systemClock && { clock }) })
  const deps = operationsDeps({ db: database.db, ledger, clock, ...given })
  const answerAll = async () => {
    const { rows } = await database.owner.pool.query<{ id: string }>('select id from operator_call where answered_at is null')
    for (const { id } of rows) await answer(deps, id)
  }
  let running = Promise.resolve()
  const timer = setInterval(() => {
    running = running.then(answerAll)
  }, 50)
  return async () => {
    clearInterval(timer)
    await running
    await ledger.close()
  }
}
