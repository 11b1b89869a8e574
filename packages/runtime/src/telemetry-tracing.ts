import { register } from 'node:module'
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http'
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg'
import { NodeSDK } from '@opentelemetry/sdk-node'

/** Query parameters that open something: a trace shows that they were there, never what they were. */
const secretParameters = ['code', 'state', 'token', 'id_token', 'access_token', 'id_token_hint', 'login_hint', 'nonce', 'u', 'to', 'key', 'sig']

export function startTracing(serviceName: string): () => Promise<void> {
  // The command line of the process stays out of its traces: it may name files, people and keys.
  process.env.OTEL_NODE_RESOURCE_DETECTORS ??= 'env,host'
  register('@opentelemetry/instrumentation/hook.mjs', import.meta.url)
  const sdk = new NodeSDK({
    serviceName,
    instrumentations: [
      new HttpInstrumentation({
        // Two lists, for what we ask of others and what is asked of us; the second is empty unless it is given.
        redactedQueryParams: secretParameters,
        redactedQueryParamsServer: secretParameters,
        ignoreIncomingRequestHook: (request) => /^\/(healthz|readyz|metrics)/.test(request.url ?? ''),
      }),
      // The text of a statement is shown and its values are not; polling without a parent would drown everything else.
      new PgInstrumentation({ requireParentSpan: true, ignoreConnectSpans: true, enhancedDatabaseReporting: false }),
    ],
    // Measures go out by /metrics and log lines by the log: one way for each.
    metricReaders: [],
    logRecordProcessors: [],
  })
  sdk.start()
  return () => sdk.shutdown()
}
