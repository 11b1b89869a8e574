import { openIndividual } from '../accounts/index.ts'
import { openWallet } from '../wallets/index.ts'
import type { DemoMeans } from './means.ts'
import { sideBySide } from './side-by-side.ts'
import { addPerson } from './store.ts'

export interface PersonSeed {
  key: string
  id: string
  phone: string
  givenName: string
  familyName: string
  email: string | null
  story: string
}

/** Someone of the demo world who has signed in before: an account and a wallet of each kind of money. */
export interface Character {
  key: string
  personId: string
  phone: string
  accountId: string
  wallet: string
  testWallet: string
}

/** Aroha is new: she is known by her number and has nothing, not even an account, until she signs in. */
const newcomer = 'aroha'

export async function seedPeople(means: DemoMeans, seeds: readonly PersonSeed[]): Promise<Map<string, Character>> {
  const characters = await sideBySide(seeds, async (seed) => {
    const personId = await addPerson(means.db, seed, means.clock.now())
    return seed.key === newcomer ? undefined : await settleIn(means, seed, personId)
  })
  return new Map(characters.filter((one) => one !== undefined).map((one) => [one.key, one]))
}

async function settleIn(means: DemoMeans, seed: PersonSeed, personId: string): Promise<Character> {
  const account = await openIndividual(means, personId, `${seed.givenName} ${seed.familyName}`)
  const open = async (ledgerId: 'nikau.nzd.main' | 'nikau.nzd.test') => {
    const opened = await openWallet(means, { accountId: account.id, ledgerId }, `crn::user:${personId}`)
    if (!('id' in opened)) throw new Error(`${seed.givenName} has no wallet: ${opened.code}`)
    return opened.id
  }
  return {
    key: seed.key,
    personId,
    phone: seed.phone,
    accountId: account.id,
    wallet: await open('nikau.nzd.main'),
    testWallet: await open('nikau.nzd.test'),
  }
}
