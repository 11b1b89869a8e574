import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { randomBytes } from 'node:crypto'
import { errors } from 'oidc-provider'
import { readAccountNumber } from './account-number.ts'
import { banks, type BankId, type Customer } from './banks.ts'
import type { Account } from './books.ts'
import { centsOf, type Consent, type Consents } from './consents.ts'
import { accountsPage, statementPage } from './pages/accounts.ts'
import { approvePage, messagePage, tooLatePage } from './pages/approve.ts'
import { sendPage } from './pages/html.ts'
import { markSvg, styleSheet } from './pages/layout.ts'
import { loginPage } from './pages/login.ts'
import { catchUp, type Providers, type World } from './world.ts'

type Session = { bank: BankId; customer: string; csrf: string }
type SignedIn = { customer: Customer; csrf: string }

/** The customer's side of one bank: log in, look at accounts and statements, decide on a consent. */
export const internetBanking = (app: FastifyInstance, world: World, consents: Consents, providers: Providers, id: BankId): void => {
  const bank = banks[id]
  const { books, clock, config } = world
  const provider = providers[id]
  const sessions = world.store.collection<Session>('sessions')
  const formTargets = [...new Set(config.redirectOrigins.map((origin) => new URL(origin).origin))]
  const people = (): Customer[] => books.customers().filter((customer) => customer.bank === id)

  const signedIn = (request: FastifyRequest): SignedIn | undefined => {
    const token = new RegExp(`(?:^|; )${id}_bank=([\\w-]+)`).exec(request.headers.cookie ?? '')?.[1]
    const session = token === undefined ? undefined : sessions.get(token)
    const customer = session?.bank === id ? books.customer(id, session.customer) : undefined
    return session && customer && { customer, csrf: session.csrf }
  }
  const signIn = (reply: FastifyReply, customer: Customer): void => {
    const token = randomBytes(24).toString('base64url')
    sessions.put(token, { bank: id, customer: customer.number, csrf: randomBytes(18).toString('base64url') })
    reply.header('set-cookie', `${id}_bank=${token}; Path=/${id}; HttpOnly; SameSite=Lax${config.origin.startsWith('https:') ? '; Secure' : ''}`)
  }
  const accountsOf = (customer: Customer): (Account & { balance: number })[] =>
    customer.accounts.flatMap(({ number }) => {
      const account = books.account(readAccountNumber(number)!)
      return account ? [{ ...account, balance: books.balance(account.number) }] : []
    })

  /** A wallet that names the account in its consent leaves no choice. */
  const payableFrom = (customer: Customer, { initiation }: Consent): (Account & { balance: number })[] => {
    const named = initiation.DebtorAccount && readAccountNumber(initiation.DebtorAccount.Identification)
    return accountsOf(customer).filter(({ number }) => named === undefined || number === named)
  }

  app.get(`/${id}/style.css`, (_request, reply) => reply.type('text/css').header('cache-control', 'max-age=300').send(styleSheet(bank)))
  app.get(`/${id}/mark.svg`, (_request, reply) => reply.type('image/svg+xml').header('cache-control', 'max-age=300').send(markSvg(bank)))
  app.get(`/${id}`, (_request, reply) => reply.redirect(`/${id}/accounts`, 303))
  app.get(`/${id}/`, (_request, reply) => reply.redirect(`/${id}/accounts`, 303))

  app.get(`/${id}/accounts`, (request, reply) => {
    catchUp(world)
    const who = signedIn(request)
    return sendPage(reply, who ? accountsPage(bank, who, accountsOf(who.customer)) : loginPage(bank, `/${id}/login`, people()))
  })

  app.get<{ Params: { number: string } }>(`/${id}/accounts/:number`, (request, reply) => {
    catchUp(world)
    const who = signedIn(request)
    if (!who) return sendPage(reply, loginPage(bank, `/${id}/login`, people()))
    const account = accountsOf(who.customer).find(({ number }) => number === readAccountNumber(request.params.number))
    if (!account) return sendPage(reply.code(404), messagePage(bank, 'No such account', 'It is not one of yours.'))
    return sendPage(reply, statementPage(bank, who, account, account.balance, books.entries(account.number)))
  })

  app.post<{ Body: { customer?: string; password?: string } }>(`/${id}/login`, (request, reply) => {
    const customer = books.customer(id, (request.body.customer ?? '').trim())
    if (!customer) return sendPage(reply.code(403), loginPage(bank, `/${id}/login`, people(), 'We do not know that customer number.'))
    signIn(reply, customer)
    return reply.redirect(`/${id}/accounts`, 303)
  })

  app.post(`/${id}/logout`, (request, reply) => {
    const token = new RegExp(`(?:^|; )${id}_bank=([\\w-]+)`).exec(request.headers.cookie ?? '')?.[1]
    if (token !== undefined) sessions.delete(token)
    return reply.header('set-cookie', `${id}_bank=; Path=/${id}; Max-Age=0; HttpOnly; SameSite=Lax`).redirect(`/${id}/accounts`, 303)
  })

  /** The consent that this visit is about. The request object is signed, so its claims are the wallet's own words. */
  const visit = async (request: FastifyRequest, reply: FastifyReply): Promise<{ consent: Consent | undefined } | undefined> => {
    catchUp(world)
    try {
      const { params } = await clock.run(() => provider.interactionDetails(request.raw, reply.raw))
      const consent = consents.consent(id, consentIdIn(params.claims))
      return { consent: consent?.clientId === params.client_id ? consent : undefined }
    } catch (error) {
      // No cookie, or one of another visit: opened by hand, in another browser, or long after.
      if (error instanceof errors.SessionNotFound) return undefined
      throw error
    }
  }
  const lost = (reply: FastifyReply): FastifyReply =>
    sendPage(reply.code(400), messagePage(bank, 'This visit has ended', 'Start again from where you wanted to pay.'), formTargets)
  const undecidable = (consent: Consent | undefined): string | undefined => {
    if (!consent) return 'We hold no such request.'
    if (consent.status === 'AwaitingAuthorisation') return undefined
    return consent.status === 'Rejected' ? 'It was declined or its time ran out.' : 'It has been approved already.'
  }

  type Visit = { Params: { uid: string }; Body: { decision?: string; account?: string; csrf?: string; customer?: string } }

  app.get<Visit>(`/${id}/approve/:uid`, async (request, reply) => {
    const found = await visit(request, reply)
    if (!found) return lost(reply)
    const why = undecidable(found.consent)
    if (!found.consent || why !== undefined) return sendPage(reply, tooLatePage(bank, request.params.uid, why ?? ''), formTargets)
    const who = signedIn(request)
    if (!who) return sendPage(reply, loginPage(bank, `/${id}/approve/${request.params.uid}/login`, people()), formTargets)
    return sendPage(reply, approvePage(bank, who, request.params.uid, found.consent, payableFrom(who.customer, found.consent)), formTargets)
  })

  app.post<Visit>(`/${id}/approve/:uid/login`, async (request, reply) => {
    const customer = books.customer(id, (request.body.customer ?? '').trim())
    const action = `/${id}/approve/${request.params.uid}`
    if (!customer) return sendPage(reply.code(403), loginPage(bank, `${action}/login`, people(), 'We do not know that customer number.'), formTargets)
    signIn(reply, customer)
    return reply.redirect(action, 303)
  })

  app.post<Visit>(`/${id}/approve/:uid`, async (request, reply) => {
    const found = await visit(request, reply)
    if (!found) return lost(reply)
    const { decision, account: chosen, csrf } = request.body
    const finish = async (result: { login: { accountId: string; remember: boolean } } | { error: string; error_description: string }): Promise<void> => {
      reply.hijack()
      await clock.run(() => provider.interactionFinished(request.raw, reply.raw, result, { mergeWithLastSubmission: false }))
    }
    const why = undecidable(found.consent)
    if (!found.consent || why !== undefined) {
      if (decision !== 'too-late') return sendPage(reply, tooLatePage(bank, request.params.uid, why ?? ''), formTargets)
      await finish({ error: 'access_denied', error_description: 'the consent can no longer be authorised' })
      return reply
    }
    const who = signedIn(request)
    if (!who || csrf !== who.csrf) return reply.redirect(`/${id}/approve/${request.params.uid}`, 303)
    if (decision === 'decline') {
      consents.decline(found.consent)
      await finish({ error: 'access_denied', error_description: 'the customer declined' })
      return reply
    }
    const accounts = payableFrom(who.customer, found.consent)
    const account = accounts.find(({ number }) => number === chosen)
    if (decision !== 'approve' || !account || account.balance < centsOf(found.consent.initiation.InstructedAmount.Amount)!) {
      return sendPage(
        reply.code(422),
        approvePage(bank, who, request.params.uid, found.consent, accounts, 'Choose an account with enough money in it.'),
        formTargets,
      )
    }
    consents.authorise(found.consent, account.number)
    await finish({ login: { accountId: found.consent.id, remember: false } })
    return reply
  })
}

const consentIdIn = (claims: unknown): string => {
  const asked = (typeof claims === 'string' ? JSON.parse(claims) : claims) as { id_token?: { ConsentId?: { value?: unknown } } } | undefined
  const value = asked?.id_token?.ConsentId?.value
  return typeof value === 'string' ? value : ''
}
