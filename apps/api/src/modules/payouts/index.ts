export { payoutJobs } from './jobs.ts'
export { payoutListener } from './notifications.ts'
export { payoutRoutes } from './routes.ts'
export { invoiceIssuer, payoutTerms } from './rules.ts'
