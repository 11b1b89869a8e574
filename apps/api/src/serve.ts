import { startTelemetry } from '@nikau/runtime/telemetry'

// Telemetry can watch only what is loaded after it, so everything else of the HTTP process comes second.
const stopTelemetry = await startTelemetry('nikau-api')
const { startServing } = await import('./serve-process.ts')
await startServing(process.env, stopTelemetry)
