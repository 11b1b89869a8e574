export { messageJobs } from './jobs.ts'
