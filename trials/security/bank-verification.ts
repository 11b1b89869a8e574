import { randomUUID } from 'node:crypto'
import type { Tally } from '../harness/tally.ts'
import type { SecurityEnvironment } from './environment.ts'

/** The nth bank account number for test money. */
const testNumber = (nth: number) => `00-0500-${String(100_000 + nth).padStart(7, '0')}-00`

async function linkBankAccount(environment: SecurityEnvironment, number: string) {
  const { callOk, call } = environment.unlimited
  const person = await environment.createPayer(100_000)
  const linked = await callOk('POST', '/api/bank-accounts', person.headers, {
    accountId: person.accountId,
    bankAccountName: 'M Henare',
    bankAccountNumber: number,
    directDebitAuthority: { phoneNumber: person.phone, fullName: 'Mia Henare', emailAddress: person.email },
  })
  const bankAccountId = String(linked.id)
  return {
    ...person,
    bankAccountId,
    withdraw: (amount: number, more: object = { idempotencyKey: randomUUID() }) =>
      call('POST', '/api/withdrawals', person.headers, { bankAuthorityId: bankAccountId, walletId: person.walletId, amount: String(amount), ...more }),
    guess: (code: string) => call('POST', `/api/bank-accounts/${bankAccountId}/verify`, person.headers, { verificationCode: code }),
    /** The codes that would verify the account now, as its owner reads them on the statement. */
    liveCodes: async () =>
      (await environment.query<{ code: string }>('select distinct code from funds_transfer where bank_account_id = $1', [bankAccountId])).map(
        ({ code }) => code,
      ),
  }
}

/**
 * SEC-2: many small payouts to an account whose statement the thief cannot read, then guesses. First the allowed tries are used with
 * wrong codes; from then on every guess is the *right* code. One that verified would be a hit beyond chance, and no luck is needed.
 */
export async function guessBankCodes(environment: SecurityEnvironment, tally: Tally, guesses: number): Promise<void> {
  const perAccount = 100
  const accounts = Math.ceil(guesses / perAccount)
  let [compared, verified, payouts] = [0, 0, 0]
  const refused: boolean[] = []
  const liveCodes: number[] = []
  for (let n = 0; n < accounts; n++) {
    const thief = await linkBankAccount(environment, testNumber(n))
    for (const amount of [1, 99]) refused.push((await thief.withdraw(amount)).status === 403)
    const answers = await Promise.all(Array.from({ length: 20 }, () => thief.withdraw(100)))
    payouts = Math.max(payouts, answers.filter(({ status }) => status === 200).length)
    const codes = await thief.liveCodes()
    liveCodes.push(codes.length)
    const [right = '0000'] = codes
    const wrong = String((Number(right) + 1) % 10_000).padStart(4, '0')
    for (let i = 0; i < perAccount; i++) {
      const answer = await thief.guess(i < 5 ? wrong : right)
      if (answer.status === 200) verified++
      if (i < 5 && /INCORRECT|WRONG|INVALID/.test(String(answer.body.message))) compared++
      refused.push(answer.status === 403)
    }
  }
  tally.count(`SEC-2 guesses at ${accounts} bank accounts, the right code from the sixth on, and payouts under $1.00`, refused)
  tally.check(verified === 0, `SEC-2 ${verified} accounts verified`)
  tally.check(Math.max(...liveCodes) === 1, `SEC-2 at most one live code for a bank account (found ${Math.max(...liveCodes)})`)
  tally.check(payouts <= 5, `SEC-2 at most 5 payouts to an account that is not verified (found ${payouts})`)
  const chance = 1 - (1 - 1 / 10_000) ** 5
  console.log(
    `    5 different guesses against one live code of four digits: chance ${chance.toFixed(6)} for each account in 30 days (1 in ${Math.round(1 / chance)});`,
  )
  console.log(`    ${compared} guesses were compared in all, ${accounts * perAccount - compared} refused without comparing`)
}

/** SEC-2: one number is linked by many accounts, to get five tries from each. SEC-7: and that must not lock out its owner. */
export async function guessFromManyAccounts(environment: SecurityEnvironment, tally: Tally, thieves: number): Promise<void> {
  const number = testNumber(50_000)
  let verified = 0
  const rightRefused: boolean[] = []
  for (let n = 0; n < thieves; n++) {
    const thief = await linkBankAccount(environment, number)
    await thief.withdraw(100)
    const [right = '0000'] = await thief.liveCodes()
    const wrong = String((Number(right) + 1) % 10_000).padStart(4, '0')
    for (let i = 0; i < 4; i++) await thief.guess(wrong)
    if (n < thieves - 3) continue
    // The number's own budget is used up by now: not even the right code is compared.
    const answer = await thief.guess(right)
    if (answer.status === 200) verified++
    rightRefused.push(answer.status === 403)
  }
  tally.count(`SEC-2 right codes after ${thieves} accounts guessed at one bank account number`, rightRefused)
  tally.check(verified === 0, 'SEC-2 no account verified the number')
}

/** SEC-7: strangers link a number without verifying it. Its owner still links it. */
export async function squatBankAccount(environment: SecurityEnvironment, tally: Tally): Promise<void> {
  const number = testNumber(60_000)
  for (let n = 0; n < 4; n++) await linkBankAccount(environment, number)
  const owner = await linkBankAccount(environment, number)
  tally.check(owner.bankAccountId !== '', 'SEC-7 the owner of a bank account links it after four strangers did')
}

/** SEC-15: the same withdrawal twice without a key. SEC-4: everything at once to a bank account linked a minute ago. */
export async function emptyWallet(environment: SecurityEnvironment, tally: Tally): Promise<void> {
  const thief = await linkBankAccount(environment, testNumber(70_000))
  const withoutKey = await Promise.all([thief.withdraw(500, {}), thief.withdraw(500, {})])
  tally.count(
    'SEC-15 withdrawals without an idempotency key',
    withoutKey.map(({ status }) => status === 400),
  )
  const large = await Promise.all([thief.withdraw(98_000), thief.withdraw(50_000), thief.withdraw(20_001)])
  tally.count(
    'SEC-4 withdrawals over the cap of a new payee',
    large.map(({ status }) => status === 403),
  )
  const key = randomUUID()
  const twice = await Promise.all([thief.withdraw(200, { idempotencyKey: key }), thief.withdraw(200, { idempotencyKey: key })])
  tally.check(twice.every(({ status }) => status === 200) && twice[0].body.id === twice[1].body.id, 'SEC-15 one key, one withdrawal')
  tally.check((await thief.balance()) === 99_800, 'SEC-15 $2.00 left the wallet once')
}
