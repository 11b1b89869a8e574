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
  send: (url: string, body: string) => void
  random: () => number
  now: () => Date
}

export function createMonitoring({ config, send, random, now }: MonitoringDeps): Monitoring {
  let screen = ''
  const report = (kind: Report['kind'], name: string, detail: Report['detail'], sampleRate: number) => {
    if (!config || random() >= sampleRate) return
    send(config.address, JSON.stringify({ kind, name, at: now().toISOString(), screen, detail } satisfies Report))
  }
  return {
    error: (name, error, detail = {}) => report('error', name, { ...describe(error), ...detail }, config?.errors ?? 0),
    support: (name, detail) => report('support', name, detail, 1),
    trace: (name, milliseconds) => report('trace', name, { milliseconds: Math.round(milliseconds) }, config?.traces ?? 0),
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
  const reportFailure = (key: readonly unknown[] | undefined, error: unknown) => {
    const endpoint = endpointKey(key?.[0], key?.[1])
    if (error instanceof CallError && isExpectedFailure(endpoint, error.code)) return
    monitoring.error(failureNames[endpoint] ?? 'callFailed', error, { endpoint })
  }
  queries.subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') reportFailure(event.query.queryKey, event.action.error)
  })
  mutations.subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') reportFailure(event.mutation.options.mutationKey, event.action.error)
  })
}

/** Sends reports to the URL that the deployment configures. */
export function startMonitoring(config: NonNullable<WebConfig['monitoring']>, queries?: QueryCache, mutations?: MutationCache): Monitoring {
  const monitoring = createMonitoring({
    config,
    // `keepalive` lets a report outlive the page; without credentials it does not identify the user.
    send: (url, body) =>
      void fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json' }, keepalive: true, credentials: 'omit' }).catch(() => {
        // Reporting that a report failed would only fail again.
      }),
    random: Math.random,
    now: () => new Date(),
  })
  if (queries && mutations) monitorQueries(monitoring, queries, mutations)
  return monitoring
}
