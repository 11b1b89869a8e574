export { combinePorts } from './combine-ports.ts'
export { bankFileJobs } from './jobs.ts'
export { bankConnectionFields, openBankConnections } from './bank-connections.ts'
export { sealedBankFiles } from './store-sealed.ts'
