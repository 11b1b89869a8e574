import { isNikauError } from '@nikau/sdk'
import type { FastifyInstance } from 'fastify'
import type { NikauApi, NikauSettings } from './nikau-api.ts'
import { html, type Html, page } from './pages.ts'

interface Setup {
  api: NikauApi
  settings: NikauSettings
  webhookAddress: () => string
  connected(to: { jwksUrl: string; returnAddresses: readonly string[] }): void
}

/** Open while the shop is not connected; everything else leads to the setup page. */
const openPaths = /^\/(?:setup|webhooks|healthz|shop\.css|shop\.js|icon\.svg)$/

/** Connects the shop to a merchant's account while it runs, with what the merchant copies from the portal. */
export function addSetup(app: FastifyInstance, { api, settings, webhookAddress, connected }: Setup): void {
  app.addHook('onRequest', async (request, reply) => {
    if (settings.key === '' && !openPaths.test(request.url)) return await reply.redirect('/setup', 303)
    return undefined
  })
  const show = (notice?: string) => setupPage({ configId: settings.configId, webhookAddress: webhookAddress(), notice }).markup

  app.get('/setup', (_request, reply) => reply.type('text/html; charset=utf-8').send(show()))

  app.post<{ Body: { key?: string; config?: string; keys?: string } }>('/setup', async ({ body }, reply) => {
    const [key, configId, jwksUrl] = [body?.key, body?.config, body?.keys].map((text) => text?.trim() ?? '') as [string, string, string]
    const refuse = (text: string) => reply.code(400).type('text/html; charset=utf-8').send(show(text))
    // Whoever names the keys decides what is believed.
    if (!URL.canParse(jwksUrl) || new URL(jwksUrl).origin !== new URL(settings.api).origin) return refuse('The published keys are not at Nikau.')
    const before = { ...settings }
    Object.assign(settings, { key, configId })
    try {
      connected({ jwksUrl, returnAddresses: (await api.readConfig()).allowedRedirectUrls })
    } catch (error) {
      Object.assign(settings, before)
      return refuse(`Nikau does not take them (${isNikauError(error) && error.kind === 'refused' ? error.code : 'no response'}).`)
    }
    return await reply.redirect('/setup', 303)
  })
}

function setupPage({ configId, webhookAddress, notice }: { configId: string; webhookAddress: string; notice: string | undefined }): Html {
  const field = (name: string, label: string, type: string) =>
    html`<label>${label} <input type="${type}" name="${name}" autocomplete="off" spellcheck="false" required /></label>`
  return page(
    'Setup',
    'setup',
    html`<h1>Connect the shop</h1>
      ${notice !== undefined && html`<p class="notice" role="alert">${notice}</p>`}
      ${configId !== '' && html`<p role="status">Connected: the shop sells as ${configId}.</p>`}
      <article>
        <p>Add this address in Nikau for business under Developers, Webhooks:</p>
        <p><code>${webhookAddress}</code></p>
        <form method="post" action="/setup" class="setup">
          ${field('key', 'API key', 'password')} ${field('config', 'Configuration of the shop', 'text')}
          ${field('keys', 'Published keys of the webhook', 'url')}
          <button>Connect</button>
        </form>
      </article>`,
  )
}
