export { safeguardingJobs } from './jobs.ts'
export { ownKinds } from './rules.ts'
export { reportToSign, signReport } from './sign.ts'
