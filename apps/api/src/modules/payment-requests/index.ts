export { paymentRequestJobs } from './jobs.ts'
export { paymentRequestRoutes } from './routes.ts'
export { tellable } from './tell.ts'
