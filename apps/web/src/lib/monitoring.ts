import type { MutationCache, QueryCache } from '@tanstack/react-query'
import type { WebConfig } from '@nikau/contract/web-config'
import { CallError } from './call.ts'
import { expected, failureNames, plainEndpoint } from './expected-failures.ts'
import type { Monitoring } from './monitoring-port.ts'

/**
 * Faults and timings for those who run the product. A report is made of names that are ours: of a message only the words
 * are sent, of an address only its pattern, of a stack only files and places. So tokens, card data, one-time codes and bank
 * account numbers have no way in, whatever a fault may carry.
 */
export interface Report {
  kind: 'error' | 'support' | 'trace'
  name: string
  at: string
  /** The route table's name of the screen. */
  screen: string
  detail: Record<string, string | number>
}

interface Outside {
  config: WebConfig['monitoring']
  send: (address: string, body: string) => void
  random: () => number
  now: () => Date
}

export function createMonitoring({ config, send, random, now }: Outside): Monitoring {
  let screen = ''
  const report = (kind: Report['kind'], name: string, detail: Report['detail'], share: number) => {
    if (!config || random() >= share) return
    send(config.address, JSON.stringify({ kind, name, at: now().toISOString(), screen, detail } satisfies Report))
  }
  return {
    fault: (name, error, detail = {}) => report('error', name, { ...describe(error), ...detail }, config?.errors ?? 0),
    support: (name, detail) => report('support', name, detail, 1),
    trace: (name, milliseconds) => report('trace', name, { milliseconds: Math.round(milliseconds) }, config?.traces ?? 0),
    enter: (name) => void (screen = name),
  }
}

/** Digits go, whatever they were; so does every word that is long or mixed enough to be a key. */
export function wordsOf(message: string): string {
  return message
    .split(/\s+/)
    .map((word) => (/\d|@|[\w.+/=-]{25,}/.test(word) ? '…' : word))
    .join(' ')
    .slice(0, 200)
}

/** `Pay.tsx:12:3` of each line that names one of our files; functions' names and everything else of a stack is left behind. */
export function placesOf(stack: string): string {
  return [...stack.matchAll(/\/assets\/([\w.-]+?\.js):(\d+):(\d+)/g)]
    .slice(0, 8)
    .map(([, file, line, column]) => `${file}:${line}:${column}`)
    .join(' ')
}

function describe(error: unknown): Report['detail'] {
  if (error instanceof CallError) return { status: error.status, code: /^[A-Z_]+$/.test(error.code) ? error.code : 'UNKNOWN' }
  if (!(error instanceof Error)) return { type: typeof error }
  return { type: error.name, words: wordsOf(error.message), places: placesOf(error.stack ?? '') }
}

/** Reports every call that failed for good and was not one of the refusals that screens have an answer for. */
export function watchCalls(monitor: Monitoring, queries: QueryCache, mutations: MutationCache): void {
  const look = (key: readonly unknown[] | undefined, error: unknown) => {
    const endpoint = plainEndpoint(key?.[0], key?.[1])
    if (error instanceof CallError && expected(endpoint, error.code)) return
    monitor.fault(failureNames[endpoint] ?? 'callFailed', error, { endpoint })
  }
  queries.subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') look(event.query.queryKey, event.action.error)
  })
  mutations.subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') look(event.mutation.options.mutationKey, event.action.error)
  })
}

/** Sends to the address that the deployment names. */
export function startMonitoring(config: NonNullable<WebConfig['monitoring']>, queries?: QueryCache, mutations?: MutationCache): Monitoring {
  const monitor = createMonitoring({
    config,
    // `keepalive` lets a report outlive the page that is being left; without credentials it says nothing of who sent it.
    send: (address, body) =>
      void fetch(address, { method: 'POST', body, headers: { 'content-type': 'application/json' }, keepalive: true, credentials: 'omit' }).catch(() => {
        // A report that cannot be delivered is lost: reporting that would only fail again.
      }),
    random: Math.random,
    now: () => new Date(),
  })
  if (queries && mutations) watchCalls(monitor, queries, mutations)
  return monitor
}
