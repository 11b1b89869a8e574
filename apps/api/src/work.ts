import { startTelemetry } from '@nikau/runtime/telemetry'

// Telemetry can watch only what is loaded after it, so everything else of the jobs process comes second.
const stopTelemetry = await startTelemetry('nikau-work')
const { startWork } = await import('./work-process.ts')
await startWork(process.env, stopTelemetry)
