export { webhookJobs } from './jobs.ts'
export { addEndpoint } from './manage.ts'
export { webhookRoutes } from './routes.ts'
export { type Resolve, resolveName } from './targets.ts'
