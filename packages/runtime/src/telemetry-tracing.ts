import { register } from 'node:module'
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http'
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg'
import { NodeSDK } from '@opentelemetry/sdk-node'

/** Query parameters whose values are redacted in traces. */
const secretParameters = ['code', 'state', 'token', 'id_token', 'access_token', 'id_token_hint', 'login_hint', 'nonce', 'u', 'to', 'key', 'sig']

export function startTracing(serviceName: string): () => Promise<void> {
  // Excludes the command line, which may contain secrets.
  process.env.OTEL_NODE_RESOURCE_DETECTORS ??= 'env,host'
  register('@opentelemetry/instrumentation/hook.mjs', import.meta.url)
  const sdk = new NodeSDK({
    serviceName,
    instrumentations: [
      new HttpInstrumentation({
        // For outgoing and incoming requests; the second list is empty by default.
        redactedQueryParams: secretParameters,
        redactedQueryParamsServer: secretParameters,
        ignoreIncomingRequestHook: (request) => /^\/(healthz|readyz|metrics)/.test(request.url ?? ''),
      }),
      // Statement text without values, and no spans for polling, which has no parent.
      new PgInstrumentation({ requireParentSpan: true, ignoreConnectSpans: true, enhancedDatabaseReporting: false }),
    ],
    // Metrics are exported by /metrics, logs by pino.
    metricReaders: [],
    logRecordProcessors: [],
  })
  sdk.start()
  return () => sdk.shutdown()
}
