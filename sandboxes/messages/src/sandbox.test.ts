import { connect } from 'node:net'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startSandbox } from './sandbox.ts'

const sandbox = await startSandbox({ smtpPort: 0, httpPort: 0, secret: 's' })
afterAll(() => sandbox.stop())
const url = `http://127.0.0.1:${sandbox.httpPort}`
const call = (path: string, init?: RequestInit) => fetch(url + path, init)
const json = async (path: string) => (await (await call(path)).json()) as { messages: { id: number; text: string }[]; counts: Record<string, number> }
const sms = (key: string, text = 'Your code is 246810', to = '+64211234567') =>
  call('/sms', {
    method: 'POST',
    headers: { authorization: 'Bearer s', 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({ to, text }),
  })
const setFaults = (faults: object) => call('/api/faults', { method: 'PUT', headers: { 'content-type': 'application/json' }, body: JSON.stringify(faults) })

beforeEach(async () => {
  await setFaults({})
  await call('/api/messages', { method: 'DELETE' })
})

/** Speaks SMTP by hand, so that the server is judged by the protocol and not by a client's kindness. */
async function email(messageId: string): Promise<string> {
  const socket = connect(sandbox.smtpPort, '127.0.0.1')
  const lines = ['EHLO me', 'MAIL FROM:<a@example.nz>', 'RCPT TO:<ana@example.nz>', 'DATA']
  const content = `Message-ID: ${messageId}\r\nSubject: =?utf-8?Q?Wh=C4=81nau?=\r\n\r\nKia ora\r\n.`
  let said = ''
  for await (const chunk of socket) {
    said = String(chunk)
    if (said.startsWith('5') || said.startsWith('4')) break
    const next = lines.shift()
    if (next) socket.write(`${next}\r\n`)
    else if (said.startsWith('354')) socket.write(`${content}\r\n`)
    else break
  }
  socket.destroy()
  return said.slice(0, 3)
}

test('a repeated key is stored once and counted, for SMS and email', async () => {
  expect([(await sms('a')).status, (await sms('a')).status]).toEqual([202, 202])
  expect([await email('<x@y>'), await email('<x@y>')]).toEqual(['250', '250'])
  const { messages, counts } = await json('/api/messages')
  expect(messages).toMatchObject([
    { channel: 'email', to: 'ana@example.nz', subject: 'Whānau', text: 'Kia ora', duplicates: 1 },
    { channel: 'sms', to: '+64211234567', text: 'Your code is 246810', duplicates: 1 },
  ])
  expect(counts).toEqual({ accepted: 2, duplicates: 2, refused: 0, dropped: 0 })
})

test('messages are filtered by recipient and by since, and can be waited for', async () => {
  await sms('1', 'first')
  await sms('2', 'other', '+64219999999')
  const [first] = (await json('/api/messages?to=%2B64211234567')).messages
  expect(first?.text).toBe('first')
  const waiting = call(`/api/messages/wait?to=%2B64211234567&since=${first!.id}&timeout=5000`)
  await sms('3', 'second')
  expect(await (await waiting).json()).toMatchObject({ text: 'second' })
  expect((await call('/api/messages/wait?to=nobody&timeout=50')).status).toBe(408)
})

test('an SMS without a secret, a key or a valid number is refused', async () => {
  const bare = (headers: Record<string, string>, body: object) =>
    call('/sms', { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) })
  const good = { authorization: 'Bearer s', 'idempotency-key': 'k' }
  expect((await bare({ ...good, authorization: 'Bearer wrong' }, { to: '+64211234567', text: 'x' })).status).toBe(401)
  expect((await bare({ authorization: 'Bearer s' }, { to: '+64211234567', text: 'x' })).status).toBe(400)
  expect((await bare(good, { to: '021', text: 'x' })).status).toBe(422)
})

test('faults refuse, reject, drop the connection after accepting, and take the server down', async () => {
  await setFaults({ refuseNext: 2 })
  expect([(await sms('r')).status, await email('<r@y>'), (await sms('r')).status]).toEqual([503, '451', 202])
  await setFaults({ rejectNext: 2 })
  expect([(await sms('p')).status, await email('<p@y>')]).toEqual([422, '550'])
  await setFaults({ dropNext: 1 })
  await expect(sms('d')).rejects.toThrow('fetch failed')
  expect((await json('/api/messages')).messages).toHaveLength(2)
  await setFaults({ down: true })
  await expect(sms('e')).rejects.toThrow('fetch failed')
  expect(await email('<e@y>')).toBe('') // not even a greeting
  expect((await json('/api/messages')).messages).toHaveLength(2)
})

test('the page shows messages with their codes, escapes markup, and allows nothing inline', async () => {
  await sms('h', '<script>alert(1)</script> 246810')
  const answer = await call('/')
  const html = await answer.text()
  expect(html).toMatch(/<output id="c\d+">246810<\/output>/)
  expect(html).not.toContain('<script>alert')
  expect(html).not.toMatch(/ style=|<style|<script>/)
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
})

test('the form sets faults, and an empty form clears them', async () => {
  const form = (body: string) => call('/faults', { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body, redirect: 'manual' })
  expect((await form('slowAfter=200&down=true&refuseNext=nonsense')).status).toBe(303)
  expect(sandbox.faults).toMatchObject({ slowAfter: 200, down: true, refuseNext: 0 })
  await form('')
  expect(Object.values(sandbox.faults).some(Boolean)).toBe(false)
})

test('only the newest thousand are stored', async () => {
  for (let i = 0; i < 1005; i++) sandbox.inbox.accept({ channel: 'sms', to: '+64211234567', from: '', subject: '', text: String(i), key: `n${i}` })
  const { messages } = await json('/api/messages')
  expect([messages.length, messages[0]?.text, messages.at(-1)?.text]).toEqual([1000, '1004', '5'])
})
