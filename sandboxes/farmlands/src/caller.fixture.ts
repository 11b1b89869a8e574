import { createHash, createHmac } from 'node:crypto'

export const secret = 'sandbox-farmlands-secret'

/** Calls the company as the wallet does. */
export const caller = (origin: string, signWith = secret) => {
  const call = async (method: 'GET' | 'POST', path: string, options: { body?: object; key?: string; at?: number } = {}) => {
    const body = options.body === undefined ? '' : JSON.stringify(options.body)
    const at = String(options.at ?? Math.floor(Date.now() / 1000))
    const text = [method, path, at, options.key ?? '', createHash('sha256').update(body).digest('hex')].join('\n')
    const mac = createHmac('sha256', signWith).update(text).digest('hex')
    const headers: Record<string, string> = { authorization: `Farmlands client="nikau", at="${at}", mac="${mac}"` }
    if (body !== '') headers['content-type'] = 'application/json'
    if (options.key !== undefined) headers['idempotency-key'] = options.key
    const response = await fetch(origin + path, { method, headers, ...(body !== '' && { body }) })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
  return {
    call,
    check: (number: string, expiry = '12/30', cvc = '123') => call('POST', '/v1/cards/check', { body: { number, expiry, cvc } }),
    charge: (key: string, cents: number, card = 'fct_demo0001') =>
      call('POST', '/v1/charges', { key, body: { card, cents, merchantGst: '140107697', reference: 'CP-1' } }),
    refund: (key: string, chargeKey: string, cents: number) => call('POST', '/v1/refunds', { key, body: { chargeKey, cents, reference: 'R-1' } }),
    control: async (path: string, body: object) =>
      await (await fetch(`${origin}/control/${path}`, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })).json(),
  }
}
