export { portalEventJobs } from './jobs.ts'
export { listenToPortalEvents } from './live.ts'
export { portalEventRoutes } from './routes.ts'
export { recordPortalEvents } from './record.ts'
