export { bankFileJobs } from './jobs.ts'
export { bankConnectionFields, openBankConnections } from './bank-connections.ts'
