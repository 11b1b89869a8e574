import { type Log, type ModuleJobs } from '@nikau/runtime'
import { z } from 'zod'
import { settleCleared } from './settle-cleared.ts'
import { buildFiles } from './build-files.ts'
import { ingestResults } from './ingest-results.ts'
import type { BankFileDeps } from './deps.ts'
import { reconcile } from './reconcile.ts'
import { fileKinds } from './rules.ts'
import { runEach } from './run-each.ts'
import { sendFile } from './send.ts'
import { enqueueSend, selectUnsent, sendJob } from './store.ts'

const payload = z.object({ fileId: z.string() })

/**
 * Files, results and statements of our banks. The clock and the database decide what is due, not the time a job runs: each may
 * run late, twice or concurrently.
 */
export function bankFileJobs(deps: BankFileDeps & { log: Log }): ModuleJobs {
  const { db, connections, log } = deps
  if (connections.length === 0) return { tasks: {} }
  return {
    tasks: {
      'build-bank-files': async () => {
        for (const kind of fileKinds) {
          const files = await buildFiles(deps, kind)
          if (files > 0) log.info({ kind, files }, 'bank files built')
        }
        // Retried every minute rather than with backoff: the bank's own cut-off is minutes away.
        for (const fileId of await selectUnsent(db)) await enqueueSend(db, fileId)
      },
      [sendJob]: async (input, run) => {
        const { fileId } = payload.parse(input)
        const outcome = await sendFile(deps, fileId, run.signal)
        log[outcome === 'accepted' ? 'info' : 'warn']({ fileId, outcome, attempt: run.attempt }, 'bank file submitted')
      },
      'ingest-bank-results': async (_input, run) => {
        const ingest = async () => {
          await runEach(connections, async (connection) => {
            const results = await ingestResults(deps, connection, run.signal)
            if (results > 0) log.info({ bank: connection.bank, results }, 'bank results applied')
          })
        }
        const settle = async () => {
          const settled = await settleCleared(deps, run.signal)
          if (settled > 0) log.info({ settled }, 'cleared direct debits settled')
        }
        // A bank whose feed cannot be reached does not stop the settlement of files, which are read on their own.
        await runEach([ingest, settle], (step) => step())
      },
      'reconcile-statements': async (_input, run) => {
        await runEach(connections, async (connection) => {
          const days = await reconcile(deps, connection, run.signal)
          if (days > 0) log.info({ bank: connection.bank, days }, 'bank statements reconciled')
        })
      },
    },
    cron: [
      { task: 'build-bank-files', at: '* * * * *' },
      { task: 'ingest-bank-results', at: '* * * * *' },
      { task: 'reconcile-statements', at: '*/5 * * * *' },
    ],
  }
}
