/** Every item of a list, page after page: `for await (const payout of eachItem((pageKey) => nikau.payouts.list(accountId, { pageKey })))`. */
export async function* eachItem<T>(page: (pageKey: string | undefined) => Promise<{ items: T[]; nextPageKey?: string }>): AsyncGenerator<T, void> {
  let key: string | undefined
  do {
    const { items, nextPageKey } = await page(key)
    yield* items
    key = nextPageKey
  } while (key !== undefined)
}
