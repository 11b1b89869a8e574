import { useSyncExternalStore } from 'react'

/** Only Chromium has it, so TypeScript's own types do not. */
interface InstallPromptEvent extends Event {
  prompt: () => Promise<unknown>
}

let kept: InstallPromptEvent | undefined
const listeners = new Set<() => void>()

function keep(event: InstallPromptEvent | undefined): void {
  kept = event
  for (const listener of listeners) listener()
}

/** The browser offers to install the app soon after the page has loaded. It waits for the moment at which Nikau asks. */
export function keepInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    keep(event as InstallPromptEvent)
  })
  addEventListener('appinstalled', () => keep(undefined))
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether this browser has a prompt of its own to show. */
export const useHasInstallPrompt = (): boolean => useSyncExternalStore(subscribe, () => kept !== undefined)

/** Shows the browser's own prompt, which it does once. */
export async function showInstallPrompt(): Promise<void> {
  const prompt = kept
  keep(undefined)
  await prompt?.prompt()
}

/** Started from the home screen or the dock. Safari on iOS says so in its own way. */
export const isInstalled = (): boolean => matchMedia('(display-mode: standalone)').matches || ('standalone' in navigator && navigator.standalone === true)
