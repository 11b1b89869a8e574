export { ActivityList } from './ActivityList.tsx'
export { screenOf } from './ActivityRow.tsx'
export { ActivityScreen, OpenedBeside, preloadBeside, ReceiptScreen } from './on-demand.tsx'
export { useActivities } from './useActivities.ts'
