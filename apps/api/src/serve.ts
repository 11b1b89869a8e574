import { startTelemetry } from '@nikau/runtime/telemetry'

// Telemetry instruments only modules loaded after it, so it starts first.
const stopTelemetry = await startTelemetry('nikau-api')
const { startServing } = await import('./serve-process.ts')
await startServing(process.env, stopTelemetry)
