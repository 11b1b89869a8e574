/** More would exceed the pool's connection timeout. */
const concurrency = 4

/** Maps items concurrently; results keep the order of the items. */
export async function mapConcurrent<Item, Result>(items: readonly Item[], work: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  const queue = items.entries()
  const worker = async () => {
    for (const [i, item] of queue) results[i] = await work(item)
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  return results
}
