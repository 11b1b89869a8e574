// Sets the clock of browser tests to 2:41 pm on Tuesday 17 November 2026 in New Zealand, the moment of the design's pictures. Screens say
// "today" or name the day depending on how far away it is, so tests with fixed dates would fail when those dates come.
{
  const realNow = Date.now
  const offsetMs = Date.parse('2026-11-17T01:41:00Z') - realNow()
  const now = () => realNow() + offsetMs

  globalThis.Date = new Proxy(Date, {
    construct: (target, values, newTarget) => Reflect.construct(target, values.length === 0 ? [now()] : values, newTarget) as object,
    get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
  })
}
