/** A few at a time: more would wait for a connection longer than one may wait. */
const width = 4

/** Does the work for every item and answers in their order. */
export async function sideBySide<Item, Answer>(items: readonly Item[], work: (item: Item) => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = []
  const queue = items.entries()
  const lane = async () => {
    for (const [i, item] of queue) answers[i] = await work(item)
  }
  await Promise.all(Array.from({ length: width }, lane))
  return answers
}
