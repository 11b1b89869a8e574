import { deskEndpoints } from '@nikau/contract/desk/endpoints'
import { deskRoles } from '@nikau/contract/desk/roles'
import type { Tally } from '../harness/tally.ts'
import type { DeskEnvironment, Operator } from './environment.ts'

const reveal = (operator: Operator, accountId: string) =>
  operator.call('POST', `/api/desk/customers/${accountId}/reveal`, { group: 'contact', reason: 'in-contact', reference: '4711' })

/** DESK-69: an operator who copies customers, one call after the other and many at once. */
export async function revealTooMuch(environment: DeskEnvironment, tally: Tally): Promise<void> {
  const thief = await environment.createOperator('curious', ['support'])
  const { accountId } = await environment.createCustomer({ givenName: 'Hine', familyName: 'Waaka' })
  const answers = await Promise.all(Array.from({ length: 40 }, () => reveal(thief, accountId)))
  const shown = answers.filter(({ status }) => status === 200).length
  tally.check(shown === 20, `DESK-69 of 40 reveals at once ${shown} were answered, at most 20 in an hour`)
  tally.count('DESK-69 reveals beyond twenty in an hour', [
    ...answers.filter(({ status }) => status !== 200).map(({ body }) => body.message === 'REVEAL_LIMIT'),
    (await reveal(thief, accountId)).body.message === 'REVEAL_LIMIT',
  ])
  const told = async () => (await environment.query(`select from operator_exception where kind = 'reveal-limit' and closed_at is null`)).length
  for (let waited = 0; waited < 100 && (await told()) === 0; waited++) await new Promise((resolve) => setTimeout(resolve, 100))
  tally.check((await told()) === 1, 'DESK-69 compliance is told, once')
}

/** DESK-16, DESK-21, DESK-70: values that only one customer has, searched for in everything that the desk answers, logs and keeps. */
export async function findPersonalData(environment: DeskEnvironment, tally: Tally): Promise<void> {
  const customer = await environment.createCustomer({ givenName: 'Zephyrine', familyName: 'Quixwood' })
  const planted = [customer.familyName, customer.email, customer.phone, customer.phone.slice(3)]
  const found = (text: string) => planted.filter((value) => text.includes(value))
  const support = await environment.createOperator('helpful', ['support'])
  const { body: searched } = await support.call('GET', `/api/desk/customers?find=${encodeURIComponent(customer.familyName)}`)
  tally.check(searched.items?.[0]?.maskedName === 'Zephyrine Q.', 'DESK-66 the customer is found, masked')
  const shown = await reveal(support, customer.accountId)
  tally.check(shown.body.phone === customer.phone, 'DESK-68 the customer is shown to whoever gives a reason')

  const reads = Object.values(deskEndpoints).filter(({ method }) => method === 'GET')
  const answers: boolean[] = []
  for (const role of deskRoles) {
    const operator = await environment.createOperator(`reads.${role}`, [role])
    for (const { path } of reads) {
      const query = path === '/api/desk/customers' ? `?find=${customer.personId.slice(0, 8)}` : ''
      const { body } = await operator.call('GET', path.replaceAll(/:\w+/g, customer.accountId) + query)
      const values = found(JSON.stringify(body ?? ''))
      if (values.length > 0) console.log(`    ${role}: GET ${path} answers ${values.length} planted values`)
      answers.push(values.length === 0)
    }
  }
  tally.count('DESK-16 answers searched for a customer’s name, address and number', answers)
  const logs = environment.readLogs()
  tally.check(logs.includes('call refused') && found(logs).length === 0, 'DESK-16 the processes logged the refusals, and none of them')
  const [kept] = await environment.query<{ text: string }>(
    `select concat((select json_agg(a) from desk_audit a), (select json_agg(c) from operator_call c), (select json_agg(j) from graphile_worker.jobs j)) as text`,
  )
  tally.check(found(kept!.text).length === 0, 'DESK-21 neither the audit log nor the calls to the worker hold any of them')
  const secrets = /sealed|BEGIN [A-Z ]*PRIVATE KEY|"code":"\d{4,8}"/
  tally.check(!secrets.test(environment.readLogs()), 'DESK-70 no process logged a code or a key')
}
