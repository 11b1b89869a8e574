import { randomUUID } from 'node:crypto'
import { cents } from '@nikau/money'
import { openPayeeCheck } from '@nikau/rails/payee-check'
import { inTransaction, Refusal } from '../http/refusal.ts'
import { bankAccountLimits, link, verifyBySupport } from '../modules/bank-accounts/index.ts'
import { abort, simulateTestBank, createBankPort, topUp, unverifiedLimits, withdraw } from '../modules/funds-transfers/index.ts'
import { seedBankAccounts } from './bank-accounts.ts'
import type { SeedDeps } from './deps.ts'
import type { SeededPerson } from './people.ts'

const day = 86_400_000
const minute = 60_000

/**
 * Links accounts at the sandbox banks and creates transfers in several states. Only test transfers are settled: the sandbox banks
 * have no history, and our ledger must reconcile with their statements. Pending transfers go out with the next file.
 */
export async function seedBankTransfers(deps: SeedDeps, people: ReadonlyMap<string, SeededPerson>, now: Date): Promise<void> {
  const ago = (milliseconds: number) => deps.clock.set(new Date(now.getTime() - milliseconds))
  const [mia, tama, hemi] = ['mia', 'tama', 'hemi'].map((key) => people.get(key)!) as [SeededPerson, SeededPerson, SeededPerson]

  ago(60 * day)
  const miaBankAccount = await linkBankAccount(deps, mia, 'main')
  if (!miaBankAccount) return // seeded before
  await verifyBySupport(deps, miaBankAccount)

  const tamaBankAccount = must(await linkBankAccount(deps, tama, 'main'))
  ago(8 * day)
  const dishonoured = await topUpFrom(deps, tama, tamaBankAccount, 3000n)
  await dishonour(deps, dishonoured)

  ago(60 * day)
  const hemiBankAccount = must(await linkBankAccount(deps, hemi, 'main'))
  await verifyBySupport(deps, hemiBankAccount)
  ago(3 * day)
  const aborted = must(await topUp(transferDeps(deps), actorOf(hemi), transferBody(hemi.wallet, hemiBankAccount, 10_000n)))
  must(await abort(deps, actorOf(hemi), aborted.id))

  ago(2 * day)
  await seedTestTopUpOnHold(deps, tama)
  await seedTestTopUpAndWithdrawal(deps, hemi)

  ago(20 * minute)
  await topUpFrom(deps, tama, tamaBankAccount, 2000n)
  must(await withdraw(transferDeps(deps), actorOf(hemi), transferBody(hemi.wallet, hemiBankAccount, 5000n)))
  ago(0)
}

const defaultLimits = {
  bankAccountLimits: bankAccountLimits.parse({}),
  unverifiedLimits: unverifiedLimits.parse({}),
  newPayee: { hours: 24, cap: cents(20_000n) },
}
const actorOf = ({ personId }: SeededPerson) => ({ personId })
const transferBody = (walletId: string, bankAuthorityId: string, amount: bigint) => ({
  walletId,
  bankAuthorityId,
  amount: cents(amount),
  idempotencyKey: randomUUID(),
})
const transferDeps = (deps: SeedDeps) => ({ ...deps, authorisationCode: '0000000', testStepSeconds: 1, ...defaultLimits })

function must<T>(answer: T | Refusal<string> | undefined): T {
  if (answer instanceof Refusal) throw new Error(`bank transfers cannot be seeded: ${answer.code}`)
  if (answer === undefined) throw new Error('bank transfers are only partly seeded')
  return answer
}

/** The id of the new link, or undefined if the account is already linked. */
async function linkBankAccount(deps: SeedDeps, who: SeededPerson, liveness: 'main' | 'test'): Promise<string | undefined> {
  const { main, test, name } = seedBankAccounts[who.key]!
  const answer = await link({ ...deps, ...defaultLimits, payees: openPayeeCheck(undefined) }, actorOf(who), {
    accountId: who.accountId,
    bankAccountName: name,
    bankAccountNumber: liveness === 'main' ? main : test!,
    directDebitAuthority: { phoneNumber: who.phone, fullName: name, emailAddress: `${who.key}@demo.example` },
  })
  if (answer instanceof Refusal && answer.code === 'DUPLICATE_BANK_ACCOUNT') return undefined
  return must(answer).id
}

async function topUpFrom(deps: SeedDeps, tama: SeededPerson, bankAccountId: string, amount: bigint): Promise<string> {
  return must(await topUp(transferDeps(deps), actorOf(tama), transferBody(tama.wallet, bankAccountId, amount))).id
}

/** Sent in a file of its own that day, and dishonoured by the bank. */
async function dishonour(deps: SeedDeps, transferId: string): Promise<void> {
  const { claimForBatch, fail } = createBankPort(deps)
  await inTransaction(deps.db, async (tx) => {
    const at = deps.clock.now()
    const entries = await claimForBatch(tx, { type: 'topup', fileId: `seed:${transferId}`, requestedBefore: new Date(at.getTime() + 1), limit: 1, now: at })
    await fail(tx, { reference: entries[0]!.reference, reason: 'insufficient-funds', at: new Date(at.getTime() + day) })
  })
}

/** A test top-up on hold until the bank account is verified. */
async function seedTestTopUpOnHold(deps: SeedDeps, tama: SeededPerson): Promise<void> {
  const bankAccountId = must(await linkBankAccount(deps, tama, 'test'))
  await completeTestTransfer(deps, must(await topUp(transferDeps(deps), actorOf(tama), transferBody(tama.testWallet, bankAccountId, 1500n))).id)
}

/** A test top-up and a test withdrawal, both done. */
async function seedTestTopUpAndWithdrawal(deps: SeedDeps, hemi: SeededPerson): Promise<void> {
  const bankAccountId = must(await linkBankAccount(deps, hemi, 'test'))
  await verifyBySupport(deps, bankAccountId)
  await completeTestTransfer(deps, must(await topUp(transferDeps(deps), actorOf(hemi), transferBody(hemi.testWallet, bankAccountId, 3000n))).id)
  await completeTestTransfer(deps, must(await withdraw(transferDeps(deps), actorOf(hemi), transferBody(hemi.testWallet, bankAccountId, 500n))).id)
}

async function completeTestTransfer(deps: SeedDeps, transferId: string): Promise<void> {
  await simulateTestBank(transferDeps(deps), transferId)
  await simulateTestBank(transferDeps(deps), transferId)
}
