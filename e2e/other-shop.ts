import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { freePort } from '@nikau/testing/free-port'
import { web } from './addresses.ts'

export interface OtherShop {
  origin: string
  stop(): Promise<void>
}

/** A second sandbox shop, which belongs to nobody yet: its setup page connects it. */
export async function startOtherShop(): Promise<OtherShop> {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const { NIKAU_KEY: _key, NIKAU_CONFIG: _config, ...environment } = process.env
  const env = { ...environment, SHOP_PORT: String(port), SHOP_ORIGIN: origin, NIKAU_API: web, NIKAU_WALLET: web }
  const shop = spawn(process.execPath, ['sandboxes/shop/src/serve.ts'], { cwd: join(import.meta.dirname, '..'), env, stdio: ['ignore', 'pipe', 'inherit'] })
  await once(shop.stdout, 'data')
  return {
    origin,
    async stop() {
      const stopped = once(shop, 'exit')
      shop.kill('SIGTERM')
      await stopped
    },
  }
}
