/** What can be said to whoever watches over the app. */
export interface Monitoring {
  fault(name: string, error: unknown, detail?: Record<string, string | number>): void
  /** Someone asks for help: sent whatever share of faults is reported. */
  support(name: string, detail: Record<string, string>): void
  trace(name: string, milliseconds: number): void
  /** From here on reports name this screen. */
  enter(screen: string): void
}
