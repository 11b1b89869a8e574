export { StepUpSheet } from './StepUpSheet.tsx'
