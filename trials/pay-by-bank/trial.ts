import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { urlAs } from '@nikau/local-postgres/logins'
import { root } from '../harness/processes.ts'
import type { TrialContext } from '../harness/trial.ts'
import { guessCardDetails } from './card-guessing.ts'
import { payByCard } from './cards.ts'
import { requestOf, walletOf } from './customer.ts'
import { kills } from './kills.ts'
import { reconcile } from './reconcile.ts'
import { stolenCodes } from './stolen-codes.ts'

// Payments from a bank and top-ups by bank approval with every misbehaviour that the sandbox banks know, while the API and the worker are killed at each step;
// codes at the wrong bank, on the wrong payment and used twice; races. No customer pays twice, every bank payment has a posting or
// an operator exception, and the clearing accounts are explained to the cent. The same for payments by farm card, whose company is
// killed as well and whose card details are guessed. `--cards` tries the cards alone.

export async function run({ quick, args, check, paymentsEnvironment }: TrialContext): Promise<void> {
  const environment = await paymentsEnvironment()
  const shop = await environment.createShop(['nikau.nzd.test', 'quartz-one-off.nzd.test', 'asb-payap-one-off.nzd.test', 'westpac-payap-one-off.nzd.test'])
  if (!args.includes('--cards')) {
    await kills(environment, [requestOf(shop), walletOf(await environment.createPayer(0))], check, { quick, args })
    await stolenCodes(environment, shop, check, quick)
    await reconcile(environment, check)
  }
  const farmShop = await environment.createShop(['nikau.nzd.test', 'farmlands.nzd.test'])
  await payByCard(environment, farmShop, check, quick)
  await guessCardDetails(environment, farmShop, check, quick)
  const audit = spawnSync(process.execPath, [join(root, 'tools/audit-books.ts')], {
    env: { ...process.env, DATABASE_URL: urlAs(environment.url, 'nikau_read_only') },
    encoding: 'utf8',
  })
  const lines = audit.stdout.trim().split('\n')
  console.log(lines.at(-1))
  check(audit.status === 0, `pnpm audit:books says:\n${lines.filter((line) => !line.startsWith('ok')).join('\n')}`)
}
