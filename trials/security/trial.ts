import { createTally, type Tally } from '../harness/tally.ts'
import type { TrialContext } from '../harness/trial.ts'
import { emptyWallet, guessBankCodes, guessFromManyAccounts, squatBankAccount } from './bank-verification.ts'
import { lockCard, swapBankPayments } from './checkout.ts'
import { readDeployment, readStolenDatabase, startUnsafely } from './data-and-configuration.ts'
import { type SecurityEnvironment, startSecurityEnvironment } from './environment.ts'
import { bombWithMail, floodFromOneNetwork, forgeProxies, lockOut, pumpMessages, readOrBurn } from './floods.ts'
import { actForOthers, exhaustMemory } from './merchants.ts'
import { endStolenSession, readCookies, stolenSession, takeOverByEmail } from './takeover.ts'
import { borrowGstNumber, floodByWebhook } from './webhooks.ts'

// Every attack of the security review, against the running system. Each attempt must be refused; the last line counts them.

type Attack = (environment: SecurityEnvironment, tally: Tally) => Promise<void>

const attacks = (quick: boolean): Attack[] => [
  (environment, tally) => actForOthers(environment, tally, quick ? 100 : 1000),
  exhaustMemory,
  floodByWebhook,
  borrowGstNumber,
  (environment, tally) => guessBankCodes(environment, tally, quick ? 500 : 10_000),
  (environment, tally) => guessFromManyAccounts(environment, tally, 8),
  squatBankAccount,
  emptyWallet,
  stolenSession,
  takeOverByEmail,
  endStolenSession,
  forgeProxies,
  floodFromOneNetwork,
  lockOut,
  bombWithMail,
  readOrBurn,
  swapBankPayments,
  lockCard,
  readStolenDatabase,
  pumpMessages,
  readCookies,
  (_, tally) => startUnsafely(tally),
  (_, tally) => readDeployment(tally),
]

export async function run({ quick, check, args }: TrialContext): Promise<string> {
  const only = args[args.indexOf('--only') + 1]
  const environment = await startSecurityEnvironment()
  const tally = createTally(check)
  try {
    for (const [number, attack] of attacks(quick).entries()) {
      if (args.includes('--only') && String(number) !== only) continue
      // One that cannot be carried out is a breach, and the others go on.
      await attack(environment, tally).catch((error: unknown) => tally.check(false, `attack ${number} stopped: ${String((error as Error).stack)}`))
    }
  } finally {
    await environment.stop()
  }
  return tally.summary()
}
