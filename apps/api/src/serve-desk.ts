import { startTelemetry } from '@nikau/runtime/telemetry'

// Telemetry instruments only modules loaded after it, so it starts first.
const stopTelemetry = await startTelemetry('nikau-desk')
const { startDesk } = await import('./desk-process.ts')
await startDesk(process.env, stopTelemetry)
