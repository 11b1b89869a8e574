import {
  endCustomerSession,
  findCustomers,
  freezeCustomer,
  getCustomer,
  listCustomerLooks,
  listCustomerMovements,
  listReveals,
  noteCustomer,
  removeCustomerPasskeys,
  revealCustomer,
} from '@nikau/contract/desk/customers'
import { addDays, instantAt } from '@nikau/nz/nz-time'
import type { Clock, Db } from '@nikau/runtime'
import { bindDesk, type DeskCall, type DeskServer } from '../../http/desk/bind.ts'
import type { DeskOperator } from '../../http/desk/session.ts'
import { decodeNumberKey, defaultPageSize, toPage } from '../../http/pagination.ts'
import { Refusal, refuse } from '../../http/refusal.ts'
import { fromWorker } from '../desk-proposals/index.ts'
import { findCustomer } from './customer.ts'
import { presentFound, presentLook, presentMovement } from './present.ts'
import { revealContact, selectFound, selectIdentity, selectLooks, selectMovements, selectReveals } from './store.ts'
import { readTerm } from './term.ts'

const mostFound = 20
const shownForMs = 5 * 60_000

/** Customers are read here, masked; what operators do about them is done by the worker. */
export function deskCustomerRoutes(server: DeskServer, { db, clock, test }: { db: Db; clock: Clock; test: boolean }): void {
  const { wallClock } = server
  const askingOf = ({ secretHash }: DeskOperator) => ({ secretHash, now: wallClock.now() })
  const answer = async (operator: DeskOperator, id: string) => {
    const now = clock.now()
    const customer = await findCustomer(db, operator, id, { test, now: { wall: wallClock.now(), money: now } })
    return customer instanceof Refusal ? (customer as Refusal<never>) : { customer, now }
  }
  /** Why the operator may not see this customer. */
  const closedTo = async (operator: DeskOperator, id: string): Promise<Refusal<never> | undefined> => {
    const identity = await selectIdentity(db, askingOf(operator), id)
    if (!identity) return refuse('NOT_FOUND') as Refusal<never>
    return identity.personId === operator.personId ? (refuse('OWN_ACCOUNT') as Refusal<never>) : undefined
  }
  type Acting = Pick<DeskCall<typeof noteCustomer>, 'operator' | 'ask'> & { params: { id: string }; body: { key: string; note: string } }
  const act = async ({ operator, params, body, ask }: Acting, kind: string, content: object) => {
    const proposal = { kind, content: { accountId: params.id, ...content }, note: body.note, evidence: [] }
    const done = fromWorker(await ask({ call: 'propose', proposal }, body.key))
    return done instanceof Refusal ? done : await answer(operator, params.id)
  }

  bindDesk(server, findCustomers, async ({ operator, query, note }) => {
    const term = readTerm(query.find)
    // The kind of the term, never the term: it may be somebody's number or name (DESK-66).
    note({ detail: { by: term?.by ?? 'name' } })
    if (!term) return refuse('TOO_BROAD')
    const found = await selectFound(db, askingOf(operator), term)
    return found.length > mostFound ? refuse('TOO_BROAD') : { items: found.map(presentFound), by: term.by }
  })

  bindDesk(server, getCustomer, async ({ operator, params }) => await answer(operator, params.id))

  bindDesk(server, listCustomerMovements, async ({ operator, params, query }) => {
    const closed = await closedTo(operator, params.id)
    if (closed) return closed
    const rows = await selectMovements(db, params.id, { test, before: decodeNumberKey(query.pageKey), limit: defaultPageSize + 1 })
    return toPage(rows, defaultPageSize, presentMovement, (last) => String(last.posting))
  })

  bindDesk(server, revealCustomer, async ({ operator, params, body, recorded }) => {
    const asking = askingOf(operator)
    const endpoint = `${revealCustomer.method} ${revealCustomer.path}`
    const shown = await revealContact(db, asking, { accountId: params.id, endpoint, reason: body.reason, reference: body.reference })
    if (shown === null) return refuse('UNAUTHORIZED') as Refusal<never>
    if ('refused' in shown) return refuse(shown.refused) as Refusal<never>
    recorded()
    return { ...shown, until: new Date(asking.now.getTime() + shownForMs) }
  })

  bindDesk(server, listCustomerLooks, async ({ operator, params, query }) => {
    const closed = await closedTo(operator, params.id)
    if (closed) return closed
    const rows = await selectLooks(db, params.id, { before: decodeNumberKey(query.pageKey), limit: defaultPageSize + 1 })
    return toPage(rows, defaultPageSize, presentLook, (last) => String(last.number))
  })

  bindDesk(server, listReveals, async ({ query: { day } }) => {
    const rows = await selectReveals(db, { from: instantAt(day, 0), until: instantAt(addDays(day, 1), 0) })
    const items = rows.map(({ operator: id, name, ...row }) => ({ ...row, by: { id, name: name ?? id }, group: 'contact' as const }))
    return { items, now: clock.now() }
  })

  bindDesk(server, freezeCustomer, async (call) => await act(call, 'freeze-account', { scope: call.body.scope, reason: call.body.reason }))

  bindDesk(server, endCustomerSession, async (call) => await act(call, 'end-sessions', { session: call.params.sid }))

  bindDesk(server, removeCustomerPasskeys, async (call) => await act(call, 'remove-passkeys', {}))

  bindDesk(server, noteCustomer, async (call) => await act(call, 'note-account', {}))
}
