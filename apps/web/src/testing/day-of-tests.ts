// Browser tests start at noon of Friday 20 November 2026 in New Zealand, from where time goes on: how a day is named depends on how far
// away it is, so that texts with days would be wrong when that day comes.
const behindMs = Date.now() - Date.parse('2026-11-19T23:00:00Z')
const now = () => realNow() - behindMs
const realNow = Date.now

globalThis.Date = new Proxy(Date, {
  construct: (target, values, newTarget) => Reflect.construct(target, values.length === 0 ? [now()] : values, newTarget) as object,
  get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
})
