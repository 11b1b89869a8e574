/**
 * Traces, if and only if OTEL_EXPORTER_OTLP_ENDPOINT is set. A process awaits this before it imports anything else, for
 * what is loaded earlier cannot be watched; without the variable nothing of OpenTelemetry is loaded at all. Sampling and
 * the rest follow the standard OTEL_* variables. Gives the step that sends what is still held, for the shutdown.
 */
export async function startTelemetry(name: string, env: Record<string, string | undefined> = process.env): Promise<() => Promise<void>> {
  if (!env.OTEL_EXPORTER_OTLP_ENDPOINT) return async () => {}
  const { startTracing } = await import('./telemetry-tracing.ts')
  return startTracing(env.OTEL_SERVICE_NAME ?? name)
}
