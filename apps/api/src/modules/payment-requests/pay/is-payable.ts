import { type Balance, balances, type Operation } from '@nikau/ledger'
import { crnOf } from '../../../http/bind.ts'
import { Refusal } from '../../../http/refusal.ts'
import type { PayBody } from '../request/types.ts'
import { hashPayment } from './idempotency.ts'
import { contextKeyOf, decideWithLimits, type PayCall, type PayDeps, planPayment } from './pay.ts'

/** Whether a payment is within every rule, limit and balance that its posting would meet as of now. Nothing is posted. */
export async function isPayable(deps: PayDeps, call: PayCall, requestId: string, body: PayBody): Promise<boolean> {
  const { request, ...context } = await deps.loadPayContext(contextKeyOf(call, requestId, body))
  const decision = request && (await decideWithLimits(deps, call, { ...context, request }, body))
  if (!decision || decision instanceof Refusal) return false
  const made = { caller: crnOf(call.actor), body, requestHash: hashPayment(requestId, body), earlier: context.earlier }
  const { operations } = (await planPayment(deps, request, decision, made)).group
  const accounts = await balances(deps.db, operations.flatMap(limitingAccount))
  return operations.every((operation) => hasRoom(operation, accounts))
}

function limitingAccount(operation: Operation): string[] {
  if (operation.op === 'use') return [operation.account]
  return operation.op === 'transfer' ? [operation.from] : []
}

function hasRoom(operation: Operation, accounts: readonly Balance[]): boolean {
  const [id] = limitingAccount(operation)
  const account = accounts.find((candidate) => candidate.id === id)
  if (operation.op === 'use') return account?.ceiling == null || account.posted + operation.amount <= account.ceiling
  if (operation.op === 'transfer') return account?.floor == null || account.available - operation.amount >= account.floor
  return true
}
