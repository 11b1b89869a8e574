// The server of the built site.
import { createHash } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { extname, join, normalize, sep } from 'node:path'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

interface Answer {
  status: number
  type: string
  content: string | Buffer
}

const text = (status: number, content: string): Answer => ({ status, type: 'text/plain; charset=utf-8', content })

export function createBuiltServer(dist: string): Server {
  return createServer((request, response) => {
    const send = ({ status, type, content }: Answer) =>
      response
        .writeHead(status, {
          'content-security-policy': policyOf(type.startsWith('text/html') ? String(content) : ''),
          'content-type': type,
          'x-content-type-options': 'nosniff',
          'referrer-policy': 'no-referrer',
        })
        .end(content)
    answerOf(dist, request.url ?? '/').then(send, () => send(text(500, 'The page cannot be read.')))
  })
}

async function answerOf(dist: string, url: string): Promise<Answer> {
  const path = pathOf(url)
  if (path === undefined) return text(400, 'That is not an address.')
  const at = join(dist, normalize(path))
  const file = [at, `${at}.html`, join(at, 'index.html')].find(
    (candidate) => candidate.startsWith(dist + sep) && existsSync(candidate) && statSync(candidate).isFile(),
  )
  if (!file && !existsSync(dist)) return text(path === '/' ? 200 : 503, 'The documentation is not built: run pnpm docs:build.')
  const found = file ?? join(dist, '404.html')
  return { status: file ? 200 : 404, type: types[extname(found)] ?? 'application/octet-stream', content: await readFile(found) }
}

function pathOf(url: string): string | undefined {
  try {
    return decodeURIComponent(new URL(url, 'http://docs').pathname)
  } catch {
    return undefined
  }
}

/** Of the scripts in a page only those run that were built into it. */
function policyOf(page: string): string {
  const scripts = [...page.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([^]*?)<\/script>/g)].map(([, script]) => script!)
  const hashes = scripts.map((script) => ` 'sha256-${createHash('sha256').update(script).digest('base64')}'`)
  return [
    "default-src 'self'",
    `script-src 'self'${[...new Set(hashes)].join('')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
