import { type Log, type ModuleJobs } from '@nikau/runtime'
import { z } from 'zod'
import { clearFiles } from './clear.ts'
import { closeWindow } from './close-window.ts'
import { hear } from './hear.ts'
import type { BankFileMeans } from './means.ts'
import { reconcile } from './reconcile.ts'
import { fileKinds } from './rules.ts'
import { sendFile } from './send.ts'
import { addSendJob, selectReady, sendJob } from './store.ts'

const payload = z.object({ fileId: z.string() })

/**
 * The traffic with our bank. What is due is decided by our clock and by what is written down, never by when a job happens to run:
 * each may run late, twice, or beside itself.
 */
export function bankFileJobs(means: BankFileMeans & { log: Log }): ModuleJobs {
  const { db, desks, log } = means
  if (desks.length === 0) return { tasks: {} }
  return {
    tasks: {
      'close-bank-windows': async () => {
        for (const kind of fileKinds) {
          const files = await closeWindow(means, kind)
          if (files > 0) log.info({ kind, files }, 'bank files were made')
        }
        // A file whose last attempt failed is tried again every minute, for the bank's own cut-off comes soon.
        for (const fileId of await selectReady(db)) await addSendJob(db, fileId)
      },
      [sendJob]: async (given, run) => {
        const { fileId } = payload.parse(given)
        const outcome = await sendFile(means, fileId, run.signal)
        log[outcome === 'accepted' ? 'info' : 'warn']({ fileId, outcome, attempt: run.attempt }, 'bank file')
      },
      'hear-bank-results': async (_given, run) => {
        for (const desk of desks) {
          const results = await hear(means, desk, run.signal)
          if (results > 0) log.info({ bank: desk.bank, results }, 'the bank’s word was acted on')
        }
        const settled = await clearFiles(means, run.signal)
        if (settled > 0) log.info({ settled }, 'direct debits that did not come back were settled')
      },
      'reconcile-bank': async (_given, run) => {
        for (const desk of desks) {
          const days = await reconcile(means, desk, run.signal)
          if (days > 0) log.info({ bank: desk.bank, days }, 'statements were compared')
        }
      },
    },
    cron: [
      { task: 'close-bank-windows', at: '* * * * *' },
      { task: 'hear-bank-results', at: '* * * * *' },
      { task: 'reconcile-bank', at: '*/5 * * * *' },
    ],
  }
}
