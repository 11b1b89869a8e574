import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Company } from './company.ts'
import type { Config } from './config.ts'
import { appPage, type AppState } from './pages/app.ts'
import { sendPage } from './pages/html.ts'
import { openWalletApi } from './wallet-api.ts'

/**
 * The company's app, as a page at the address that a phone would hand to it: `/pay/{paymentRequestId}`. Its holder has confirmed with the
 * phone who they are, so it offers the cards that pay without a code.
 */
export const appRoutes = (app: FastifyInstance, { company, config }: { company: Company; config: Config }): void => {
  const wallet = openWalletApi(config.walletOrigin)
  const cards = () => company.cards().filter(({ trusted, status }) => trusted && status === 'active')
  const show = async (reply: FastifyReply, id: string, refusal?: string): Promise<FastifyReply> => {
    const request = await wallet.summary(id)
    const state: AppState = { id, request, refusal, cards: cards().map((card) => ({ card, availableCents: company.available(card.account) })) }
    return sendPage(reply.code(request ? 200 : 404), appPage(state), config.walletOrigin)
  }

  app.get<{ Params: { id: string } }>('/pay/:id', (request, reply) => show(reply, request.params.id))

  app.post<{ Params: { id: string }; Body: { card?: string } }>('/pay/:id', async (request, reply) => {
    const { id } = request.params
    const card = cards().find(({ token }) => token === request.body?.card)
    const refusal = card ? await wallet.pay(id, card) : 'NO_CARD'
    return refusal === undefined ? await reply.redirect(`${config.walletOrigin}/deimos/pay/${encodeURIComponent(id)}`, 303) : await show(reply, id, refusal)
  })
}
