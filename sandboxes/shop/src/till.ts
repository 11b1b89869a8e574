import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isRefusal } from '@nikau/sdk'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { NikauApi } from './nikau-api.ts'
import type { Html } from './pages.ts'
import { createCharges } from './till-charge.ts'
import { receiptPage, slipPage, tillPage } from './till-pages.ts'
import { type ChargeKind, createSales, leftOf, linesOf, type Sale, stageOf } from './till-sales.ts'
import { viewOf } from './till-view.ts'

const folder = join(import.meta.dirname, '../public')
const reader = import.meta.resolve('zxing-wasm/reader')
/** The reader of barcodes for browsers that have none, with its WebAssembly file, from our own host. */
const files: Record<string, { path: string; type: string }> = {
  'till.css': { path: join(folder, 'till.css'), type: 'text/css' },
  'till.js': { path: join(folder, 'till.js'), type: 'text/javascript' },
  'till-camera.js': { path: join(folder, 'till-camera.js'), type: 'text/javascript' },
  'till-codes.js': { path: join(folder, 'till-codes.js'), type: 'text/javascript' },
  'print.js': { path: join(folder, 'print.js'), type: 'text/javascript' },
  'reader.js': { path: fileURLToPath(new URL('../../iife/reader/index.js', reader)), type: 'text/javascript' },
  'reader.wasm': { path: fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')), type: 'application/wasm' },
}

const policy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "connect-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

const kinds: readonly ChargeKind[] = ['code', 'slip', 'cash', 'eftpos']

/** The till: sales are on the server, so that a reload or another screen shows the same sale. */
export function tillRoutes(app: FastifyInstance, { api, wallet }: { api: NikauApi; wallet: string }): void {
  const sales = createSales()
  const charges = createCharges(api)
  const send = (reply: FastifyReply, page: Html) => reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(page.markup)

  app.get('/till', (_request, reply) => reply.redirect(`/till/${sales.open().id}`, 303))
  const page = (path: string, show: (sale: Sale) => Html) =>
    app.get<{ Params: { id: string } }>(path, (request, reply) => {
      const sale = sales.get(request.params.id)
      return sale ? send(reply, show(sale)) : reply.redirect('/till', 303)
    })
  page('/till/:id', (sale) => tillPage(viewOf(sale)))
  page('/till/:id/receipt', receiptPage)
  page('/till/:id/slip', (sale) => slipPage(sale, wallet))

  const call = (method: 'GET' | 'POST', path: string, work: (sale: Sale, body: Record<string, unknown>) => Promise<void> | void) =>
    app.route<{ Params: { id: string } }>({
      method,
      url: path,
      async handler(request, reply) {
        const sale = sales.get(request.params.id)
        if (!sale) return await reply.code(404).send({ problem: 'There is no such sale.' })
        try {
          await work(sale, bodyOf(request))
        } catch (error) {
          sale.notice = isRefusal(error) ? `Nikau refused it (${error.code}).` : 'Nikau does not answer. Try again.'
        }
        return viewOf(sale)
      },
    })
  call('GET', '/api/till/:id', () => undefined)
  call('POST', '/api/till/:id/basket', (sale, { entries }) => {
    const lines = Array.isArray(entries) ? linesOf(entries) : undefined
    if (!lines || stageOf(sale) !== 'basket') return
    sale.lines = lines
    delete sale.notice
  })
  call('POST', '/api/till/:id/close', (sale) => {
    if (sale.lines.length > 0) sale.isClosed = true
    delete sale.notice
  })
  call('POST', '/api/till/:id/reopen', (sale) => {
    if (sale.legs.length === 0 && !sale.charge) sale.isClosed = false
    delete sale.notice
  })
  call('POST', '/api/till/:id/charge', async (sale, { kind, barcode }) => {
    const chosen = kinds.find((candidate) => candidate === kind)
    if (!chosen || sale.charge || sale.isRefunding || sale.lines.length === 0 || leftOf(sale) <= 0) return
    if (chosen === 'code' && !/^\d{6,20}$/.test(String(barcode))) return
    sale.isClosed = true
    await charges.begin(sale, chosen, chosen === 'code' ? String(barcode) : undefined)
  })
  call('POST', '/api/till/:id/cancel', (sale) => charges.cancel(sale))
  call('POST', '/api/till/:id/condition', (sale, { accept }) => charges.answerCondition(sale, accept === true))
  call('POST', '/api/till/:id/abandon', (sale) => (stageOf(sale) === 'take' && !sale.isRefunding ? charges.abandon(sale) : undefined))

  for (const [name, { path, type }] of Object.entries(files)) app.get(`/${name}`, async (_request, reply) => reply.type(type).send(await readFile(path)))
}

function bodyOf(request: FastifyRequest): Record<string, unknown> {
  try {
    return Buffer.isBuffer(request.body) ? (JSON.parse(request.body.toString('utf8')) as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
