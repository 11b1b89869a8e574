export { OpenScreen } from './OpenScreen.tsx'
export { OpenStepScreen } from './OpenStepScreen.tsx'
