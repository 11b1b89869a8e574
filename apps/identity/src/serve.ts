import { startTelemetry } from '@nikau/runtime/telemetry'

// Telemetry only instruments modules that are loaded after it.
const stopTelemetry = await startTelemetry('nikau-identity')
const { startIdentity } = await import('./serve-process.ts')
await startIdentity(process.env, stopTelemetry)
