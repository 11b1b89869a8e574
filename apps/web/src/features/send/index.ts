export { useDraft } from './draft.ts'
export { purposeText } from './purposes.ts'
export { SelectAssetScreen } from './SelectAssetScreen.tsx'
export { SendScreen } from './SendScreen.tsx'
