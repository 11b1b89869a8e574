export { payByBankJobs } from './jobs.ts'
export { payByBankMethod } from './method.ts'
export { payByBankRoutes } from './routes.ts'
