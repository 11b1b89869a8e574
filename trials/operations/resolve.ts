import type { Desk, OpenException } from './desk.ts'
import { type OperationsEnvironment, ourAccounts } from './environment.ts'
import { foundAdvices, resolveStatements } from './resolve-statements.ts'

/** Undefined when it is done, otherwise why it has to wait. */
type Resolve = (environment: OperationsEnvironment, desk: Desk, exception: OpenException) => Promise<string | undefined>

const stranger = { name: 'A Stranger', number: '01-0902-0068389-00' }
const close: Resolve = (_environment, desk, { id }) => desk.act('pita', 'close-exception', {}, { exceptionId: id })
/** It ends without an operator: the bank, the company or the next sweep has the next word. */
const wait: Resolve = async () => 'closes itself'

const resend: Resolve = (_environment, desk, { id, refs }) => desk.act('pita', 'resend-file', { fileId: refs.fileId }, { exceptionId: id })

/** What the bank says today about an order of ours. */
async function outcomeAtBank({ banks }: OperationsEnvironment, reference: string): Promise<'settled' | 'returned' | 'nothing'> {
  const response = await fetch(`${banks.origin}/bnz/results?after=0`, { headers: { authorization: 'Bearer sandbox-files-secret' } })
  const { results } = (await response.json()) as { results: { reference: string; outcome: string }[] }
  const own = results.filter((result) => result.reference === reference)
  if (own.length === 0) return 'nothing'
  return own.every(({ outcome }) => outcome === 'settled') ? 'settled' : 'returned'
}

/** The payer's bank has taken back a top-up that we had returned to the payer already. Told so, it gives us the money again. */
async function claimBack({ banks }: OperationsEnvironment, reference: string): Promise<void> {
  const { entries } = await banks.control<{ entries: { reference: string; amount: number; otherAccount: string }[] }>(`accounts/${ourAccounts.bnz}`)
  const taken = entries.findLast((entry) => entry.reference === reference && entry.amount < 0)!
  await banks.control('other-party', { account: taken.otherAccount, cents: taken.amount, reference })
  await banks.control('other-party', { account: ourAccounts.bnz, cents: -taken.amount, reference })
}

/** The bank has reported nothing, or something else: it is asked, and its answer decides. */
const decideOrder: Resolve = async (environment, desk, exception) => {
  const reference = exception.refs.reference ?? exception.ref
  const outcome = await outcomeAtBank(environment, reference)
  if (outcome === 'nothing') return 'the bank does not know it'
  const shown = await environment.query<{ id: string }>(
    `select x.id::text as id from operator_exception x join bank_statement_line l on l.account = x.refs ->> 'account' and l.transaction_id = x.refs ->> 'ref'
      where x.kind = 'statement-unknown' and x.closed_at is null and l.reference = $1`,
    [reference],
  )
  const content = { reference, differences: shown.map(({ id }) => id) }
  const [returned] = await environment.query(`select from funds_transfer where reference = $1 and failure = 'returned'`, [reference])
  if (returned) {
    const refusal = await desk.act('mere', 'settle-order', content, { exceptionId: exception.id })
    if (!refusal) await claimBack(environment, reference)
    return refusal
  }
  return await desk.act('mere', outcome === 'settled' ? 'settle-order' : 'fail-order', content, { exceptionId: exception.id })
}

/** The payer's account is asked for once more; what comes back goes to the account that the bank names in a letter. */
const sendBack: Resolve = async ({ query }, desk, { id, kind, ref, refs }) => {
  const [due] = await query<{ id: string }>(`select id from bank_return where (id = $1 or bank_payment_id = $1) and state = 'operator'`, [ref])
  if (!due) return `no return of ${kind}`
  if (refs.reason === 'the bank does not name the payer') return await desk.act('pita', 'ask-bank-again', { returnId: due.id }, { exceptionId: id })
  return await desk.act('mere', 'send-back', { returnId: due.id, payee: { name: 'A Payer', number: stranger.number } }, { exceptionId: id })
}

/** Money of a partner that is nobody's charge: it waits on the account of unclaimed money and goes back from there. */
const bookReceipt =
  (contentOf: (exception: OpenException) => object): Resolve =>
  async (_environment, desk, exception) =>
    await desk.act('mere', 'book-receipt', { ...contentOf(exception), to: 'unclaimed' }, { exceptionId: exception.id })

/** How operators resolve each kind of exception, as the runbook says. What they would ask by telephone, they ask the sandboxes. */
const resolutions: Readonly<Record<string, Resolve>> = {
  'bank-file-rejected': resend,
  'bank-file-conflict': resend,
  'bank-order-refused': close,
  'bank-order-invalid': close,
  'bank-result-unknown-reason': close,
  'bank-result-missing': decideOrder,
  'bank-result-mismatch': decideOrder,
  'bank-result-conflict': decideOrder,
  // Of one file it closes itself; that of the feed is closed once the file has been read in full.
  'bank-results-unreadable': async (environment, desk, exception) => {
    const [{ waiting } = { waiting: true }] = await environment.query<{ waiting: boolean }>(
      `select exists (select from bank_file where state = 'accepted' and cleared_at is null and created_at <= $1) as waiting`,
      [exception.openedAt],
    )
    return waiting ? 'its file is not settled yet' : await close(environment, desk, exception)
  },
  'bank-payment-unconfirmed': wait,
  'bank-payment-indeterminate': async ({ banks }, desk, { id, ref }) => {
    const payment = (await banks.payments()).find(({ initiation }) => initiation.EndToEndIdentification === ref)
    // The bank has paid a tenth: the payment has failed, and the tenth is on our statement as money of a stranger.
    return payment ? await desk.act('mere', 'decide-bank-payment', { bankPaymentId: ref, paid: false }, { exceptionId: id }) : 'the bank does not know it'
  },
  'bank-payment-after-failure': close,
  'bank-payment-reversed': close,
  'bank-payment-reversal-blocked': (_environment, desk, { id, ref }) => desk.act('mere', 'settle-reversal', { bankPaymentId: ref }, { exceptionId: id }),
  'bank-payment-surplus': sendBack,
  'bank-refund-due': sendBack,
  'card-payment-unconfirmed': wait,
  'card-refund-unconfirmed': wait,
  'card-payment-indeterminate': (_environment, desk, { id, ref }) =>
    desk.act('mere', 'decide-card-payment', { cardPaymentId: ref, charged: false }, { exceptionId: id }),
  // The company corrects its list, and lists what it had forgotten.
  'card-advice-unreadable': async ({ cardCompany }, _desk, { ref }) => {
    const { settlements } = await cardCompany.control<{ settlements: { number: number; reference: string }[] }>('settlements')
    const wrong = settlements.find(({ number }) => String(number) === ref)
    if (wrong) await cardCompany.control(`settlements/${wrong.reference}/correct`, {})
    return 'corrected by the company'
  },
  'card-advice-line-missing': async ({ cardCompany, banks, query }, _desk, { ref }) => {
    const [{ day } = { day: '' }] = await query<{ day: string }>(`select max(day)::text as day from card_advice`)
    const listed = await cardCompany.control<{ reference: string; netCents: number }>('settlements', { day, keys: [ref] })
    await cardCompany.paySettlement(listed.reference, { banks: banks.origin, account: ourAccounts.bnz! })
    return 'listed by the company'
  },
  // Unless a statement lacked its payment, which is booked as unclaimed money then.
  'card-advice-unpaid': (environment, desk, exception) =>
    foundAdvices.has(exception.ref) ? bookReceipt(({ ref }) => ({ reference: ref }))(environment, desk, exception) : wait(environment, desk, exception),
  'card-advice-line-unknown': bookReceipt(({ refs }) => ({ reference: refs.advice, line: Number(refs.line) })),
  'card-advice-line-amount': (_environment, desk, { id, refs }) =>
    desk.act('mere', 'accept-card-line', { reference: refs.advice, line: Number(refs.line) }, { exceptionId: id }),
  'card-receipt-amount': bookReceipt(({ refs }) => ({ reference: refs.advice })),
  'operator-payment-returned': (_environment, desk, { id, amount, refs }) =>
    desk.act('mere', 'pay-out', { debit: refs.account, amount, payee: stranger, particulars: 'RETURN' }, { exceptionId: id }),
  'top-up-return-failed': (_environment, desk, { id, ref }) => desk.act('mere', 'return-again', { fundsTransferId: ref }, { exceptionId: id }),
  'books-broken': wait,
  'negative-balance-overdue': (_environment, desk, { id, ref, amount }) => {
    const content = { debit: 'losses:nzd.main', credit: `asset:${ref}`, amount: String(Math.abs(Number(amount))), words: 'write-off' }
    return desk.act('mere', 'adjustment', content, { exceptionId: id })
  },
  'safeguarding-not-signed': (_environment, desk, { id, ref }) => desk.act('mere', 'sign-safeguarding', { day: ref }, { exceptionId: id }),
}

/** A company line that is asked about once is listed once. */
const asked = new Set<string>()
const askedOnce = new Set(['card-advice-line-missing', 'card-advice-unreadable'])

/** Works through everything that is open. Returns what could not be resolved yet, and why. */
export async function resolveAll(environment: OperationsEnvironment, desk: Desk): Promise<string[]> {
  const open = await environment.query<OpenException>(
    'select id::text as id, kind, ref, amount::text as amount, refs, opened_at as "openedAt" from operator_exception where closed_at is null order by opened_at, operator_exception.id',
  )
  const left = await resolveStatements(environment, desk, open)
  for (const exception of open.filter(({ kind }) => !kind.startsWith('statement-'))) {
    const key = `${exception.kind} ${exception.ref}`
    if (askedOnce.has(exception.kind) && asked.has(key)) left.push(`${key}: the company was asked`)
    else {
      asked.add(key)
      const resolve: Resolve = resolutions[exception.kind] ?? (async () => 'nobody knows what to do')
      const reason = await resolve(environment, desk, exception)
      if (reason) left.push(`${key}: ${reason}`)
    }
  }
  await returnUnclaimed(environment, desk)
  await signReports(environment, desk)
  return left
}

/** The safeguarding report of each day has two signatures by noon of the next business day. */
async function signReports({ query }: OperationsEnvironment, desk: Desk): Promise<void> {
  const unsigned = await query<{ day: string }>(
    'select r.day::text as day from safeguarding_report r where not exists (select from safeguarding_signature s where s.day = r.day) order by 1',
  )
  for (const { day } of unsigned) await desk.act('mere', 'sign-safeguarding', { day })
}

/** What waits for its owner goes back. */
async function returnUnclaimed({ query }: OperationsEnvironment, desk: Desk): Promise<void> {
  const [account] = await query<{ balance: string }>(`select balance::text as balance from ledger.account where id = 'unclaimed:nzd.main' and balance > 0`)
  if (account) await desk.act('mere', 'pay-out', { debit: 'unclaimed:nzd.main', amount: account.balance, payee: stranger, particulars: 'RETURN' })
}
