import type { Log, ModuleJobs } from '@nikau/runtime'
import { applyBillReceipts } from './apply-bill-receipts.ts'
import { type BillDeps, billIssuers } from './bill-issuers.ts'
import type { CardReceiptDeps } from './deps.ts'
import { settleCards } from './settle-cards.ts'

/** Without an account that issuers can pay to, none is billed. */
export function receiptJobs(deps: CardReceiptDeps & Omit<BillDeps, 'payTo'> & { payTo: BillDeps['payTo'] | undefined; log: Log }): ModuleJobs {
  const { payTo, log } = deps
  return {
    tasks: {
      'settle-card-receipts': () => settleCards(deps),
      'apply-bill-receipts': () => applyBillReceipts(deps),
      'bill-token-issuers': async () => {
        const bills = payTo === undefined ? 0 : await billIssuers({ ...deps, payTo })
        if (bills > 0) log.info({ bills }, 'token issuers billed')
      },
    },
    cron: [
      { task: 'settle-card-receipts', at: '*/5 * * * *' },
      { task: 'apply-bill-receipts', at: '*/5 * * * *' },
      { task: 'bill-token-issuers', at: '10 * * * *' },
    ],
  }
}
