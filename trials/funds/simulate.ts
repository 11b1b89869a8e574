import type { Customer, RequestedTransfer } from './customers.ts'
import type { FundsEnvironment } from './environment.ts'
import { pause } from '../harness/wait.ts'

/** The same seed gives the same numbers. */
export function seeded(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** Cents that make the sandbox bank misbehave; each entry is used by one in a hundred transfers. */
const debitCents = [61, 61, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 81, 82, 83, 84]
const creditCents = [66, 66, 67, 69, 81, 82, 83, 84]

function amountFor(type: 'topup' | 'withdrawal', random: (below: number) => number): number {
  const special = type === 'topup' ? debitCents : creditCents
  const pick = random(100)
  const cents = pick < special.length ? special[pick]! : random(60)
  return (1 + random(type === 'topup' ? 8 : 3)) * 100 + cents
}

/** Requests a day's transfers, six at a time; `meanwhile` runs beside them. */
export async function requestTransfers(
  customers: readonly Customer[],
  count: number,
  random: (below: number) => number,
  meanwhile?: () => Promise<void>,
): Promise<RequestedTransfer[]> {
  const requested: RequestedTransfer[] = []
  const planned: Omit<RequestedTransfer, 'id'>[] = []
  const topUps = new Map<Customer, number>()
  for (let i = 0; i < count; i++) {
    const customer = customers[random(customers.length)]!
    // At most two top-ups a day each, so that no more than ten are pending.
    const type = i % 10 < 7 && (topUps.get(customer) ?? 0) < 2 ? 'topup' : 'withdrawal'
    if (type === 'topup') topUps.set(customer, (topUps.get(customer) ?? 0) + 1)
    planned.push({ customer, type, amount: amountFor(type, random) })
  }
  const disturbance = meanwhile?.()
  const next = planned.values()
  await Promise.all(
    Array.from({ length: 6 }, async () => {
      for (const transfer of next) {
        const id = await transfer.customer.requestTransfer(transfer.type, transfer.amount)
        if (id !== undefined) requested.push({ id, ...transfer })
      }
    }),
  )
  await disturbance
  return requested
}

export type BankStep = 'files' | 'results' | 'statement'
const tasksOf: Record<BankStep, string[]> = {
  files: ['build-bank-files'],
  results: ['ingest-bank-results'],
  statement: ['reconcile-statements'],
}

/** `kill-in-call` kills the worker while it waits for the bank, which has done its part by then. */
export type BankFault = 'none' | 'kill-in-call' | 'kill-anywhere' | 'lose' | 'down' | 'garble' | 'error' | 'shuffle'

/** Runs a bank job, with the worker killed after `killAfterMs` or the bank misbehaving. */
export async function runBankStep(environment: FundsEnvironment, step: BankStep, fault: BankFault, killAfterMs: number): Promise<void> {
  const sandboxFaults: Partial<Record<BankFault, string>> = {
    'kill-in-call': 'slow',
    lose: 'lose',
    down: 'down',
    garble: 'garble',
    error: 'error',
    shuffle: 'shuffle',
  }
  const kind = sandboxFaults[fault]
  if (kind !== undefined) await environment.control('faults', { bank: 'bnz', at: step, kind, ...(fault === 'shuffle' ? {} : { times: 1 }) })
  const killing = fault === 'kill-in-call' || fault === 'kill-anywhere'
  await environment.runJobs(tasksOf[step], async () => {
    if (!killing) return
    await pause(killAfterMs)
    await environment.kill('work')
  })
  if (kind === undefined) return
  await environment.control('clear', {})
  await environment.control('settings', { slowMs: 900 })
}
