/** Time comes in as an argument, so that a test can hold it still and months can pass in one. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
