import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Db } from '@nikau/runtime'
import { sql } from 'kysely'

// Compares the tables in docs/money with the postings that use cases make. A page is a list of steps; both a page and a
// recording of its use cases become lines of the same form, so that a difference reads like a difference of the page.

const folder = join(import.meta.dirname, '../../../docs/money')

interface PostingRow {
  id: bigint
  kind: string
  op: string[]
  debit: string[]
  credit: string[]
  amount: string[]
  unit: string[]
}

/** Every page of docs/money that shows postings. */
export const moneyPages = (): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.md') && file !== 'README.md')
    .map((file) => file.replace('.md', ''))
    .toSorted()

/** The chart of accounts in docs/money/README.md, each row with a pattern of the ids that it stands for. */
export function chartOfAccounts(): { id: string; kind: string; pattern: RegExp }[] {
  return readPage('README')
    .split('\n')
    .map(cellsOf)
    .filter(([id]) => id !== undefined && /^[a-z][a-z-]*(:|$)/.test(id))
    .map(([id = '', kind = '']) => ({ id, kind, pattern: new RegExp(`^${id.replaceAll(/<[\w-]+>/g, '[^:]+')}$`) }))
}

/** The accounts in the tables of a page. */
export const accountsOfPage = (name: string): string[] =>
  linesOfPage(name)
    .filter((line) => line.startsWith('|'))
    .flatMap((line) => {
      const cells = cellsOf(line)
      return cells.length === 4 ? cells.slice(1, 3) : cells.slice(0, 1)
    })
    .filter((account) => account !== '')

/** What a step of a page shows, in lines: its title, each posting with its operations, a refusal, and balances. */
export function linesOfPage(name: string): string[] {
  return readPage(name)
    .split('\n')
    .flatMap((line) => {
      if (/^## |^Posting |^Refused: /.test(line)) return [line]
      if (!line.startsWith('|') || /^\|[-|]+\|$|^\| (?:Operation|Account) /.test(line)) return []
      return [row(cellsOf(line))]
    })
}

const readPage = (name: string): string => readFileSync(join(folder, `${name}.md`), 'utf8')

/** Records what each step of a page posts. Ids of the test become the names that the page uses: `asset:<aroha>`. */
export function recordPage(db: Db, names: Map<string, string>) {
  const lines: string[] = []
  let last = 0n
  const selectPostings = async () =>
    (
      await sql<PostingRow>`
        select p.id, p.kind, p.op, p.amount::text[] as amount,
               array(select coalesce(a.id, '') from unnest(p.debit) with ordinality as n (no, place) left join ledger.account a on a.no = n.no order by n.place) as debit,
               array(select coalesce(a.id, '') from unnest(p.credit) with ordinality as n (no, place) left join ledger.account a on a.no = n.no order by n.place) as credit,
               array(select coalesce(max(a.unit), '') from unnest(p.debit, p.credit) with ordinality as n (debit, credit, place)
                       left join ledger.account a on a.no in (n.debit, n.credit) group by n.place order by n.place) as unit
          from ledger.posting p where p.id > ${last} order by p.id`.execute(db)
    ).rows
  const named = (id: string) => {
    const known = [...names].reduce((text, [value, name]) => text.replaceAll(value, `<${name}>`), id)
    return known
      .replace(/:\d{4}-\d{2}-\d{2}$/, ':<day>')
      .replace(/:\d{4}-\d{2}$/, ':<month>')
      .replace(/:\d{4}$/, ':<year>')
  }
  const skip = async () => {
    last = (await selectPostings()).at(-1)?.id ?? last
  }
  return {
    lines,
    /** Runs a step. What the test posted before, to set the step up, is not part of it. */
    async step(title: string, work: () => Promise<unknown>, options: { balances?: string[]; until?: (kinds: string[]) => boolean } = {}): Promise<void> {
      await skip()
      const answer = (await work()) as { status?: number; body?: { message?: string } } | undefined
      let postings = await selectPostings()
      const deadline = Date.now() + 20_000
      while (options.until?.(postings.map(({ kind }) => kind)) === false && Date.now() < deadline) {
        await new Promise((resolve) => setTimeout(resolve, 50))
        postings = await selectPostings()
      }
      lines.push(`## ${lines.filter((line) => line.startsWith('## ')).length + 1}. ${title}`)
      if (typeof answer?.status === 'number' && answer.status >= 400) lines.push(`Refused: \`${answer.body?.message}\``)
      for (const posting of postings) {
        lines.push(`Posting \`${posting.kind}\``)
        for (const [i, op] of posting.op.entries()) {
          const amount = amountOf(BigInt(posting.amount[i]!), posting.unit[i]!, posting.debit[i]! + posting.credit[i]!)
          lines.push(row([op, named(posting.debit[i]!), named(posting.credit[i]!), amount]))
        }
      }
      if (options.balances) {
        const accounts = await sql<{ id: string; unit: string; posted: bigint; available: bigint }>`
          select id, unit, balance as posted, balance - held_out as available from ledger.account`.execute(db)
        for (const name of options.balances) {
          const account = accounts.rows.find(({ id }) => named(id) === name)
          if (!account) throw new Error(`no account is named ${name}`)
          lines.push(row([name, amountOf(account.posted, account.unit, account.id), amountOf(account.available, account.unit, account.id)]))
        }
      }
    },
  }
}

/** Cents are `$12.50`; tokens and counts of things are whole numbers. */
function amountOf(amount: bigint, unit: string, account: string): string {
  if (unit.startsWith('token:') || account.endsWith(':count')) return String(amount)
  const digits = String(amount < 0n ? -amount : amount).padStart(3, '0')
  return `${amount < 0n ? '-' : ''}$${digits.slice(0, -2)}.${digits.slice(-2)}`
}

const row = (cells: string[]) => `| ${cells.join(' | ')} |`

/** The cells of a row of a table, without code marks. */
const cellsOf = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll('`', ''))
