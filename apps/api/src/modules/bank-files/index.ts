export { bankFileJobs } from './jobs.ts'
export { bankDeskFields, openDesks } from './desks.ts'
