import { startTelemetry } from '@nikau/runtime/telemetry'

// Telemetry can watch only what is loaded after it, so everything else of the process comes second.
const stopTelemetry = await startTelemetry('nikau-identity')
const { startIdentity } = await import('./serve-process.ts')
await startIdentity(process.env, stopTelemetry)
