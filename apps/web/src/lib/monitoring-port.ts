/** What can be said to whoever watches over the app. */
export interface Monitoring {
  fault(name: string, error: unknown, detail?: Record<string, string | number>): void
  trace(name: string, milliseconds: number): void
  /** From here on reports name this screen. */
  enter(screen: string): void
}
