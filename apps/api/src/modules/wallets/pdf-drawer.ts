import { Worker } from 'node:worker_threads'
import { Unavailable } from '../../http/errors.ts'
import type { Statement } from './statement-model.ts'

/** A PDF of so many lines is drawn where it is asked for; it takes less time than starting a thread. */
const shortLines = 200
const maxWaiting = 20
const timeoutMs = 30_000

export interface PdfDrawer {
  draw(statement: Statement): Promise<Uint8Array>
  close(): Promise<void>
}

/** Draws long PDFs in a thread, one at a time, so that they take no time from other calls and never more than one processor. */
export function createPdfDrawer(): PdfDrawer {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  let running: Worker | undefined

  async function drawInThread(statement: Statement): Promise<Uint8Array> {
    const thread = new Worker(new URL('./statement-pdf-thread.ts', import.meta.url), { workerData: statement, resourceLimits: { maxOldGenerationSizeMb: 256 } })
    running = thread
    const timer = setTimeout(() => void thread.terminate(), timeoutMs)
    try {
      return await new Promise<Uint8Array>((resolve, reject) => {
        thread.once('message', resolve)
        thread.once('error', reject)
        thread.once('exit', (code) => reject(new Unavailable(`the PDF thread ended with ${code}`)))
      })
    } finally {
      clearTimeout(timer)
      running = undefined
    }
  }

  return {
    async draw(statement) {
      // The PDF library and its fonts are loaded with the first PDF.
      if (statement.lines.length <= shortLines) return await (await import('./statement-pdf.ts')).toPdf(statement)
      if (waiting >= maxWaiting) throw new Unavailable('too many PDFs are waiting to be drawn')
      waiting++
      const drawn = last.then(() => drawInThread(statement)).finally(() => waiting--)
      last = drawn.catch(() => undefined)
      return await drawn
    },
    async close() {
      await running?.terminate()
    },
  }
}
