import { startShop } from './shop.ts'

const {
  SHOP_PORT = '4020',
  SHOP_HOST,
  SHOP_ORIGIN,
  NIKAU_API = 'http://localhost:4000',
  NIKAU_WALLET,
  NIKAU_KEY,
  NIKAU_CONFIG,
  NIKAU_WEBHOOK,
  NIKAU_WEBHOOK_ID,
} = process.env
if (!NIKAU_KEY !== !NIKAU_CONFIG) {
  console.error('NIKAU_KEY and NIKAU_CONFIG belong together; without both, the shop is connected on its page /setup')
  process.exit(2)
}
const shop = await startShop({
  port: Number(SHOP_PORT),
  api: NIKAU_API,
  wallet: NIKAU_WALLET ?? NIKAU_API,
  ...(NIKAU_KEY && NIKAU_CONFIG && { key: NIKAU_KEY, configId: NIKAU_CONFIG }),
  ...(SHOP_HOST && { host: SHOP_HOST }),
  ...(SHOP_ORIGIN && { origin: SHOP_ORIGIN }),
  ...(NIKAU_WEBHOOK && { webhookAddress: NIKAU_WEBHOOK }),
  ...(NIKAU_WEBHOOK_ID && { webhookId: NIKAU_WEBHOOK_ID }),
})
console.log(JSON.stringify({ shop: shop.origin }))
if (NIKAU_KEY) void registerMachines()

/** Nikau may start later than the shop. */
async function registerMachines(): Promise<void> {
  for (let attempt = 1; attempt <= 60; attempt++) {
    try {
      return await shop.registerMachines()
    } catch (error) {
      console.error(JSON.stringify({ machines: 'not registered', attempt, reason: String(error) }))
    }
    await new Promise((resolve) => setTimeout(resolve, 2000))
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void shop.stop().then(() => process.exit(0)))
