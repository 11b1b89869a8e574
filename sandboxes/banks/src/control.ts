import type { FastifyInstance } from 'fastify'
import { readAccountNumber, showAccountNumber } from './account-number.ts'
import { bankIds, isBankId, type Customer } from './banks.ts'
import { addBusinessDays, aucklandDay, aucklandInstant } from './calendar.ts'
import type { Consents } from './consents.ts'
import type { Batches } from './files/batches.ts'
import { statementFaultKinds, type StatementFaults } from './files/statement-faults.ts'
import { batchJson } from './files/write-results.ts'
import { controlPage } from './pages/control.ts'
import { sendPage } from './pages/html.ts'
import { faultKinds, faultPoints, type Settings } from './fault-injection.ts'
import { catchUp, type BanksDeps } from './deps.ts'

/** Values as a form or as JSON sends them. */
type Loose<T> = { [K in keyof T]?: T[K] | string }

/** The page and API that control the sandbox. They need no sign-in: run this server on a developer's machine only. */
export const controlRoutes = (app: FastifyInstance, deps: BanksDeps, consents: Consents, batches: Batches, statementFaults: StatementFaults): void => {
  const { clock, faultInjection, calls, schedule, ledger } = deps

  // A form returns to the page; other callers get JSON.
  app.addHook('onSend', async (request, reply, payload) => {
    const fromPage =
      request.method === 'POST' && request.url.startsWith('/control/') && request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')
    if (fromPage && reply.statusCode < 400) {
      reply.code(303).header('location', '/control')
      return ''
    }
    return payload
  })

  app.get('/control', (_request, reply) => {
    catchUp(deps)
    return sendPage(reply, controlPage(deps, consents, batches))
  })

  const clockNow = () => ({ now: clock.now().toISOString(), day: aucklandDay(clock.ms()), frozen: clock.frozen() })
  app.get('/control/clock', clockNow)
  app.post<{ Body: { now?: string; advance?: string | number; freeze?: boolean | string } }>('/control/clock', (request, reply) => {
    const { now, advance, freeze } = request.body ?? {}
    if (freeze !== undefined) clock.freeze(freeze === true || freeze === 'true')
    const target = now !== undefined && now !== '' ? Date.parse(now) : clock.ms() + durationOf(advance ?? 0)
    if (!Number.isFinite(target)) return reply.code(400).send({ error: 'now: an ISO date and time; advance: milliseconds, or a number with s, m, h or d' })
    clock.moveTo(target)
    return { ...clockNow(), events: catchUp(deps) }
  })
  app.get<{ Querystring: { after?: string } }>('/control/next-business-day', (request, reply) => {
    const { after = '' } = request.query
    return /^\d{4}-\d\d-\d\d$/.test(after) ? { day: addBusinessDays(after, 1) } : reply.code(400).send({ error: 'after: YYYY-MM-DD' })
  })
  /** Does what is due up to the end of the Auckland day, without moving the clock. */
  app.post('/control/end-of-day', () => ({ ...clockNow(), events: schedule.catchUp(aucklandInstant(aucklandDay(clock.ms()), '23:59') + 59_999) }))

  app.get('/control/faults', () => ({ faults: faultInjection.faults(), settings: faultInjection.settings() }))
  app.post<{ Body: { bank?: string; at?: string; kind?: string; times?: number | string | null } }>('/control/faults', (request, reply) => {
    const { bank = '*', at = '*', kind = '', times } = request.body ?? {}
    if (bank !== '*' && !isBankId(bank)) return reply.code(400).send({ error: `bank: * or ${bankIds.join(', ')}` })
    if (at !== '*' && !isOneOf(faultPoints, at)) return reply.code(400).send({ error: `at: * or ${faultPoints.join(', ')}` })
    if (!isOneOf(faultKinds, kind)) return reply.code(400).send({ error: `kind: ${faultKinds.join(', ')}` })
    return faultInjection.add({
      bank,
      at,
      kind,
      left: times === undefined || times === null || times === '' ? null : Number(times),
    })
  })
  app.post<{ Params: { id: string } }>('/control/faults/:id/remove', (request) => {
    faultInjection.remove(request.params.id)
    return { removed: request.params.id }
  })
  app.post('/control/clear', () => {
    faultInjection.clear()
    return { cleared: true }
  })
  app.post<{ Body: Loose<Settings> }>('/control/settings', (request) => {
    const changes: Partial<Settings> = {}
    for (const name of ['slowMs', 'settleMs', 'lateRejectMs', 'pendingMs'] as const) {
      const value = request.body?.[name]
      if (value !== undefined && value !== '') changes[name] = Number(value)
    }
    faultInjection.set(changes)
    return faultInjection.settings()
  })

  app.get('/control/calls', () => ({ calls: calls.list(), counters: calls.counters() }))
  app.post('/control/calls/clear', () => {
    calls.clear()
    return { cleared: true }
  })
  app.get('/control/payments', () => {
    catchUp(deps)
    return {
      payments: consents
        .allPayments()
        .map((payment) => ({ ...payment, debtor: showAccountNumber(payment.debtor), creditor: showAccountNumber(payment.creditor) })),
    }
  })
  app.get('/control/consents', () => {
    catchUp(deps)
    return { consents: consents.allConsents() }
  })
  app.get<{ Params: { number: string } }>('/control/accounts/:number', (request, reply) => {
    catchUp(deps)
    const number = readAccountNumber(request.params.number)
    const account = number === undefined ? undefined : ledger.account(number)
    if (!account) return reply.code(404).send({ error: 'no such account' })
    return { ...account, shown: showAccountNumber(account.number), balance: ledger.balance(account.number), entries: ledger.entries(account.number) }
  })
  app.post<{ Params: { number: string } }>('/control/accounts/:number/close', (request, reply) => {
    const number = readAccountNumber(request.params.number)
    if (number === undefined) return reply.code(400).send({ error: 'not an account number' })
    ledger.close(number)
    return { closed: showAccountNumber(number) }
  })

  /** A payment by somebody else: into the account, or by direct debit out of it when `cents` is negative. */
  app.post<{ Body: { account?: string; cents?: number | string; name?: string; particulars?: string; code?: string; reference?: string } }>(
    '/control/other-party',
    (request, reply) => {
      catchUp(deps)
      const { account = '', cents, name = 'A Stranger', particulars = '', code = '', reference = '' } = request.body ?? {}
      const number = readAccountNumber(account)
      const amount = Number(cents)
      if (number === undefined || !ledger.account(number) || !Number.isSafeInteger(amount) || amount === 0)
        return reply.code(400).send({ error: 'account: one at these banks; cents: not zero; optional: name, particulars, code, reference' })
      const text = { particulars, code, reference }
      const [own, other] = [
        { account: number, name: 'Nikau', ...text },
        { account: otherParty, name, ...text },
      ]
      const move = amount > 0 ? { from: other, to: own, type: 'DC' as const } : { from: own, to: other, type: 'DD' as const }
      ledger.transfer({ ...move, amount: Math.abs(amount), at: clock.ms(), source: 'other party' })
      return { account: showAccountNumber(number), cents: amount, reference }
    },
  )

  app.get('/control/files', () => {
    catchUp(deps)
    return { files: batches.all().map((batch) => ({ bank: batch.bank, ...batchJson(batch) })) }
  })
  app.get('/control/statement-faults', () => ({ statementFaults: statementFaults.all() }))
  /** Injects differences into the newest statement lines of an account, or into those of a day, one per line. */
  app.post<{ Body: { account?: string; day?: string; kind?: string; count?: number | string } }>('/control/statement-faults', (request, reply) => {
    catchUp(deps)
    const { account = '', day = '', kind = '', count = 1 } = request.body ?? {}
    const number = readAccountNumber(account)
    if (number === undefined || !isOneOf(statementFaultKinds, kind))
      return reply.code(400).send({ error: `account; kind: ${statementFaultKinds.join(', ')}; optional: day, count` })
    const faulty = new Set(statementFaults.all().map(({ transaction }) => transaction))
    const lines = ledger.entries(number).filter((entry) => (day === '' || entry.day === day) && !faulty.has(entry.id))
    return { statementFaults: lines.slice(-Number(count)).map((entry) => statementFaults.inject(kind, entry)) }
  })

  app.get('/control/customers', () => ({ customers: ledger.customers() }))
  app.post<{ Body: Customer }>('/control/customers', (request, reply) => {
    const { bank, number, name, accounts } = request.body
    if (
      !isBankId(bank) ||
      !number ||
      !name ||
      !accounts?.every((account) => readAccountNumber(account.number) !== undefined && Number.isSafeInteger(account.opening))
    ) {
      return reply.code(400).send({ error: 'bank, number, name, accounts: [{ number, name, opening }]' })
    }
    ledger.addCustomer({ bank, number, name, accounts: accounts.map((account) => ({ ...account, opening: account.opening })) })
    return { added: number }
  })
}

/** An account at another bank. */
const otherParty = readAccountNumber('01-0902-0068389-00')!

const isOneOf = <T extends string>(list: readonly T[], text: string): text is T => (list as readonly string[]).includes(text)

const units: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

const durationOf = (value: string | number): number => {
  if (typeof value === 'number') return value
  const match = /^(-?\d+)\s*(ms|s|m|h|d)?$/.exec(value.trim())
  return match ? Number(match[1]) * units[match[2] ?? 'ms']! : Number.NaN
}
