export { payoutJobs } from './jobs.ts'
export { onPayoutReturned } from './notifications.ts'
export { payoutRoutes } from './routes.ts'
export { invoiceIssuer, payoutTerms } from './rules.ts'
