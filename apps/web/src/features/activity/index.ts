export { ActivityList } from './ActivityList.tsx'
export { screenOf } from './ActivityRow.tsx'
export { ActivityScreen, OpenedBeside, ReceiptScreen } from './on-demand.tsx'
export { useActivities } from './useActivities.ts'
