import { getStatement, listStatements } from '@nikau/contract/desk/statements'
import { cents } from '@nikau/money'
import { addDays } from '@nikau/nz/nz-time'
import type { Clock, Db } from '@nikau/runtime'
import { bindDesk, type DeskServer } from '../../http/desk/bind.ts'
import { decodeNumberKey, defaultPageSize, toPage } from '../../http/pagination.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { lastStatementDay } from '../bank-files/index.ts'
import { accountOf } from './our-account.ts'
import { isLate, presentComparison, statusOf, whyNotCompared } from './statements.ts'
import {
  countStatementLines,
  isReadingFailing,
  selectAccounts,
  selectDays,
  selectDifferences,
  selectExpectedTypes,
  selectShownTypes,
  selectStatement,
  selectStatementLines,
} from './store-statements.ts'

const daysListed = 10

/** Statements as `reconcile` has compared them. A day that it has not says why, and never agrees. */
export function deskStatementRoutes(server: DeskServer, { db, clock, test }: { db: Db; clock: Clock; test: boolean }): void {
  bindDesk(server, listStatements, async ({ query }) => {
    const now = clock.now()
    if (test) return { accounts: [], days: [], now }
    const lastDue = lastStatementDay(now)
    const until = query.until ?? lastDue
    const accounts = await selectAccounts(db)
    const compared = await selectDays(db, addDays(until, 1 - daysListed), until)
    const isFailing = await isReadingFailing(db)
    const days = Array.from({ length: daysListed }, (_, back) => addDays(until, -back)).map((day) => ({
      day,
      statements: accounts.map((account) => {
        const found = compared.find((row) => row.day === day && row.account === account.account)
        if (found) return { account: account.account, status: statusOf(found), differences: found.differences }
        const notCompared = whyNotCompared(account, day, { lastDue, isFailing })
        return { account: account.account, status: isLate(notCompared) ? ('late' as const) : ('not-compared' as const), differences: 0, notCompared }
      }),
    }))
    return { accounts: accounts.map(({ account }) => accountOf(account)), days, now }
  })

  bindDesk(server, getStatement, async ({ params: { account: id, day }, query: { only, pageKey }, note }) => {
    const now = clock.now()
    const account = test ? undefined : (await selectAccounts(db)).find((row) => row.account === id)
    if (!account) return refuse('NOT_FOUND') as Refusal<never>
    note({ detail: { account: accountOf(id).masked } })
    const about = { account: accountOf(id), day, now }
    const statement = await selectStatement(db, id, day)
    if (!statement) {
      const notCompared = whyNotCompared(account, day, { lastDue: lastStatementDay(now), isFailing: await isReadingFailing(db) })
      return { ...about, status: isLate(notCompared) ? ('late' as const) : ('not-compared' as const), notCompared, items: [], matching: 0 }
    }
    const differences = await selectDifferences(db, id, day)
    const comparison = presentComparison(statement, {
      expected: await selectExpectedTypes(db, id, day),
      shown: await selectShownTypes(db, id, day),
      differences,
    })
    const filter = { account: id, day, only }
    const lines = await selectStatementLines(db, filter, { after: Number(decodeNumberKey(pageKey) ?? 0n), limit: defaultPageSize + 1 })
    return {
      ...about,
      status: statusOf({ gap: statement.gap, differences: differences.length }),
      comparison,
      ...toPage(
        lines,
        defaultPageSize,
        (line) => ({ ...line, amount: cents(line.amount) }),
        ({ number }) => String(number),
      ),
      matching: await countStatementLines(db, filter),
    }
  })
}
