import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DeskEndpoint } from '@nikau/contract/desk/endpoint'
import { deskEndpoints } from '@nikau/contract/desk/endpoints'
import { deskRoles } from '@nikau/contract/desk/roles'
import { createPerson } from '@nikau/testing/fixtures'
import { root } from '../harness/processes.ts'
import type { Tally } from '../harness/tally.ts'
import type { DeskEnvironment } from './environment.ts'

const all = Object.values(deskEndpoints)
const pathOf = ({ path }: DeskEndpoint) => path.replaceAll(/:(\w+)/g, () => randomUUID())

/** DESK-02, DESK-09: every screen's calls by every role that its list does not have. */
export async function callOutsideRole(environment: DeskEnvironment, tally: Tally): Promise<void> {
  for (const role of deskRoles) {
    const operator = await environment.createOperator(`only.${role}`, [role])
    const answers: boolean[] = []
    for (const endpoint of all.filter(({ roles }) => !roles.includes(role))) {
      const { status, body } = await operator.call(endpoint.method, pathOf(endpoint))
      const refused = status === 403 && body.message === 'OUTSIDE_ROLE'
      if (!refused) console.log(`    ${role}: ${endpoint.method} ${endpoint.path}: ${status} ${JSON.stringify(body)}`)
      answers.push(refused)
    }
    tally.count(`DESK-09 calls outside the role ${role}`, answers)
  }
}

/** From the page of acts, which a test compares with the rules. */
function readActs(): { kind: string; proposers: string[] }[] {
  const page = readFileSync(join(root, 'docs/operations/operating.md'), 'utf8')
  return [...page.matchAll(/^\| `([a-z-]+)` \| ([a-z, -]+) \|/gm)].map(([, kind, proposers]) => ({ kind: kind!, proposers: proposers!.split(', ') }))
}

/** DESK-23: every act by every role that may not propose it, at the desk. */
export async function proposeOutsideRole(environment: DeskEnvironment, tally: Tally): Promise<void> {
  const acts = readActs()
  tally.check(acts.length >= 40, `the page of acts has ${acts.length}`)
  const answers: boolean[] = []
  for (const role of deskRoles) {
    const operator = await environment.createOperator(`acts.${role}`, [role])
    for (const { kind } of acts.filter(({ proposers }) => !proposers.includes(role))) {
      const body = { kind, content: {}, note: 'Tried by somebody who may not', evidence: ['none'], key: randomUUID() }
      const { status, body: answer } = await operator.call('POST', '/api/desk/proposals', body)
      const refused = status === 403 && answer.message === 'OUTSIDE_ROLE'
      if (!refused) console.log(`    ${role}: ${kind}: ${status} ${JSON.stringify(answer)}`)
      answers.push(refused)
    }
  }
  tally.count('DESK-09 acts proposed outside a role', answers)
}

/** DESK-01, DESK-02, DESK-03: without a session, with a customer's, with one that ended, and from the listener of customers. */
export async function callWithoutSession(environment: DeskEnvironment, tally: Tally): Promise<void> {
  const customer = await createPerson(environment.database)
  const stranger = await environment.openSession(customer.personId)
  tally.check(stranger.refusal === 'NOT_AN_OPERATOR', 'DESK-03 a customer with a passkey of the desk’s client gets no session')
  const headers: Record<string, string>[] = [
    {},
    { cookie: '__Secure-nikau-desk=made-up', 'x-nikau-desk': '1' },
    { ...stranger.headers },
    { authorization: customer.headers.authorization, 'x-nikau-desk': '1' },
  ]
  const answers: boolean[] = []
  for (const endpoint of all)
    for (const sent of headers)
      answers.push((await environment.desk.call(endpoint.method, pathOf(endpoint), sent, endpoint.method === 'GET' ? undefined : {})).status === 401)
  tally.count('DESK-02 calls without an operator’s session', answers)

  const mere = await environment.createOperator('leaving', ['finance'])
  tally.check((await mere.call('GET', '/api/desk/overview')).status === 200, 'DESK-06 an operator reads the overview')
  await environment.query(`update operator set roles = '{}' where id = 'leaving'`)
  tally.count('DESK-06 calls after the last role was taken', [(await mere.call('GET', '/api/desk/overview')).status === 401])

  const outside: boolean[] = []
  for (const endpoint of all) {
    const { status } = await environment.api
      .call(endpoint.method, pathOf(endpoint), { authorization: `Bearer ${mere.token}` }, endpoint.method === 'GET' ? undefined : {})
      .catch(() => ({ status: 404 }))
    outside.push(status === 404 || status === 401)
  }
  tally.count('DESK-01 calls of the desk at the listener of customers', outside)
}
