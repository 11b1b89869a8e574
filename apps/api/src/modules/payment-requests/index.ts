export { paymentRequestJobs } from './jobs.ts'
export { paymentRequestRoutes } from './routes.ts'
export { selectRequest } from './store.ts'
export { wireActivity } from './show.ts'
