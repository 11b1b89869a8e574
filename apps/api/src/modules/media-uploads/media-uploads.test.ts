import { createPerson, fakeClock, testDatabase } from '@nikau/testing'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createShop, runningApi } from '../../fixtures.ts'
import { encodeAnew } from './encode.ts'
import { maxPicturesPerDay, maxSide } from './rules.ts'

const database = await testDatabase()
const clock = fakeClock('2026-11-15T00:00:00Z')
const api = await runningApi(database, { clock, env: { RATE_LIMIT_SCALE: '1000' } })
const shop = await createShop(api, database)
const { headers } = shop.owner

/** A picture of its own in one colour. */
const plain = (width: number, height: number, red = 90) => sharp({ create: { width, height, channels: 3, background: { r: red, g: 60, b: 40 } } })
const upload = (content: Buffer, as: Record<string, string> = headers, accountId = shop.accountId) =>
  api.post('/api/media-uploads', { accountId, content: content.toString('base64') }, as)
const download = (path: string) => api.app.inject({ url: path })

test('a picture is served from an address of its own, for ever, to anyone, and can do nothing there [BIZ-74]', async () => {
  const { status, body } = await upload(await plain(40, 30).png().toBuffer())
  expect(status).toBe(200)
  expect(body).toMatchObject({ accountId: shop.accountId, type: 'image/png', width: 40, height: 30, path: `/api/media-uploads/${body.id}` })
  const picture = await download(body.path)
  expect(picture.statusCode).toBe(200)
  expect(picture.headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
  })
  expect(await sharp(picture.rawPayload).metadata()).toMatchObject({ format: 'png', width: 40, height: 30 })
  expect((await download('/api/media-uploads/mu_none')).statusCode).toBe(404)
})

test('pixels are all that is kept of a picture: upright, no larger than 512, without place, camera or a second file behind it [BIZ-74]', async () => {
  const exif = { IFD0: { Copyright: 'Hana Parata', Make: 'Pocket' }, IFD3: { GPSLatitude: '36/1 51/1 0/1' } }
  const photo = await plain(1600, 800).withExif(exif).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  const script = Buffer.from('<script>alert(1)</script>')
  const { body } = await upload(Buffer.concat([photo, script]))
  expect(body).toMatchObject({ type: 'image/jpeg', width: 256, height: 512 })
  const { rawPayload } = await download(body.path)
  const kept = await sharp(rawPayload).metadata()
  expect(kept.exif).toBeUndefined()
  expect(kept.orientation).toBeUndefined()
  for (const trace of ['Hana', 'Pocket', '<script>']) expect(rawPayload.includes(trace)).toBe(false)
})

test('what is not a JPEG or PNG by its content is refused, and so is one that is damaged or would fill the memory [BIZ-74]', async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')
  const webp = await plain(10, 10).webp().toBuffer()
  const png = await plain(200, 200).png().toBuffer()
  const jpeg = await plain(300, 300).jpeg().toBuffer()
  const bomb = await sharp({ create: { width: 8000, height: 8000, channels: 3, background: 'black' } })
    .png()
    .toBuffer()
  expect(bomb.length).toBeLessThan(512 * 1024)
  const signature = png.subarray(0, 8)
  for (const content of [svg, webp, Buffer.concat([signature, svg]), png.subarray(0, 100), jpeg.subarray(0, jpeg.length / 2), bomb])
    expect(await upload(content)).toMatchObject({ status: 400, body: { message: 'MEDIA_UPLOAD_INVALID' } })
  const large = Buffer.concat([png, Buffer.alloc(512 * 1024 + 1 - png.length)])
  expect(await upload(large)).toMatchObject({ status: 400, body: { message: 'MEDIA_UPLOAD_TOO_LARGE' } })
  expect((await upload(large.subarray(0, 512 * 1024))).body.message).not.toBe('MEDIA_UPLOAD_TOO_LARGE')
  expect((await api.post('/api/media-uploads', { accountId: shop.accountId, content: 'not base64!' }, headers)).status).toBe(400)
})

test('only who may change settings uploads, to their own account, and a day has a limit that repeats do not use up [BIZ-74]', async () => {
  const stranger = await createPerson(database)
  const other = await createShop(api, database)
  const picture = await plain(12, 12, 200).png().toBuffer()
  for (const as of [stranger.headers, other.owner.headers, shop.till]) expect((await upload(picture, as)).body.message).toBe('FORBIDDEN')
  const made = await upload(picture, other.owner.headers, other.accountId)
  const statuses: number[] = []
  for (let n = 1; n <= maxPicturesPerDay; n++)
    statuses.push((await upload(await plain(12, 12, n).png().toBuffer(), other.owner.headers, other.accountId)).status)
  expect(statuses).toEqual([...Array.from({ length: maxPicturesPerDay - 1 }, () => 200), 403])
  expect((await upload(picture, other.owner.headers, other.accountId)).body.id).toBe(made.body.id)
  clock.advance(86_400_000)
  expect((await upload(await plain(12, 12, 250).png().toBuffer(), other.owner.headers, other.accountId)).status).toBe(200)
})

test('a shop looks as its settings say, from the next poll of a checkout on, and only with a picture of its own account [BIZ-74]', async () => {
  const { id } = await shop.createRequest(1600)
  const before = await api.get(`/api/payment-requests/${id}/summary`)
  expect(before.body.merchantBranding).toBeUndefined()
  const picture = (await upload(await plain(64, 64, 10).png().toBuffer())).body
  const url = `/api/merchants/${shop.merchantId}`
  const change = (branding: object) => api.put(url, { branding }, headers)
  expect((await change({ colour: 'harbour', pictureId: picture.id })).body.branding).toEqual({ colour: 'harbour', pictureId: picture.id })
  const look = { colour: 'harbour', logo: picture.path }
  const after = await api.app.inject({ url: `/api/payment-requests/${id}/summary`, headers: { 'if-none-match': String(before.headers.etag) } })
  expect(after.json()).toMatchObject({ merchantBranding: look })
  expect((await api.get(`${url}/summary`)).body).toMatchObject(look)
  expect((await change({ colour: 'pink' })).status).toBe(400)
  const other = await createShop(api, database)
  const theirs = (await upload(await plain(64, 64, 11).png().toBuffer(), other.owner.headers, other.accountId)).body
  for (const pictureId of [theirs.id, 'mu_none']) expect((await change({ pictureId })).body.message).toBe('MEDIA_UPLOAD_NOT_FOUND')
  expect((await change({ pictureId: null })).body.branding).toEqual({ colour: 'harbour' })
  expect((await api.put(url, { name: 'Kauri Cafe' }, headers)).body.branding).toEqual({ colour: 'harbour' })
  const { items } = (await api.get(`/api/accounts/${shop.accountId}/audit`, headers)).body
  expect(items.find((entry: { action: string }) => entry.action === 'shop-changed')).toMatchObject({ before: { branding: { colour: 'harbour' } } })
})

test('a picture that cannot be decoded counts like any other, before it is decoded [BIZ-74]', async () => {
  const other = await createShop(api, database)
  const as = [other.owner.headers, other.accountId] as const
  const damaged = (await plain(50, 50).png().toBuffer()).subarray(0, 90)
  const attempts = async (count: number) => {
    const answers: string[] = []
    for (let n = 0; n < count; n++) answers.push((await upload(Buffer.concat([damaged, Buffer.from([n])]), ...as)).body.message)
    return new Set(answers)
  }
  expect(await attempts(maxPicturesPerDay)).toEqual(new Set(['MEDIA_UPLOAD_INVALID']))
  expect(await attempts(2)).toEqual(new Set(['MEDIA_UPLOAD_LIMIT_EXCEEDED']))
  const good = await plain(20, 20, 140).png().toBuffer()
  expect((await upload(good, ...as)).body.message).toBe('MEDIA_UPLOAD_LIMIT_EXCEEDED')
  clock.advance(86_400_000)
  expect((await upload(good, ...as)).status).toBe(200)
})

test('pictures are decoded one at a time, and one that fails does not stop the next [BIZ-74]', async () => {
  const [large, damaged] = [await plain(2500, 2500).jpeg().toBuffer(), (await plain(400, 400).jpeg().toBuffer()).subarray(0, 900)]
  let most = 0
  const count = () => {
    const { queue, process: busy } = sharp.counters()
    most = Math.max(most, queue + busy)
  }
  sharp.queue.on('change', count)
  const encoded = await Promise.all([large, damaged, large, large].map(encodeAnew))
  sharp.queue.off('change', count)
  expect(encoded.map((picture) => picture?.width)).toEqual([maxSide, undefined, maxSide, maxSide])
  expect(most).toBe(1)
})
