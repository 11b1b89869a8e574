import type { BrowserContext, Locator, Page } from 'playwright'

/**
 * Does what a sentence of a guide says, in its order: opens addresses, chooses what stands in “quotes”, enters the mobile number and the code.
 * Returns how many actions that were.
 */
export async function takeStep(context: BrowserContext, page: Page, sentence: string): Promise<number> {
  let actions = 0
  let inbox: Page | undefined
  for (const [text, address, name, condition, number] of sentence.matchAll(
    /(https?:\/\/[^\s:]+:\d+[^\s:.]*)|“([^”]+)”( if)?|(\d{3} \d{3,4} \d{3,4})|enter the code/g,
  )) {
    if (address !== undefined && sentence.includes('another tab')) await (inbox = await context.newPage()).goto(address)
    else if (address !== undefined) await page.goto(address)
    else if (number !== undefined) await page.getByLabel('Mobile number').fill(number)
    else if (text === 'enter the code') await page.getByLabel('6-digit code').fill(await newestCode(inbox!))
    else if (sentence.includes('the order is')) await page.locator('main').getByText(name!, { exact: true }).first().waitFor()
    else if (condition === undefined) await choose(page, name!)
    else if (!(await isOffered(page, name!))) continue
    else await choose(page, name!)
    actions++
  }
  if (sentence.includes('“Pay $')) await page.getByText('Payment Successful').waitFor()
  return actions
}

function choice(page: Page, name: string): Locator {
  return page
    .getByRole('button', { name, exact: true })
    .or(page.getByRole('link', { name, exact: true }))
    .first()
}

async function choose(page: Page, name: string): Promise<void> {
  await choice(page, name).click()
}

/** Whether it is there once the page has settled on this offer or on the payment. */
async function isOffered(page: Page, name: string): Promise<boolean> {
  await choice(page, name)
    .or(page.getByRole('heading', { name: 'Payment Method' }))
    .first()
    .waitFor()
  return await choice(page, name).isVisible()
}

async function newestCode(inbox: Page): Promise<string> {
  const code = inbox.locator('article output').first()
  await code.waitFor()
  return await code.innerText()
}
