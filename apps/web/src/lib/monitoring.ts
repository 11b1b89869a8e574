import type { WebConfig } from '@nikau/contract/web-config'
import type { MutationCache, QueryCache } from '@tanstack/react-query'
import { CallError } from './call-error.ts'
import { endpointKey, failureNames, isExpectedFailure } from './expected-failures.ts'
import type { Monitoring } from './monitoring-port.ts'

/**
 * Errors and timings for the operators. A report contains only what cannot hold secrets: redacted messages, endpoint patterns
 * instead of URLs, and files with positions from a stack. Tokens, card data, one-time codes and bank account numbers never
 * get into it, whatever the error holds.
 */
export interface Report {
  kind: 'error' | 'support' | 'trace'
  name: string
  at: string
  /** The screen's name in the route table. */
  screen: string
  detail: Record<string, string | number>
}

interface MonitoringDeps {
  config: WebConfig['monitoring']
  /** Answers whether the report has arrived. */
  send: (url: string, body: string) => Promise<boolean>
  random: () => number
  now: () => Date
}

export function createMonitoring({ config, send, random, now }: MonitoringDeps): Monitoring {
  let screen = ''
  const report = (kind: Report['kind'], name: string, detail: Report['detail'], sampleRate: number) => {
    if (!config || random() >= sampleRate) return Promise.resolve(false)
    return send(config.address, JSON.stringify({ kind, name, at: now().toISOString(), screen, detail } satisfies Report))
  }
  const error: Monitoring['error'] = (name, cause, detail = {}) => void report('error', name, { ...describe(cause), ...detail }, config?.errors ?? 0)
  return {
    error,
    callFailed: (method, path, cause) => {
      const endpoint = endpointKey(method, path)
      if (cause instanceof CallError && isExpectedFailure(endpoint, cause.code)) return
      error(failureNames[endpoint] ?? 'callFailed', cause, { endpoint })
    },
    support: (name, detail) => report('support', name, detail, 1),
    trace: (name, milliseconds) => void report('trace', name, { milliseconds: Math.round(milliseconds) }, config?.traces ?? 0),
    setScreen: (name) => void (screen = name),
  }
}

/** Removes words with digits and words that are long enough to be a key. */
export function redactMessage(message: string): string {
  return message
    .split(/\s+/)
    .map((word) => (/\d|@|[\w.+/=-]{25,}/.test(word) ? '…' : word))
    .join(' ')
    .slice(0, 200)
}

/** `pay-1a.js:12:3` for each of our files in a stack, and nothing else of it. */
export function stackFrames(stack: string): string {
  return [...stack.matchAll(/\/assets\/([\w.-]+?\.js):(\d+):(\d+)/g)]
    .slice(0, 8)
    .map(([, file, line, column]) => `${file}:${line}:${column}`)
    .join(' ')
}

function describe(error: unknown): Report['detail'] {
  if (error instanceof CallError) return { status: error.status, code: /^[A-Z_]+$/.test(error.code) ? error.code : 'UNKNOWN' }
  if (!(error instanceof Error)) return { type: typeof error }
  return { type: error.name, message: redactMessage(error.message), frames: stackFrames(error.stack ?? '') }
}

/** Reports every call that finally failed, except for refusals that screens handle. */
export function monitorQueries(monitoring: Monitoring, queries: QueryCache, mutations: MutationCache): void {
  const reportFailure = (key: readonly unknown[] | undefined, error: unknown) => monitoring.callFailed(key?.[0], key?.[1], error)
  queries.subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') reportFailure(event.query.queryKey, event.action.error)
  })
  mutations.subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') reportFailure(event.mutation.options.mutationKey, event.action.error)
  })
}

/** `keepalive` lets a report outlive the page; without credentials it does not identify the user. */
const post: RequestInit = { method: 'POST', headers: { 'content-type': 'application/json' }, keepalive: true, credentials: 'omit' }
const sendTimeoutMs = 20_000

/** Sends reports to the URL that the deployment configures. */
export function startMonitoring(config: NonNullable<WebConfig['monitoring']>, queries?: QueryCache, mutations?: MutationCache): Monitoring {
  const monitoring = createMonitoring({
    config,
    send: (url, body) =>
      fetch(url, { ...post, body, signal: AbortSignal.timeout(sendTimeoutMs) }).then(
        (response) => response.ok,
        // Reporting that a report failed would only fail again.
        () => false,
      ),
    random: Math.random,
    now: () => new Date(),
  })
  if (queries && mutations) monitorQueries(monitoring, queries, mutations)
  return monitoring
}
