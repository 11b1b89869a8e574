export { safeguardingJobs } from './jobs.ts'
export { reportToSign, signReport } from './sign.ts'
