import { startTelemetry } from '@nikau/runtime/telemetry'

// Telemetry instruments only modules loaded after it, so it starts first.
const stopTelemetry = await startTelemetry('nikau-work')
const { startWork } = await import('./work-process.ts')
await startWork(process.env, stopTelemetry)
