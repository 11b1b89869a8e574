import { createLogins } from '@nikau/local-postgres/logins'
import pg from 'pg'
import { pause } from '../harness/wait.ts'
import type { OperationsEnvironment } from './environment.ts'

/** The operators and what each may do. Each has a login of their own at the database. */
const staff = {
  pita: ['operations'],
  mere: ['finance'],
  hana: ['finance'],
  aroha: ['finance-lead'],
  kiri: ['compliance'],
  rangi: ['risk'],
  tama: ['support'],
} as const
export type OperatorName = keyof typeof staff

export interface OpenException {
  id: string
  kind: string
  ref: string
  amount: string | null
  refs: Record<string, string>
  openedAt: Date
}

export interface Proposal {
  id: string
  state: string
  needs: string[][]
}

type Answer = { ok: Proposal } | { refused: string; detail: Record<string, unknown> }

/** Everything that operators have asked for, so that the trial can say what resolved what. */
export type Desk = Awaited<ReturnType<typeof openDesk>>

export async function openDesk(environment: OperationsEnvironment) {
  await createLogins(environment.url, Object.keys(staff), 'nikau_desk')
  const clients = new Map<OperatorName, pg.Client>()
  for (const [name, roles] of Object.entries(staff) as [OperatorName, readonly string[]][]) {
    await environment.query(`insert into operator (id, name, login, roles, created_at) values ($1, $1, $1, $2, now())`, [name, roles])
    const client = new pg.Client({ connectionString: environment.urlAs(name) })
    await client.connect()
    clients.set(name, client)
  }
  const counts = new Map<string, number>()

  async function ask(name: OperatorName, call: object): Promise<Answer> {
    const client = clients.get(name)!
    const asked = await client.query<{ id: string }>('select ask_operation($1) as id', [JSON.stringify(call)])
    for (let waited = 0; waited < 60_000; waited += 15) {
      await pause(15)
      const { rows } = await client.query<{ answer: Answer | null }>('select operation_answer($1) as answer', [asked.rows[0]!.id])
      if (rows[0]!.answer) return rows[0]!.answer
    }
    throw new Error(`no answer to ${JSON.stringify(call)}`)
  }

  /** The first of the staff with one of the roles who has had no part in it. */
  async function agree(proposal: Proposal, by: OperatorName): Promise<Answer> {
    let answer: Answer = { ok: proposal }
    const involved = new Set<OperatorName>([by])
    while ('ok' in answer && answer.ok.needs.length > 0) {
      const wanted: readonly string[] = answer.ok.needs[0]!
      const approver = (Object.keys(staff) as OperatorName[]).find((name) => !involved.has(name) && staff[name].some((role) => wanted.includes(role)))
      if (!approver) throw new Error(`nobody can approve ${JSON.stringify(answer.ok)}`)
      involved.add(approver)
      answer = await ask(approver, { call: 'approve', id: proposal.id })
    }
    return answer
  }

  return {
    counts,
    /** Proposes an act and has it approved by whoever is needed. Returns the code of a refusal. */
    async act(by: OperatorName, kind: string, content: object, more: { exceptionId?: string; note?: string } = {}): Promise<string | undefined> {
      const proposal = {
        kind,
        content,
        note: more.note ?? `Trial: ${kind}`,
        evidence: ['call to the bank'],
        ...(more.exceptionId && { exceptionId: more.exceptionId }),
      }
      const proposed = await ask(by, { call: 'propose', proposal })
      const done = 'ok' in proposed ? await agree(proposed.ok, by) : proposed
      if (!('ok' in done)) return `${done.refused} ${JSON.stringify(done.detail)}`
      counts.set(kind, (counts.get(kind) ?? 0) + 1)
      return undefined
    },
    async close() {
      for (const client of clients.values()) await client.end()
    },
  }
}
