// Serves the documentation at DOCS_PORT: the built site, or with --dev the pages as they are in docs/.
import { existsSync, statSync, watch } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { createServer } from 'vitepress'
import { root, updatePages, writePages } from './content.ts'

const port = Number(process.env.DOCS_PORT ?? '4024')
const dist = join(import.meta.dirname, 'dist')
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}
const policy =
  "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'"

if (process.argv.includes('--dev')) await serveSources()
else serveBuilt()

async function serveSources(): Promise<void> {
  writePages()
  const server = await createServer(import.meta.dirname, { port, strictPort: true, host: 'localhost' })
  await server.listen()
  let isDue: NodeJS.Timeout | undefined
  watch(join(root, 'docs'), { recursive: true }, () => {
    clearTimeout(isDue)
    isDue = setTimeout(updatePages, 200)
  })
}

function serveBuilt(): void {
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://docs').pathname)
    const at = join(dist, normalize(path))
    const file = [at, `${at}.html`, join(at, 'index.html')].find(
      (candidate) => candidate.startsWith(dist) && existsSync(candidate) && statSync(candidate).isFile(),
    )
    const isBuilt = existsSync(dist)
    const found = file ?? (isBuilt ? join(dist, '404.html') : undefined)
    const headers = { 'content-security-policy': policy, 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' }
    if (found === undefined) return void response.writeHead(path === '/' ? 200 : 503, headers).end('The documentation is not built: run pnpm docs:build.')
    response.writeHead(file ? 200 : 404, { ...headers, 'content-type': types[extname(found)] ?? 'application/octet-stream' }).end(await readFile(found))
  }
  createHttpServer((request, response) => void answer(request, response)).listen(port, '127.0.0.1', () =>
    console.log(JSON.stringify({ docs: `http://localhost:${port}` })),
  )
}
