import type { ReactNode } from 'react'
import {
  UNSTABLE_Toast as AriaToast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as AriaToastRegion,
  Button as AriaButton,
  Text,
} from 'react-aria-components/Toast'
import { Icon } from '../icon/Icon.tsx'

export interface ToastMessage {
  text: ReactNode
  tone?: 'positive' | 'negative' | undefined
}

export type Toasts = ToastQueue<ToastMessage>

/** Short confirmations, one at a time. Nothing important is said only in a toast. */
export function createToasts(): Toasts {
  return new ToastQueue<ToastMessage>({ maxVisibleToasts: 1 })
}

/** Shows a toast for five seconds, longer while it has the pointer or the focus. */
export function showToast(toasts: Toasts, message: ToastMessage): void {
  toasts.add(message, { timeout: 5000 })
}

export function ToastRegion({ toasts, label, dismissLabel }: { toasts: Toasts; label: string; dismissLabel: string }) {
  return (
    <AriaToastRegion className="n-toasts" queue={toasts} aria-label={label}>
      {({ toast }) => (
        <AriaToast className="n-toast" toast={toast}>
          <Icon name={toast.content.tone === 'negative' ? 'problem' : 'check'} size="s" />
          <ToastContent className="n-toast-text">
            <Text slot="title">{toast.content.text}</Text>
          </ToastContent>
          <AriaButton slot="close" className="n-icon-button" aria-label={dismissLabel}>
            <Icon name="close" size="s" />
          </AriaButton>
        </AriaToast>
      )}
    </AriaToastRegion>
  )
}
