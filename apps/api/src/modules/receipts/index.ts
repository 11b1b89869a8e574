export { receiptJobs } from './jobs.ts'
export { createReceiptPort } from './port.ts'
export { issuerBillTerms } from './rules.ts'
