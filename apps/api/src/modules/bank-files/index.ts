export { bankFileJobs } from './jobs.ts'
export type { BankFileMeans, Desk, Transfers } from './means.ts'
export { bankDeskFields, openDesks } from './desks.ts'
