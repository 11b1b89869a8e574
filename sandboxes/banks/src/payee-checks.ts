import type { FastifyInstance } from 'fastify'
import { readAccountNumber } from './account-number.ts'
import { isSameSecret } from './files/routes.ts'
import { catchUp, type BanksDeps } from './deps.ts'

type Result = 'match' | 'partial' | 'no-match' | 'unknown-account' | 'unavailable'

/**
 * Confirmation of payee: one service for all banks that compares a name with the holder of an account, and never tells the holder's
 * name. Accounts at other banks cannot be checked; an account at a branch of these banks that nobody holds does not exist.
 */
export const payeeCheckRoutes = (app: FastifyInstance, deps: BanksDeps): void => {
  const { ledger, config } = deps
  const branchOf = (number: string) => number.slice(0, 6)

  const check = (written: string, name: string): Result => {
    const number = readAccountNumber(written)
    const account = number === undefined ? undefined : ledger.account(number)
    const holder = account?.bank && account.customer ? ledger.customer(account.bank, account.customer) : undefined
    if (holder) return compareNames(name, holder.name)
    const branches = ledger.customers().flatMap(({ accounts }) => accounts.map((own) => branchOf(readAccountNumber(own.number) ?? '')))
    return number !== undefined && account === undefined && branches.includes(branchOf(number)) ? 'unknown-account' : 'unavailable'
  }

  app.post<{ Body: { account?: unknown; name?: unknown } }>('/payee-checks', (request, reply) => {
    catchUp(deps)
    const secret = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
    if (!isSameSecret(secret, config.filesSecret)) return reply.code(401).send({ error: 'UNAUTHORISED' })
    const { account, name } = request.body ?? {}
    if (typeof account !== 'string' || typeof name !== 'string') return reply.code(400).send({ error: 'NOT_UNDERSTOOD' })
    return reply.send({ result: check(account, name) })
  })
}

const wordsOf = (name: string): string[] =>
  name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/\blimited\b/g, 'ltd')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')

/** Partial: every word of the shorter name is in the longer one, whatever the form of the company. */
const compareNames = (given: string, held: string): Result => {
  const [one, other] = [wordsOf(given), wordsOf(held)]
  if (one.join(' ') === other.join(' ')) return 'match'
  const [shorter, longer] = [one, other].map((words) => words.filter((word) => word !== 'ltd')).sort((a, b) => a.length - b.length) as [string[], string[]]
  return shorter.length > 0 && shorter.every((word) => longer.includes(word)) ? 'partial' : 'no-match'
}
