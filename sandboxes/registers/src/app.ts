import { createServer, type Server } from 'node:http'
import { entityOf } from './entities.ts'

/** The register of business numbers, as far as the wallet asks it: `GET /entities/{nzbn}` with a subscription key. */
export const createRegisters = ({ key }: { key: string }): Server =>
  createServer((request, response) => {
    const send = (status: number, body: object) => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const path = new URL(request.url ?? '/', 'http://registers').pathname
    if (path === '/healthz') return send(200, { ok: true })
    const nzbn = /^\/entities\/(\d+)$/.exec(path)?.[1]
    if (request.method !== 'GET' || nzbn === undefined) return send(404, { errorCode: 'NOT_FOUND' })
    if (request.headers['ocp-apim-subscription-key'] !== key) return send(401, { errorCode: 'ACCESS_DENIED' })
    const found = entityOf(nzbn)
    return found ? send(200, found) : send(404, { errorCode: 'ENTITY_NOT_FOUND' })
  })
