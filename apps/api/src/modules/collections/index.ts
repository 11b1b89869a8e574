export { collectionJobs } from './jobs.ts'
export { collectionRoutes } from './routes.ts'
export { selectEndingSoon } from './store-read.ts'
