import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createHash, randomUUID } from 'node:crypto'
import { accountNumberFault, readAccountNumber, showAccountNumber } from './account-number.ts'
import { respondWith, errorResponse, type ApiResponse, type Detail } from './response.ts'
import type { BankId } from './banks.ts'
import { centsOf, sentinelOf, type Consent, type Consents, type Initiation, type Payment } from './consents.ts'
import { consentBody, paymentBody } from './open-banking-schema.ts'
import type { PaymentSentinel } from './sentinels.ts'
import type { FaultKind, FaultPoint } from './fault-injection.ts'
import { catchUp, type Providers, type BanksDeps } from './deps.ts'

const base = 'open-banking-nz/v2.3'
const idempotencyWindowMs = 24 * 3_600_000

type StoredResponse = { digest: string; at: number; response: ApiResponse }
type Token = { kind: 'client' | 'customer'; clientId: string; consentId: string | undefined }

/** The API of one bank: consents and payments of the Payments NZ standard, v2.3. */
export const openBanking = (app: FastifyInstance, deps: BanksDeps, consents: Consents, providers: Providers, bank: BankId): void => {
  const { store, clock, faultInjection, config, ledger } = deps
  const storedResponses = store.collection<StoredResponse>('answers')
  const self = (path: string): string => `${config.origin}/${bank}/${base}/${path}`

  const tokenOf = async (request: FastifyRequest): Promise<Token | undefined> => {
    const value = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
    if (value === undefined) return undefined
    return clock.run(async () => {
      const provider = providers[bank]
      const ours = await provider.ClientCredentials.find(value)
      if (ours) return ours.scopes.has('payments') ? { kind: 'client' as const, clientId: ours.clientId!, consentId: undefined } : undefined
      const theirs = await provider.AccessToken.find(value)
      return theirs?.scopes.has('payments') ? { kind: 'customer' as const, clientId: theirs.clientId!, consentId: theirs.accountId } : undefined
    })
  }

  /** Authenticates the caller, runs events that are due, then acts under the faults for this endpoint. */
  const call = async (
    request: FastifyRequest,
    reply: FastifyReply,
    point: FaultPoint,
    kind: Token['kind'],
    faultsOf: () => FaultKind[],
    act: (token: Token, faults: FaultKind[]) => ApiResponse,
  ): Promise<FastifyReply> => {
    reply.header('x-fapi-interaction-id', String(request.headers['x-fapi-interaction-id'] ?? randomUUID()))
    catchUp(deps)
    const faults = [...faultInjection.take(bank, point), ...faultsOf()]
    return respondWith(reply, faults, faultInjection.settings(), async () => {
      const token = await tokenOf(request)
      if (!token) return errorResponse(401, { ErrorCode: 'Reauthenticate', Message: 'The access token is missing, unknown or expired.' })
      if (token.kind !== kind)
        return errorResponse(403, { ErrorCode: 'Reauthenticate', Message: kind === 'client' ? 'Use a client-credentials token.' : "Use the customer's token." })
      const invalid = bodyFaults(request)
      return invalid ? errorResponse(400, ...invalid) : act(token, faults)
    })
  }

  /** The same key and body get the first response; the same key with another body is refused. */
  const withIdempotencyKey = (request: FastifyRequest, token: Token, act: (key: string) => ApiResponse): ApiResponse => {
    const key = request.headers['x-idempotency-key']
    if (typeof key !== 'string' || key === '')
      return errorResponse(400, { ErrorCode: 'Header.Missing', Message: 'x-idempotency-key is required.', Path: 'x-idempotency-key' })
    if (key.length > 40 || !/^(?!\s).*\S$/.test(key))
      return errorResponse(400, { ErrorCode: 'Header.Invalid', Message: 'x-idempotency-key has at most 40 characters.', Path: 'x-idempotency-key' })
    const id = `${bank} ${token.clientId} ${request.routeOptions.url} ${key}`
    const digest = createHash('sha256').update(canonicalJson(request.body)).digest('hex')
    const first = storedResponses.get(id)
    if (first && clock.ms() - first.at < idempotencyWindowMs) {
      if (first.digest === digest) return first.response
      return errorResponse(400, { ErrorCode: 'Header.Invalid', Message: 'This x-idempotency-key was used with another body.', Path: 'x-idempotency-key' })
    }
    return store.atomically(() => {
      const response = act(key)
      if (response.status === 201) storedResponses.put(id, { digest, at: clock.ms(), response })
      return response
    })
  }

  const consentResponse = (status: number, consent: Consent): ApiResponse => ({
    status,
    body: {
      Data: {
        ConsentId: consent.id,
        Status: consent.status,
        CreationDateTime: new Date(consent.createdAt).toISOString(),
        StatusUpdateDateTime: new Date(consent.updatedAt).toISOString(),
        Consent: consent.initiation,
      },
      Risk: consent.risk,
      Links: { Self: self(`domestic-payment-consents/${consent.id}`) },
      Meta: {},
    },
  })
  const paymentResponse = (status: number, payment: Payment): ApiResponse => ({
    status,
    body: {
      Data: {
        DomesticPaymentId: payment.id,
        ConsentId: payment.consentId,
        Status: payment.status,
        CreationDateTime: new Date(payment.createdAt).toISOString(),
        StatusUpdateDateTime: new Date(payment.updatedAt).toISOString(),
        Initiation: payment.initiation,
      },
      Risk: payment.risk,
      Links: { Self: self(`domestic-payments/${payment.id}`) },
      Meta: {},
    },
  })
  const unknown = (what: string): ApiResponse => errorResponse(400, { ErrorCode: 'Resource.Invalid', Message: `There is no such ${what}.` })

  type ConsentRequest = { Body: { Data: { Consent: Initiation }; Risk: unknown } }
  app.post<ConsentRequest>(`/${bank}/${base}/domestic-payment-consents`, { schema: { body: consentBody }, attachValidation: true }, (request, reply) =>
    call(
      request,
      reply,
      'consents',
      'client',
      () =>
        sentinelFaults(sentinelIn(request.body?.Data?.Consent), 'consents', () =>
          faultInjection.attempt(`consents ${String(request.headers['x-idempotency-key'])}`),
        ),
      (token) =>
        withIdempotencyKey(request, token, () => {
          const wrong = initiationFault(request.body.Data.Consent)
          if (wrong) return errorResponse(400, wrong)
          return consentResponse(201, consents.create(bank, token.clientId, request.body.Data.Consent, request.body.Risk))
        }),
    ),
  )

  app.get<{ Params: { id: string } }>(`/${bank}/${base}/domestic-payment-consents/:id`, (request, reply) =>
    call(request, reply, 'consent', 'client', none, (token) => {
      const consent = consents.consent(bank, request.params.id)
      return consent?.clientId === token.clientId ? consentResponse(200, consent) : unknown('consent')
    }),
  )

  type PaymentRequest = { Body: { Data: { ConsentId: string; Initiation: Initiation }; Risk: unknown } }
  app.post<PaymentRequest>(`/${bank}/${base}/domestic-payments`, { schema: { body: paymentBody }, attachValidation: true }, (request, reply) =>
    call(
      request,
      reply,
      'payments',
      'customer',
      () =>
        sentinelFaults(sentinelIn(request.body?.Data?.Initiation), 'payments', () =>
          faultInjection.attempt(`payments ${String(request.headers['x-idempotency-key'])}`),
        ),
      (token, faults) => {
        const { ConsentId, Initiation } = request.body.Data
        // A token is valid for one consent.
        if (token.consentId !== ConsentId) return errorResponse(403, { ErrorCode: 'Reauthenticate', Message: 'This token was issued for another consent.' })
        return withIdempotencyKey(request, token, (key) => {
          const consent = consents.consent(bank, ConsentId)
          if (!consent || consent.clientId !== token.clientId) return unknown('consent')
          if (consent.status !== 'Authorised' || consent.debtor === null) {
            return errorResponse(400, { ErrorCode: 'Resource.Consent.InvalidStatus', Message: `The consent is ${consent.status}.`, Path: 'Data.ConsentId' })
          }
          if (canonicalJson(Initiation) !== canonicalJson(consent.initiation) || canonicalJson(request.body.Risk) !== canonicalJson(consent.risk)) {
            return errorResponse(400, {
              ErrorCode: 'Resource.Consent.Mismatch',
              Message: 'The payment is not what the customer consented to.',
              Path: 'Data.Initiation',
            })
          }
          return paymentResponse(201, consents.pay(consent, consent.debtor, key, faults))
        })
      },
    ),
  )

  app.get<{ Params: { id: string } }>(`/${bank}/${base}/domestic-payments/:id`, (request, reply) =>
    call(request, reply, 'payment', 'client', none, () => {
      const payment = consents.payment(bank, request.params.id)
      return payment ? paymentResponse(200, payment) : unknown('payment')
    }),
  )

  app.get<{ Params: { id: string } }>(`/${bank}/${base}/domestic-payments/:id/debtor-account`, (request, reply) =>
    call(request, reply, 'debtor-account', 'client', none, () => {
      const payment = consents.payment(bank, request.params.id)
      if (!payment) return unknown('payment')
      if (payment.initiation.DebtorAccountRelease !== true) {
        return errorResponse(403, { ErrorCode: 'Resource.Consent.DebtorAccount', Message: 'The consent did not release the debtor account.' })
      }
      return {
        status: 200,
        body: {
          Data: {
            DebtorAccount: {
              SchemeName: 'BECSElectronicCredit',
              Identification: showAccountNumber(payment.debtor),
              Name: ledger.account(payment.debtor)?.name ?? 'Account',
            },
          },
          Links: { Self: self(`domestic-payments/${payment.id}/debtor-account`) },
          Meta: {},
        },
      }
    }),
  )
}

const none = (): FaultKind[] => []

const sentinelIn = (initiation: Initiation | undefined): PaymentSentinel | undefined =>
  typeof initiation?.InstructedAmount?.Amount === 'string' && initiation.RemittanceInformation ? sentinelOf(initiation) : undefined

/** The faults of the API that a sentinel amount triggers. Faults of the return and outcomes of payments are handled elsewhere. */
const sentinelFaults = (sentinel: PaymentSentinel | undefined, at: 'consents' | 'payments', attempt: () => number): FaultKind[] => {
  if (sentinel === 'SLOW') return ['slow']
  if (at === 'consents') {
    if (sentinel === 'DOWN') return ['down']
    if (sentinel === 'LOSECONS' && attempt() === 1) return ['lose']
    return []
  }
  if (sentinel === 'DOWNPAY' && attempt() <= 2) return ['down']
  if (sentinel === 'LOSE' && attempt() === 1) return ['lose']
  if (sentinel === 'GARBLE' && attempt() === 1) return ['garble']
  return []
}

const initiationFault = (initiation: Initiation): Detail | undefined => {
  const { InstructedAmount, CreditorAccount } = initiation
  if (InstructedAmount.Currency !== 'NZD') return { ErrorCode: 'Unsupported.Currency', Message: 'Only NZD.', Path: 'Data.Consent.InstructedAmount.Currency' }
  if (centsOf(InstructedAmount.Amount) === undefined)
    return { ErrorCode: 'Field.Invalid', Message: 'Whole cents above zero.', Path: 'Data.Consent.InstructedAmount.Amount' }
  const fault = accountNumberFault(readAccountNumber(CreditorAccount.Identification)!)
  return (
    fault && {
      ErrorCode: 'Unsupported.AccountIdentifier',
      Message: `The creditor account has a ${fault}.`,
      Path: 'Data.Consent.CreditorAccount.Identification',
    }
  )
}

type Problem = { keyword: string; instancePath: string; params: { missingProperty?: string; additionalProperty?: string }; message?: string }

const bodyFaults = (request: FastifyRequest): [Detail, ...Detail[]] | undefined => {
  const problems = (request.validationError?.validation ?? []) as Problem[]
  const details = problems.map((problem): Detail => {
    const path = problem.instancePath.slice(1).replaceAll('/', '.')
    const named = problem.params.missingProperty ?? problem.params.additionalProperty ?? ''
    return {
      ErrorCode: problem.keyword === 'required' ? 'Field.Missing' : problem.keyword === 'additionalProperties' ? 'Field.Unexpected' : 'Field.Invalid',
      Message: problem.message ?? 'does not match the standard',
      Path: [path, named].filter((part) => part !== '').join('.') || 'body',
    }
  })
  const [first, ...rest] = details
  return first && [first, ...rest]
}

/** JSON with sorted keys, so that equal content is equal text. */
export const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
