/** Runs the work for each item in turn, whatever happens to the others. The errors are thrown at the end. */
export async function runEach<Item, Result>(items: readonly Item[], work: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  const errors: unknown[] = []
  for (const item of items) {
    try {
      results.push(await work(item))
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} of ${items.length} failed: ${errors.slice(0, 5).map(String).join('; ')}`)
  return results
}
