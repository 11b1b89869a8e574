export { cardJobs } from './jobs.ts'
export { cardMethod, cardMethodWithTokens } from './method.ts'
export { cardVerificationRoutes } from './routes.ts'
export { cardRules } from './rules.ts'
