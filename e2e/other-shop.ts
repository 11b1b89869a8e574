import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { web } from './addresses.ts'

export interface OtherShop {
  origin: string
  stop(): Promise<void>
}

/** A second sandbox shop, which belongs to nobody yet: its setup page connects it. */
export async function startOtherShop(): Promise<OtherShop> {
  const { NIKAU_KEY: _key, NIKAU_CONFIG: _config, ...environment } = process.env
  const env = { ...environment, SHOP_PORT: '0', NIKAU_API: web, NIKAU_WALLET: web }
  const shop = spawn(process.execPath, ['sandboxes/shop/src/serve.ts'], { cwd: join(import.meta.dirname, '..'), env, stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(shop.stdout, 'data')) as [Buffer]
  const { shop: origin } = JSON.parse(line.toString()) as { shop: string }
  return {
    origin,
    async stop() {
      const stopped = once(shop, 'exit')
      shop.kill('SIGTERM')
      await stopped
    },
  }
}
