export { oneOffJobs } from './jobs.ts'
export { oneOffRoutes } from './routes.ts'
