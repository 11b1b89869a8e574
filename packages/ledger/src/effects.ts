/**
 * What follows from a posting inside the same commit: a request marked paid, an activity written, a job queued. An effect is
 * one SQL statement over arrays, and it runs once per batch for all accepted groups that ask for it, because a statement per
 * group would cost more than the posting itself. It is sent together with the posting, before anyone here knows what is
 * accepted: `ledger.posted()` tells it, where it runs.
 */
export interface EffectKind<Item> {
  name: string
  /**
   * Takes one array per column, the places of the groups first:
   * `insert into activity select p.posting, n.text from unnest($1::int[], $2::text[]) as n (place, text) join ledger.posted() p using (place)`.
   * Where every item must find something to change it ends with `select ledger.each(given, changed)`: a group whose item does not
   * then fails as a whole, and nothing of it is kept.
   */
  statement: string
  /** One value per parameter after the first. */
  row(item: Item): (string | bigint | number | boolean | Date | null)[]
}

export interface Effect {
  kind: EffectKind<never>
  item: unknown
}

/** An effect to go with a group. */
export function effect<Item>(kind: EffectKind<Item>, item: Item): Effect {
  return { kind, item }
}

export interface EffectCall {
  name: string
  text: string
  values: unknown[][]
}

/** The statements for one batch, one per kind, in the order in which the kinds first appear. */
export function effectCalls(asked: readonly { effects: readonly Effect[] }[]): EffectCall[] {
  const calls = new Map<string, { kind: EffectKind<never>; rows: unknown[][] }>()
  asked.forEach(({ effects }, i) => {
    for (const { kind, item } of effects) {
      let call = calls.get(kind.name)
      if (!call) calls.set(kind.name, (call = { kind, rows: [] }))
      if (call.kind !== kind) throw new Error(`two kinds of effect are named ${kind.name}`)
      call.rows.push([i + 1, ...kind.row(item as never)])
    }
  })
  return [...calls.values()].map(({ kind, rows }) => ({
    name: `effect.${kind.name}`,
    text: kind.statement,
    values: rows[0]!.map((_, column) => rows.map((row) => row[column])),
  }))
}
