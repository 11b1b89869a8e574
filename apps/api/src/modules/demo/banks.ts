import { cents } from '@nikau/money'
import { inTransaction, Refusal } from '../../http/refusal.ts'
import { link, vouch } from '../bank-accounts/index.ts'
import { abort, advance, bankSide, topUp, withdraw } from '../funds-transfers/index.ts'
import { bankNumbers } from './bank-numbers.ts'
import type { DemoMeans } from './means.ts'
import type { Character } from './people.ts'

const day = 86_400_000
const minute = 60_000

/**
 * Links bank accounts of the sandbox and leaves transfers behind in several states. What has arrived is only on test accounts:
 * the banks' own books know nothing of a past, and ours must be explained by theirs. What waits goes out with the next file.
 */
export async function seedBanks(means: DemoMeans, people: ReadonlyMap<string, Character>, now: Date): Promise<void> {
  const ago = (milliseconds: number) => means.clock.set(new Date(now.getTime() - milliseconds))
  const [mia, tama, hemi] = ['mia', 'tama', 'hemi'].map((key) => people.get(key)!) as [Character, Character, Character]

  ago(60 * day)
  const miasBank = await linkFor(means, mia, 'main')
  if (!miasBank) return // told before
  await vouch(means, miasBank)

  const tamasBank = must(await linkFor(means, tama, 'main'))
  ago(8 * day)
  const dishonoured = await tamasTopUp(means, tama, tamasBank, 3000n)
  await dishonour(means, dishonoured)

  ago(60 * day)
  const hemisBank = must(await linkFor(means, hemi, 'main'))
  await vouch(means, hemisBank)
  ago(3 * day)
  const regretted = must(await topUp(transferMeans(means), personOf(hemi), moveOf(hemi.wallet, hemisBank, 10_000n)))
  must(await abort(means, personOf(hemi), regretted.id))

  ago(2 * day)
  await playTama(means, tama)
  await playHemi(means, hemi)

  ago(20 * minute)
  await tamasTopUp(means, tama, tamasBank, 2000n)
  must(await withdraw(transferMeans(means), personOf(hemi), moveOf(hemi.wallet, hemisBank, 5000n)))
  ago(0)
}

const personOf = ({ personId }: Character) => ({ personId })
const moveOf = (walletId: string, bankAuthorityId: string, amount: bigint) => ({ walletId, bankAuthorityId, amount: cents(amount) })
const transferMeans = (means: DemoMeans) => ({ ...means, authorisationCode: '0000000', testStepSeconds: 1 })

function must<T>(answer: T | Refusal<string> | undefined): T {
  if (answer instanceof Refusal) throw new Error(`the banks of the demo world: ${answer.code}`)
  if (answer === undefined) throw new Error('the banks of the demo world are half there')
  return answer
}

/** The id of the new link, or nothing where it was there before. */
async function linkFor(means: DemoMeans, who: Character, liveness: 'main' | 'test'): Promise<string | undefined> {
  const { main, test, name } = bankNumbers[who.key]!
  const answer = await link(means, personOf(who), {
    accountId: who.accountId,
    bankAccountName: name,
    bankAccountNumber: liveness === 'main' ? main : test!,
    directDebitAuthority: { phoneNumber: who.phone, fullName: name, emailAddress: `${who.key}@demo.example` },
  })
  if (answer instanceof Refusal && answer.code === 'DUPLICATE_BANK_ACCOUNT') return undefined
  return must(answer).id
}

async function tamasTopUp(means: DemoMeans, tama: Character, bankAccountId: string, amount: bigint): Promise<string> {
  return must(await topUp(transferMeans(means), personOf(tama), moveOf(tama.wallet, bankAccountId, amount))).id
}

/** Sent with a file of its own that day, and back with the bank's word. */
async function dishonour(means: DemoMeans, transferId: string): Promise<void> {
  const { takeForFile, fail } = bankSide(means)
  await inTransaction(means.db, async (tx) => {
    const at = means.clock.now()
    const entries = await takeForFile(tx, { type: 'topup', fileId: `demo:${transferId}`, limit: 1, now: at })
    await fail(tx, { reference: entries[0]!.reference, reason: 'insufficient-funds', at: new Date(at.getTime() + day) })
  })
}

/** Play money that waits for the code. */
async function playTama(means: DemoMeans, tama: Character): Promise<void> {
  const bankAccountId = must(await linkFor(means, tama, 'test'))
  await arrive(means, must(await topUp(transferMeans(means), personOf(tama), moveOf(tama.testWallet, bankAccountId, 1500n))).id)
}

/** Play money that came and went. */
async function playHemi(means: DemoMeans, hemi: Character): Promise<void> {
  const bankAccountId = must(await linkFor(means, hemi, 'test'))
  await vouch(means, bankAccountId)
  await arrive(means, must(await topUp(transferMeans(means), personOf(hemi), moveOf(hemi.testWallet, bankAccountId, 3000n))).id)
  await arrive(means, must(await withdraw(transferMeans(means), personOf(hemi), moveOf(hemi.testWallet, bankAccountId, 500n))).id)
}

async function arrive(means: DemoMeans, transferId: string): Promise<void> {
  await advance(transferMeans(means), transferId)
  await advance(transferMeans(means), transferId)
}
