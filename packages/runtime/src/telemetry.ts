/**
 * Starts tracing if OTEL_EXPORTER_OTLP_ENDPOINT is set; otherwise OpenTelemetry is not even loaded. Must be awaited before other
 * imports, since modules loaded earlier cannot be instrumented. Other OTEL_* variables apply as usual. Returns the shutdown step
 * that flushes pending spans.
 */
export async function startTelemetry(name: string, env: Record<string, string | undefined> = process.env): Promise<() => Promise<void>> {
  if (!env.OTEL_EXPORTER_OTLP_ENDPOINT) return async () => {}
  const { startTracing } = await import('./telemetry-tracing.ts')
  return startTracing(env.OTEL_SERVICE_NAME ?? name)
}
