export { webhookJobs } from './jobs.ts'
export { webhookRoutes } from './routes.ts'
export { type Resolve, resolveName } from './targets.ts'
