import type { FastifyInstance } from 'fastify'
import type { Calls } from './calls.ts'
import type { CardStatus } from './cards.ts'
import type { Company } from './company.ts'
import { html, sendPage } from './pages/html.ts'
import { controlPage, statementPage } from './pages/control.ts'
import { mark, styleSheet } from './pages/style.ts'
import { faultKinds, faultPoints, settlementFaults } from './faults.ts'
import type { FaultInjection } from './fault-injection.ts'

/** The page and API that control the sandbox. They need no sign-in: run this server on a developer's machine only. */
export const controlRoutes = (app: FastifyInstance, deps: { company: Company; faultInjection: FaultInjection; calls: Calls }): void => {
  const { company, faultInjection, calls } = deps

  // A form returns to the page; other callers get JSON.
  app.addHook('onSend', async (request, reply, payload) => {
    const fromPage =
      request.method === 'POST' && request.url.startsWith('/control') && request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')
    if (!fromPage || reply.statusCode >= 400) return payload
    reply.code(303).header('location', '/control')
    return ''
  })

  app.get('/style.css', (_request, reply) => reply.type('text/css').send(styleSheet))
  app.get('/mark.svg', (_request, reply) => reply.type('image/svg+xml').send(mark))
  app.get('/control', (_request, reply) => sendPage(reply, controlPage(deps)))
  app.get<{ Params: { id: string } }>('/control/accounts/:id', (request, reply) => {
    const account = company.accounts().find(({ id }) => id === request.params.id)
    return account ? sendPage(reply, statementPage(company, account)) : sendPage(reply.code(404), html`<p>There is no such account.</p>`)
  })

  app.get('/control/cards', () => ({ cards: company.cards().map((card) => ({ ...card, availableCents: company.available(card.account) })) }))
  app.get('/control/charges', () => ({ charges: company.charges().map((charge) => ({ ...charge, refundedCents: company.refundedOf(charge.key) })) }))
  app.get('/control/refunds', () => ({ refunds: company.refunds() }))
  app.get('/control/settlements', () => ({ settlements: company.settlements() }))
  /** Closes a day. */
  app.post<{ Body: { day?: string; payDay?: string; fault?: string; keys?: string[] } }>('/control/settlements', (request, reply) => {
    const { day = '', payDay = day, fault, keys } = request.body ?? {}
    if (![day, payDay].every((text) => /^\d{4}-\d{2}-\d{2}$/.test(text)) || (fault !== undefined && !isOneOf(settlementFaults, fault)))
      return reply.code(400).send({ error: `day, payDay: YYYY-MM-DD; fault: ${settlementFaults.join(', ')}` })
    return company.settleDay(day, payDay, { fault, keys })
  })
  app.post<{ Params: { reference: string } }>('/control/settlements/:reference/correct', (request, reply) => {
    const settlement = company.settlement(request.params.reference)
    if (!settlement) return reply.code(404).send({ error: 'no such settlement' })
    company.correctSettlement(settlement)
    return company.settlement(settlement.reference)
  })
  /** Pays a settlement at the sandbox bank, in full or another sum. */
  app.post<{ Params: { reference: string }; Body: { banks?: string; account?: string; cents?: number } }>(
    '/control/settlements/:reference/pay',
    async (request, reply) => {
      const settlement = company.settlement(request.params.reference)
      const { banks, account, cents = settlement?.netCents } = request.body ?? {}
      if (!settlement || banks === undefined || account === undefined)
        return await reply.code(400).send({ error: 'banks: origin of the sandbox banks; account: that is paid; cents' })
      const line = { account, cents, name: 'Farm Supplies Co', particulars: 'CARDS', code: 'SETTLEMENT', reference: settlement.reference }
      const answer = await fetch(`${banks}/control/other-party`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(line),
      })
      return await reply.code(answer.status).send(await answer.json())
    },
  )
  app.get('/control/calls', () => ({ calls: calls.list() }))

  /** Adds a card with an account of its own. */
  app.post<{ Body: { number?: string; barcode?: string; cvc?: string; limitCents?: number; mobile?: string; email?: string; trusted?: boolean } }>(
    '/control/cards',
    (request, reply) => {
      const { number = '', barcode, cvc = '123', limitCents = 100_000, mobile, email, trusted } = request.body ?? {}
      if (!/^\d{16}$/.test(number) || !/^\d{3}$/.test(cvc) || !/^\d{9}$/.test(barcode ?? '000000000'))
        return reply.code(400).send({ error: 'number: 16 digits; barcode: 9 digits; cvc: 3 digits' })
      const account = { id: `5${number.slice(-9)}`, name: `Account ${number.slice(-4)}`, limitCents, owedCents: 0 }
      const contact = { name: account.name, mobile: mobile ?? null, email: email ?? null }
      const card = { token: `fct_${number.slice(-10)}`, number, expiry: '12/30', cvc, account: account.id, status: 'active' as const, contact }
      company.addCard({ ...card, ...(barcode !== undefined && { barcode }), trusted: trusted ?? false }, account)
      return { added: card.token }
    },
  )
  app.post<{ Params: { token: string }; Body: { status?: string } }>('/control/cards/:token/status', (request, reply) => {
    const card = company.cardOf(request.params.token)
    const status = request.body?.status ?? ''
    if (!card || !['active', 'inactive', 'expired'].includes(status)) return reply.code(400).send({ error: 'status: active, inactive or expired' })
    company.setStatus(card, status as CardStatus)
    return { card: card.token, status }
  })

  app.get('/control/faults', () => ({ faults: company.faults(), slowMs: faultInjection.slowMs() }))
  app.post<{ Body: { at?: string; kind?: string; times?: number | string | null } }>('/control/faults', (request, reply) => {
    const { at = '*', kind = '', times } = request.body ?? {}
    if (at !== '*' && !isOneOf(faultPoints, at)) return reply.code(400).send({ error: `at: * or ${faultPoints.join(', ')}` })
    if (!isOneOf(faultKinds, kind)) return reply.code(400).send({ error: `kind: ${faultKinds.join(', ')}` })
    return faultInjection.add({ at, kind, left: times === undefined || times === null || times === '' ? null : Number(times) })
  })
  app.post<{ Params: { id: string } }>('/control/faults/:id/remove', (request) => {
    company.removeFault(request.params.id)
    return { removed: request.params.id }
  })
  app.post('/control/clear', () => {
    faultInjection.clear()
    return { cleared: true }
  })
  app.post<{ Body: { slowMs?: number | string } }>('/control/settings', (request) => {
    faultInjection.setSlowMs(Number(request.body?.slowMs ?? faultInjection.slowMs()))
    return { slowMs: faultInjection.slowMs() }
  })
}

const isOneOf = <T extends string>(list: readonly T[], text: string): text is T => (list as readonly string[]).includes(text)
