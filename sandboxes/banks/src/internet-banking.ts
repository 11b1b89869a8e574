import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { randomBytes } from 'node:crypto'
import { errors } from 'oidc-provider'
import { readAccountNumber } from './account-number.ts'
import { banks, type BankId, type Customer } from './banks.ts'
import type { Account } from './ledger.ts'
import { centsOf, type Consent, type Consents } from './consents.ts'
import { accountsPage, statementPage } from './pages/accounts.ts'
import { approvePage, messagePage, tooLatePage } from './pages/approve.ts'
import { sendPage } from './pages/html.ts'
import { markSvg, styleSheet } from './pages/layout.ts'
import { loginPage } from './pages/login.ts'
import { catchUp, type Providers, type BanksDeps } from './deps.ts'

type Session = { bank: BankId; customer: string; csrf: string }
type SignedIn = { customer: Customer; csrf: string }

/** The pages of one bank: sign in, accounts and statements, approving a consent. */
export const internetBanking = (app: FastifyInstance, deps: BanksDeps, consents: Consents, providers: Providers, id: BankId): void => {
  const bank = banks[id]
  const { ledger, clock, config } = deps
  const provider = providers[id]
  const sessions = deps.store.collection<Session>('sessions')
  const formTargets = [...new Set(config.redirectOrigins.map((origin) => new URL(origin).origin))]
  const people = (): Customer[] => ledger.customers().filter((customer) => customer.bank === id)

  const signedIn = (request: FastifyRequest): SignedIn | undefined => {
    const token = new RegExp(`(?:^|; )${id}_bank=([\\w-]+)`).exec(request.headers.cookie ?? '')?.[1]
    const stored = token === undefined ? undefined : sessions.get(token)
    const customer = stored?.bank === id ? ledger.customer(id, stored.customer) : undefined
    return stored && customer && { customer, csrf: stored.csrf }
  }
  const signIn = (reply: FastifyReply, customer: Customer): void => {
    const token = randomBytes(24).toString('base64url')
    sessions.put(token, { bank: id, customer: customer.number, csrf: randomBytes(18).toString('base64url') })
    reply.header('set-cookie', `${id}_bank=${token}; Path=/${id}; HttpOnly; SameSite=Lax${config.origin.startsWith('https:') ? '; Secure' : ''}`)
  }
  const accountsOf = (customer: Customer): (Account & { balance: number })[] =>
    customer.accounts.flatMap(({ number }) => {
      const account = ledger.account(readAccountNumber(number)!)
      return account ? [{ ...account, balance: ledger.balance(account.number) }] : []
    })

  /** A consent that names an account allows no other. */
  const payableFrom = (customer: Customer, { initiation }: Consent): (Account & { balance: number })[] => {
    const named = initiation.DebtorAccount && readAccountNumber(initiation.DebtorAccount.Identification)
    return accountsOf(customer).filter(({ number }) => named === undefined || number === named)
  }

  app.get(`/${id}/style.css`, (_request, reply) => reply.type('text/css').header('cache-control', 'max-age=300').send(styleSheet(bank)))
  app.get(`/${id}/mark.svg`, (_request, reply) => reply.type('image/svg+xml').header('cache-control', 'max-age=300').send(markSvg(bank)))
  app.get(`/${id}`, (_request, reply) => reply.redirect(`/${id}/accounts`, 303))
  app.get(`/${id}/`, (_request, reply) => reply.redirect(`/${id}/accounts`, 303))

  app.get(`/${id}/accounts`, (request, reply) => {
    catchUp(deps)
    const session = signedIn(request)
    return sendPage(reply, session ? accountsPage(bank, session, accountsOf(session.customer)) : loginPage(bank, `/${id}/login`, people()))
  })

  app.get<{ Params: { number: string } }>(`/${id}/accounts/:number`, (request, reply) => {
    catchUp(deps)
    const session = signedIn(request)
    if (!session) return sendPage(reply, loginPage(bank, `/${id}/login`, people()))
    const account = accountsOf(session.customer).find(({ number }) => number === readAccountNumber(request.params.number))
    if (!account) return sendPage(reply.code(404), messagePage(bank, 'No such account', 'It is not one of yours.'))
    return sendPage(reply, statementPage(bank, session, account, account.balance, ledger.entries(account.number)))
  })

  app.post<{ Body: { customer?: string; password?: string } }>(`/${id}/login`, (request, reply) => {
    const customer = ledger.customer(id, (request.body.customer ?? '').trim())
    if (!customer) return sendPage(reply.code(403), loginPage(bank, `/${id}/login`, people(), 'We do not know that customer number.'))
    signIn(reply, customer)
    return reply.redirect(`/${id}/accounts`, 303)
  })

  app.post(`/${id}/logout`, (request, reply) => {
    const token = new RegExp(`(?:^|; )${id}_bank=([\\w-]+)`).exec(request.headers.cookie ?? '')?.[1]
    if (token !== undefined) sessions.delete(token)
    return reply.header('set-cookie', `${id}_bank=; Path=/${id}; Max-Age=0; HttpOnly; SameSite=Lax`).redirect(`/${id}/accounts`, 303)
  })

  /** The consent of this visit. The request object is signed, so its claims come from the wallet. */
  const visit = async (request: FastifyRequest, reply: FastifyReply): Promise<{ consent: Consent | undefined } | undefined> => {
    catchUp(deps)
    try {
      const { params } = await clock.run(() => provider.interactionDetails(request.raw, reply.raw))
      const consent = consents.consent(id, consentIdIn(params.claims))
      return { consent: consent?.clientId === params.client_id ? consent : undefined }
    } catch (error) {
      // No cookie, or that of another visit: opened in another browser, or much later.
      if (error instanceof errors.SessionNotFound) return undefined
      throw error
    }
  }
  const visitEnded = (reply: FastifyReply): FastifyReply =>
    sendPage(reply.code(400), messagePage(bank, 'This visit has ended', 'Start again from where you wanted to pay.'), formTargets)
  const reasonClosed = (consent: Consent | undefined): string | undefined => {
    if (!consent) return 'We hold no such request.'
    if (consent.status === 'AwaitingAuthorisation') return undefined
    return consent.status === 'Rejected' ? 'It was declined or its time ran out.' : 'It has been approved already.'
  }

  type Visit = { Params: { uid: string }; Body: { decision?: string; account?: string; csrf?: string; customer?: string } }

  app.get<Visit>(`/${id}/approve/:uid`, async (request, reply) => {
    const found = await visit(request, reply)
    if (!found) return visitEnded(reply)
    const why = reasonClosed(found.consent)
    if (!found.consent || why !== undefined) return sendPage(reply, tooLatePage(bank, request.params.uid, why ?? ''), formTargets)
    const session = signedIn(request)
    if (!session) return sendPage(reply, loginPage(bank, `/${id}/approve/${request.params.uid}/login`, people()), formTargets)
    return sendPage(reply, approvePage(bank, session, request.params.uid, found.consent, payableFrom(session.customer, found.consent)), formTargets)
  })

  app.post<Visit>(`/${id}/approve/:uid/login`, async (request, reply) => {
    const customer = ledger.customer(id, (request.body.customer ?? '').trim())
    const action = `/${id}/approve/${request.params.uid}`
    if (!customer) return sendPage(reply.code(403), loginPage(bank, `${action}/login`, people(), 'We do not know that customer number.'), formTargets)
    signIn(reply, customer)
    return reply.redirect(action, 303)
  })

  app.post<Visit>(`/${id}/approve/:uid`, async (request, reply) => {
    const found = await visit(request, reply)
    if (!found) return visitEnded(reply)
    const { decision, account: chosen, csrf } = request.body
    const finish = async (result: { login: { accountId: string; remember: boolean } } | { error: string; error_description: string }): Promise<void> => {
      reply.hijack()
      await clock.run(() => provider.interactionFinished(request.raw, reply.raw, result, { mergeWithLastSubmission: false }))
    }
    const why = reasonClosed(found.consent)
    if (!found.consent || why !== undefined) {
      if (decision !== 'too-late') return sendPage(reply, tooLatePage(bank, request.params.uid, why ?? ''), formTargets)
      await finish({ error: 'access_denied', error_description: 'the consent can no longer be authorised' })
      return reply
    }
    const session = signedIn(request)
    if (!session || csrf !== session.csrf) return reply.redirect(`/${id}/approve/${request.params.uid}`, 303)
    if (decision === 'decline') {
      consents.decline(found.consent)
      await finish({ error: 'access_denied', error_description: 'the customer declined' })
      return reply
    }
    const accounts = payableFrom(session.customer, found.consent)
    const account = accounts.find(({ number }) => number === chosen)
    if (decision !== 'approve' || !account || account.balance < centsOf(found.consent.initiation.InstructedAmount.Amount)!) {
      return sendPage(
        reply.code(422),
        approvePage(bank, session, request.params.uid, found.consent, accounts, 'Choose an account with enough money in it.'),
        formTargets,
      )
    }
    consents.authorise(found.consent, account.number)
    await finish({ login: { accountId: found.consent.id, remember: false } })
    return reply
  })
}

const consentIdIn = (claims: unknown): string => {
  const parsed = (typeof claims === 'string' ? JSON.parse(claims) : claims) as { id_token?: { ConsentId?: { value?: unknown } } } | undefined
  const value = parsed?.id_token?.ConsentId?.value
  return typeof value === 'string' ? value : ''
}
