import { parentPort, workerData } from 'node:worker_threads'
import type { Statement } from './statement-model.ts'
import { toPdf } from './statement-pdf.ts'

/** The thread that draws one long PDF (pdf-drawer.ts). */
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- the port of a thread has no origin
parentPort!.postMessage(await toPdf(workerData as Statement))
