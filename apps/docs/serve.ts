// Serves the documentation at DOCS_PORT: the built site, or with --dev the pages as they are in docs/.
import { watch } from 'node:fs'
import { join } from 'node:path'
import { createServer } from 'vitepress'
import { createBuiltServer } from './built.ts'
import { root, updatePages, writePages } from './content.ts'

const port = Number(process.env.DOCS_PORT ?? '4024')

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
  createBuiltServer(join(import.meta.dirname, 'dist')).listen(port, '127.0.0.1', () => console.log(JSON.stringify({ docs: `http://localhost:${port}` })))
}
