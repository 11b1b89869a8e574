export { ActivityList } from './ActivityList.tsx'
export { activityHref } from './ActivityRow.tsx'
export { ActivityScreen, ActivityPane, preloadActivityPane, ReceiptScreen } from './lazy.tsx'
export { useActivities } from './useActivities.ts'
