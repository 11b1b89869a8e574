export { bookAnchorJobs } from './jobs.ts'
export { anchorPublicKeys, developmentAnchorKey, importPublicKeys, parseAnchorKey, publicKeysOf } from './keys.ts'
export { measureAnchors } from './metrics.ts'
export { proofRoutes } from './routes.ts'
