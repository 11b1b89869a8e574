import { storedValue } from '../../lib/stored-value.ts'

/** How the till tells of a payment. Both are on until somebody switches them off. */
export interface TillSettings {
  isSilent?: boolean
  isStill?: boolean
}

export const tillSettings = storedValue<TillSettings>('till.settings')

/** Two short notes, upwards: heard across a counter, and unlike any alarm. */
export function announcePaid(): void {
  const { isSilent, isStill } = tillSettings.get() ?? {}
  const device: Partial<Pick<Navigator, 'vibrate' | 'userActivation'>> = navigator
  // A page that nobody has touched yet, as after a restart, may not vibrate.
  if (!isStill && device.userActivation?.hasBeenActive !== false) device.vibrate?.([60, 40, 120])
  if (!isSilent) playNotes([880, 1320])
}

function playNotes(notes: readonly number[]): void {
  const audio = new AudioContext()
  for (const [place, pitch] of notes.entries()) {
    const [tone, volume] = [audio.createOscillator(), audio.createGain()]
    const start = audio.currentTime + place * 0.14
    tone.frequency.value = pitch
    volume.gain.setValueAtTime(0.0001, start)
    volume.gain.exponentialRampToValueAtTime(0.4, start + 0.02)
    volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.3)
    tone.connect(volume).connect(audio.destination)
    tone.start(start)
    tone.stop(start + 0.32)
    if (place === notes.length - 1) tone.addEventListener('ended', () => void audio.close())
  }
}
