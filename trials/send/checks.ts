import { violations } from '@nikau/ledger'
import type { Check } from '../harness/trial.ts'
import type { SendEnvironment } from './environment.ts'
import { unit } from './people.ts'
import { type Act, acts, type Send, type World } from './sends.ts'

interface StoredSend {
  id: string
  status: string
  value: string | null
  postings: string[] | null
  escrow_open: boolean
  escrow_balance: string | null
}

const endedBy: Record<string, Act> = { claimed: 'claim', cancelled: 'recall', declined: 'decline', returned: 'expire' }

type Ends = Record<'claimed' | 'recalled' | 'declined' | 'returned' | 'failed', number>

/** Each send has one end, one posting for each act, an empty and closed escrow account, and callers that were told the truth. */
export async function checkSends(environment: SendEnvironment, world: World, check: Check): Promise<{ ends: Ends; openEscrows: number }> {
  const stored = await environment.query<StoredSend>(
    `select t.id, t.status, t.value::text, e.no is not null and e.closed_at is null as escrow_open, e.balance::text as escrow_balance,
            (select array_agg(p.kind order by p.id) from ledger.posting p where p.subject like '%asset-transfer:' || t.id || '%') as postings
       from asset_transfer t left join ledger.account e on e.id = 'escrow:' || t.id`,
  )
  const byId = new Map(stored.map((row) => [row.id, row]))
  check(stored.length === world.sends.length, `${world.sends.length} sends were answered and ${stored.length} are stored`)
  const ends: Ends = { claimed: 0, recalled: 0, declined: 0, returned: 0, failed: 0 }
  for (const send of world.sends) {
    const row = byId.get(send.id)
    const status = row?.status ?? 'lost'
    if (status === 'cancelled') ends.recalled++
    else if (status in ends) ends[status as keyof Ends]++
    else check(false, `send ${send.id} is left ${status}`)
    for (const breach of breachesOf(send, row, status)) check(false, `send ${send.id} (${status}, ${[...send.started].join(' ')}): ${breach}`)
  }
  printRaces(world, ({ id }) => byId.get(id)?.status ?? 'lost')
  const openEscrows = stored.filter(({ escrow_open, escrow_balance }) => escrow_open || Number(escrow_balance ?? 0) !== 0).length
  check(openEscrows === 0, `${openEscrows} escrow accounts are not empty and closed`)
  return { ends, openEscrows }
}

function breachesOf(send: Send, row: StoredSend | undefined, status: string): string[] {
  const breaches: string[] = []
  if (!row) return ['is not stored']
  const expected = send.direct ? ['send.direct'] : ['send.escrow', status === 'claimed' ? 'send.claim' : 'send.return']
  if (row.postings?.join() !== expected.join()) breaches.push(`its postings are ${row.postings?.join() ?? 'none'}`)
  if ((row.value === null ? undefined : Number(row.value)) !== send.value) breaches.push(`its value is ${row.value} instead of ${send.value}`)
  if (send.mustEnd && status !== send.mustEnd) breaches.push(`must have ended as ${send.mustEnd}`)
  const by = endedBy[status]
  if (!send.direct && by && !send.started.has(by)) breaches.push('ended by what nobody started')
  for (const { act, status: answered, code } of send.answers) {
    // A recipient who is signed in is not recognised any longer once the alias is removed.
    const isOver = code === 'INVALID_ASSET_TRANSFER_STATUS' || (act === 'decline' && code === 'FORBIDDEN')
    if (answered === 200 ? send.direct || act !== by : !isOver) breaches.push(`${act} was answered with ${answered} ${code ?? ''}`)
  }
  const succeeded = send.answers.filter((answer) => answer.status === 200).length
  if (!send.disturbed && succeeded > 1) breaches.push(`${succeeded} callers were told that they succeeded`)
  const calledAlone = send.answers.length > 0 && !send.disturbed && (by === 'recall' || by === 'decline')
  if (calledAlone && succeeded === 0) breaches.push('nobody was told that they succeeded')
  return breaches
}

/** For each combination that started together, how often each act won. */
function printRaces(world: World, statusOf: (send: Send) => string): void {
  const nameOf = (send: Send) => acts.filter((act) => send.raced.includes(act)).join(' + ')
  const combinations = Map.groupBy(
    world.sends.filter(({ direct, raced }) => !direct && new Set(raced).size > 1),
    nameOf,
  )
  for (const [combination, sends] of [...combinations].toSorted(([a], [b]) => a.length - b.length || a.localeCompare(b))) {
    const won = Map.groupBy(sends, (send) => endedBy[statusOf(send)] ?? statusOf(send))
    console.log(`    ${combination}: ${[...won].map(([act, list]) => `${list.length} ${act}`).join(', ')}`)
  }
}

/** To the cent: every wallet, every quota in its month and year, every token. */
export async function checkMoney(environment: SendEnvironment, world: World, check: Check): Promise<{ lost: number; doubled: number }> {
  const toppedUp = world.senders.reduce((sum, sender) => sum + sender.toppedUp, 0)
  const [total] = await environment.query<{ cents: string }>(
    `select sum(a.balance)::text as cents from asset w join ledger.account a on a.id = 'asset:' || w.id where w.type = $1`,
    [unit],
  )
  const difference = Number(total?.cents) - toppedUp
  check(difference === 0, `the wallets hold ${total?.cents} cents, and ${toppedUp} were topped up`)

  const balances = await environment.query<{ account_id: string; balance: string; expected: string }>(
    `select w.account_id, a.balance::text,
            (coalesce((select sum(m.amount) from ledger.entry m join ledger.posting p on p.id = m.posting where m.account = a.no and p.kind not like 'send.%'), 0)
             + coalesce((select sum(t.value) from asset_transfer t where t.status = 'claimed' and t.recipient_asset_id = w.id), 0)
             - coalesce((select sum(t.value) from asset_transfer t where t.status = 'claimed' and t.asset_id = w.id), 0))::text as expected
       from asset w join ledger.account a on a.id = 'asset:' || w.id where w.type = $1`,
    [unit],
  )
  for (const { account_id: account, balance, expected } of balances)
    check(balance === expected, `the wallet of ${account} has ${balance}, must have ${expected}`)
  for (const sender of world.senders) {
    const asset = await environment.callOk('GET', `/api/assets/${sender.walletId}`, sender.headers)
    const sent = balances.find((row) => row.account_id === sender.accountId)
    check(asset.balance === sent?.expected, `a sender reads ${asset.balance}, must read ${sent?.expected}`)
  }

  const quotas = await environment.query<{ id: string; used: string; expected: string }>(
    `select a.id, a.balance::text as used, coalesce(sum(t.value), 0)::text as expected
       from ledger.account a
       left join asset_transfer t on t.status = 'claimed' and t.value is not null
        and a.id in (
          'quota:' || t.sender_account_id || ':spend:' || t.asset_type || ':' || to_char(t.created_at at time zone 'Pacific/Auckland', 'YYYY'),
          'quota:' || t.sender_account_id || ':spend:' || t.asset_type || ':' || to_char(t.created_at at time zone 'Pacific/Auckland', 'YYYY-MM'))
      where a.kind = 'quota' and a.id like '%:spend:%' group by a.id, a.balance`,
  )
  check(quotas.length >= world.senders.length, `only ${quotas.length} quotas were used`)
  for (const { id, used, expected } of quotas) check(used === expected, `${id} has ${used} used, must have ${expected}`)

  const ownLimits = await environment.query<{ id: string; used: string; expected: string }>(
    `select a.id, a.balance::text as used, coalesce(sum(t.value), 0)::text as expected
       from ledger.account a
       left join asset_transfer t on t.status = 'claimed' and t.value is not null
        and a.id = 'own-limit:' || t.sender_account_id || ':day:' || t.asset_type || ':' || to_char(t.created_at at time zone 'Pacific/Auckland', 'YYYY-MM-DD')
      where a.kind = 'own-limit' and a.id like '%:day:%' group by a.id, a.balance`,
  )
  check(ownLimits.length >= world.senders.length, `only ${ownLimits.length} own limits were used`)
  for (const { id, used, expected } of ownLimits) check(used === expected, `${id} has ${used} used, must have ${expected}`)

  const tokens = await environment.query<{ id: string; status: string; account_id: string; balance: string; owner: string }>(
    `select w.id, w.status, w.account_id, a.balance::text, coalesce((select t.recipient_account_id from asset_transfer t
            where t.asset_id = w.id and t.status = 'claimed' order by t.created_at desc limit 1), w.account_id) as owner
       from asset w join ledger.account a on a.id = 'asset:' || w.id where w.category = 'token'`,
  )
  for (const token of tokens)
    check(token.status === 'active' && token.balance === '1' && token.account_id === token.owner, `a token is wrong: ${JSON.stringify(token)}`)
  console.log(`    ${balances.length} wallets, ${quotas.length} quotas, ${ownLimits.length} own limits and ${tokens.length} tokens to the cent`)
  return { lost: Math.max(0, -difference), doubled: Math.max(0, difference) }
}

export async function checkLedger(environment: SendEnvironment, check: Check): Promise<void> {
  for (const broken of await violations(environment.database.db)) check(false, `${broken.invariant}: ${JSON.stringify(broken.broken).slice(0, 400)}`)
}
