export { retentionJobs } from './jobs.ts'
export { retentionPeriods } from './periods.ts'
