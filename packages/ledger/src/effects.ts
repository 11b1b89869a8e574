/**
 * What follows from a posting inside the same commit: a request marked paid, an activity written, a job queued. An effect is
 * one SQL statement over arrays, and it runs once per batch for all accepted groups that ask for it, because a statement per
 * group would cost more than the posting itself.
 */
export interface EffectKind<Item> {
  name: string
  /** Takes one array per column: `insert into activity select * from unnest($1::text[], $2::bigint[])`. */
  statement: string
  /** One value per parameter, for one accepted group. */
  row(item: Item, posted: { posting: bigint; at: Date }): (string | bigint | number | boolean | Date | null)[]
  /** `each`: every item must change one row, else the group it belongs to fails as a whole and nothing of it is kept. */
  changes: 'each' | 'any'
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
  /** How many rows the statement must change, where that is known. */
  expected: number | undefined
}

/** The statements for the accepted groups of one batch, one per kind, in the order in which the kinds first appear. */
export function effectCalls(accepted: readonly { effects: readonly Effect[]; posting: bigint; at: Date }[]): EffectCall[] {
  const calls = new Map<string, { kind: EffectKind<never>; rows: unknown[][] }>()
  for (const { effects, posting, at } of accepted) {
    for (const { kind, item } of effects) {
      let call = calls.get(kind.name)
      if (!call) calls.set(kind.name, (call = { kind, rows: [] }))
      if (call.kind !== kind) throw new Error(`two kinds of effect are named ${kind.name}`)
      call.rows.push(kind.row(item as never, { posting, at }))
    }
  }
  return [...calls.values()].map(({ kind, rows }) => ({
    name: `effect.${kind.name}`,
    text: kind.statement,
    values: rows[0]!.map((_, column) => rows.map((row) => row[column])),
    expected: kind.changes === 'each' ? rows.length : undefined,
  }))
}
