/**
 * A change in the same commit as the posting: mark a request paid, insert an activity, enqueue a job. An effect is one SQL
 * statement over arrays. It runs once per batch for all accepted groups that have it, since a statement per group would cost more
 * than the posting itself. It is sent together with the posting, before the outcome is known, and reads from `ledger.posted()`
 * which groups were accepted.
 */
export interface EffectKind<Item> {
  name: string
  /**
   * Takes one array per column; the first has the positions of the groups:
   * `insert into activity select p.posting, n.text from unnest($1::int[], $2::text[]) as n (place, text) join ledger.posted() p using (place)`.
   * If every item must change a row, it ends with `select ledger.expect_changed(expected, changed)`: a group whose item changes none
   * is then rolled back as a whole.
   */
  statement: string
  /** One value per parameter after the first. */
  row(item: Item): (string | bigint | number | boolean | Date | null)[]
}

export interface Effect {
  kind: EffectKind<never>
  item: unknown
}

export function effect<Item>(kind: EffectKind<Item>, item: Item): Effect {
  return { kind, item }
}

export interface EffectCall {
  name: string
  text: string
  values: unknown[][]
}

/** The statements for one batch, one per kind, in the order in which the kinds first appear. */
export function effectCalls(requests: readonly { effects: readonly Effect[] }[]): EffectCall[] {
  const calls = new Map<string, { kind: EffectKind<never>; rows: unknown[][] }>()
  requests.forEach(({ effects }, i) => {
    for (const { kind, item } of effects) {
      let call = calls.get(kind.name)
      if (!call) calls.set(kind.name, (call = { kind, rows: [] }))
      if (call.kind !== kind) throw new Error(`two effect kinds are named ${kind.name}`)
      call.rows.push([i + 1, ...kind.row(item as never)])
    }
  })
  return [...calls.values()].map(({ kind, rows }) => ({
    name: `effect.${kind.name}`,
    text: kind.statement,
    values: rows[0]!.map((_, column) => rows.map((row) => row[column])),
  }))
}
