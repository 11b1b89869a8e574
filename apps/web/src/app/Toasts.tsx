import { useLingui } from '@lingui/react/macro'
import { createToasts, showToast, ToastRegion } from '@nikau/ui'
import { useEffect } from 'react'
import { setToastRenderer } from '../lib/toasts.ts'

const toasts = createToasts()

export function Toasts() {
  const { t } = useLingui()
  useEffect(() => setToastRenderer(({ persistent, ...message }) => void (persistent ? toasts.add(message) : showToast(toasts, message))), [])
  return <ToastRegion toasts={toasts} label={t`Messages`} dismissLabel={t`Dismiss`} />
}
