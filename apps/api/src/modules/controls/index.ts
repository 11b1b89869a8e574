export { selectFlags, setFlag } from './flags.ts'
export { isStopped, refusalIfStopped, selectStop, startByName, stopByName } from './stops.ts'
