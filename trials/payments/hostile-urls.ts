import { createServer } from 'node:net'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { PaymentsEnvironment } from '../harness/payments-environment.ts'
import type { Check } from '../harness/trial.ts'
import { pause } from '../harness/wait.ts'

/** Hostile redirect and webhook URLs: all refused, and no connection reaches the canary. */
export async function hostileUrls(environment: PaymentsEnvironment, check: Check): Promise<void> {
  await environment.processes.restartWith({ WEBHOOK_LOOPBACK: 'false' }, 'api', 'work')
  const shop = await environment.createShop()
  let connections = 0
  const canary = createServer((socket) => {
    connections++
    socket.destroy()
  }).listen(0)
  await once(canary, 'listening')
  const { port } = canary.address() as AddressInfo

  const redirects = hostileRedirects()
  let refused = 0
  for (const redirectUrl of redirects)
    for (const name of ['redirectPaidUrl', 'redirectCancelUrl']) {
      const answer = await environment.call('POST', '/api/payment-requests', shop.merchantHeaders, {
        configId: shop.configId,
        value: { amount: '100', currency: 'NZD' },
        [name]: redirectUrl,
      })
      if (answer.status === 400 || (answer.status === 403 && answer.body.message === 'REDIRECT_URL_INVALID')) refused++
      else check(false, `${JSON.stringify(redirectUrl)} was answered with ${answer.status} ${JSON.stringify(answer.body?.message)}`)
    }
  console.log(`${redirects.length} hostile redirect URLs, each for paid and cancelled: ${refused} refused`)

  const hooks = hostileTargets(port)
  let refusedTargets = 0
  for (const url of hooks) {
    const answer = await environment.call('POST', `/api/accounts/${shop.accountId}/webhooks`, shop.owner.headers, { url })
    if (answer.status === 400 || (answer.status === 403 && answer.body.message === 'WEBHOOK_URL_INVALID')) refusedTargets++
    else check(false, `the webhook target ${JSON.stringify(url)} was answered with ${answer.status}`)
  }
  // The URL is checked again at delivery, so a hostile row that got into the table some other way is refused too.
  const payer = await environment.createPayer(1000)
  const good = await environment.callOk('POST', `/api/accounts/${shop.accountId}/webhooks`, shop.owner.headers, { url: 'https://shop.example/hook' })
  for (const url of [
    `http://0.0.0.0:${port}/`,
    `https://[::1]:${port}/`,
    `http://127.1:${port}/`,
    `https://169.254.169.254/latest`,
    `http://[::ffff:127.0.0.1]:${port}/`,
  ]) {
    await environment.database.pool.query('update webhook_endpoint set url = $1, verified_at = now() where id = $2', [url, good.id])
    await payer.pay(await shop.createRequest(10))
    await pause(300)
  }
  await environment.database.pool.query(`update webhook_endpoint set enabled = false where id = $1`, [good.id])
  await environment.database.pool.query(`update webhook_delivery set status = 'failed' where endpoint_id = $1`, [good.id])
  check(connections === 0, `the canary saw ${connections} connections`)
  canary.close()
  await environment.processes.restartWith({}, 'api', 'work')
  console.log(`${hooks.length} hostile webhook targets: ${refusedTargets} refused; the canary saw ${connections} connections`)
}

/** The shop's allowed URL is https://shop.example/pay. */
function hostileRedirects(): string[] {
  const host = 'shop.example'
  const evil = 'evil.example'
  const schemes = ['javascript:', 'data:text/html,', 'vbscript:', 'file:///', 'blob:', 'about:blank#', 'ftp://', 'ws://', 'intent://', 'mailto:'].flatMap(
    (scheme) => [`${scheme}${host}/pay`, `${scheme}//${host}/pay`, `${scheme.toUpperCase()}${host}/pay`, ` ${scheme}${host}/pay`],
  )
  const authorities = [
    `https://${host}@${evil}/pay`,
    `https://${host}:pw@${evil}/pay`,
    `https://${evil}#@${host}/pay`,
    `https://${evil}?@${host}/pay`,
    `https://${evil}/@${host}/pay`,
    `https://${evil}\\@${host}/pay`,
    `https://${host}\\@${evil}/pay`,
    `https://${host}%40${evil}/pay`,
    `https://${host}.${evil}/pay`,
    `https://${evil}.${host}/pay`,
    `https://${evil}/${host}/pay`,
    `https://${host}${evil}/pay`,
    `https://${host}:8443/pay`,
    `https://${host}:80/pay`,
    `https://${host}:0/pay`,
    `https://${host}:99999/pay`,
    `https://${host}./pay`,
    `https://.${host}/pay`,
    `https://x.${host}/pay`,
    `https://${host}%00.${evil}/pay`,
    `https://${host}%2f${evil}/pay`,
    `https://${host}%5c${evil}/pay`,
    `https://[${host}]/pay`,
    `https://${host}，${evil}/pay`,
    `https://shоp.example/pay`,
    `https://shop。example/pay`,
    `https://shop.exаmple/pay`,
    `https://ｓhop.example/pay`,
    `https://shop.example\u200b/pay`,
    `https://shop\u00ad.example/pay`,
  ]
  const slashes = [
    '//',
    '///',
    '////',
    '/\\',
    '\\\\',
    '\\/\\/',
    '/%2f',
    'https:',
    'https:/',
    'https:///',
    'https:////',
    'https:\\\\',
    'https:/\\',
    'http:',
    'http:/',
    'HTTPS:\\/',
  ].flatMap((start) => [`${start}${host}/pay`, `${start}${evil}/pay`])
  const paths = [
    '/payment',
    '/pa',
    '/',
    '',
    '/Pay',
    '/PAY',
    '/pay.',
    '/pay%20',
    '/payx/pay',
    '/x/pay',
    '/pay/..',
    '/pay/../x',
    '/pay/../../x',
    '/pay/./../x',
    '/pay/%2e%2e/x',
    '/pay/%2E%2E/x',
    '/pay/.%2e/x',
    '/pay/%2e%2e%2fx',
    '/pay%2f..%2fx',
    '/pay/..%2fx',
    '/pay/%5c..%5cx',
    '/pay\\..\\x',
    '/pay/..\\x',
    '/pay;/../x',
    '/pay/%252e%252e/x',
    '//pay',
    '/./pay/../x',
    '/%70ay/../x',
    '/pay%00',
    '/pay/%00',
    '/pay/%0d%0aLocation:x',
    '/pay%0a',
  ].map((path) => `https://${host}${path}`)
  const broken = ['\r\n', '\n', '\t', '\0', ' ', '\u2028', '\u202e', '\ufeff', '%0d%0aSet-Cookie:x'].flatMap((sign) => [
    `https://${host}/pay${sign}x`,
    `${sign}https://${host}/pay`,
    `https://${sign}${host}/pay`,
    `ht${sign}tps://${host}/pay`,
    `https://${host}${sign}/pay`,
  ])
  const plain = [
    `http://${host}/pay`,
    `HTTP://${host}/pay`,
    `http://${host}:443/pay`,
    `http://localhost:1@${host}/pay`,
    `https://127.0.0.1/pay`,
    `https://2130706433/pay`,
    `https://0x7f000001/pay`,
    `https://0177.0.0.1/pay`,
    `https://[::1]/pay`,
    `https://10.0.0.1/pay`,
  ]
  const other = [
    '*',
    'null',
    'undefined',
    'https://',
    'https://?',
    'https://#',
    `https://*.example/pay`,
    `https://${evil}`,
    `https://${evil}/pay?next=https://${host}/pay`,
    `//${host}@${evil}`,
    `https://${host}:443@${evil}/pay`,
    `https://${evil}/..;/${host}/pay`,
  ]
  return [...new Set([...schemes, ...authorities, ...slashes, ...paths, ...broken, ...plain, ...other])]
}

function hostileTargets(port: number): string[] {
  const hosts = [
    '0.0.0.0', '127.1', '127.0.1', '2130706433', '0x7f000001', '0x7f.0.0.1', '0177.0.0.1', '017700000001', '127.0.0.1.', '127.0.0.2', '127.255.255.255',
    '[::1]', '[::]', '[0:0:0:0:0:0:0:1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[64:ff9b::7f00:1]', '[fc00::1]', '[fd00::1]', '[fe80::1]', '[2002:7f00:1::]',
    '10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.0.1', '169.254.169.254', '169.254.1.1', '100.64.0.1', '224.0.0.1', '255.255.255.255',
    'localhost.', 'LOCALHOST.localdomain', 'foo.localhost', 'printer.local', 'metadata.google.internal', 'db.internal', 'router.lan', 'intranet', 'localtest.invalid',
    'a.onion', 'x.home', 'x.corp', '１２７.0.0.1', '127。0。0。1', 'ⓛocalhost',
  ] // prettier-ignore
  const forms = hosts.flatMap((host, place) => (place % 2 ? [`https://${host}/hook`] : [`https://${host}:${port}/hook`]))
  return [
    ...forms,
    'http://shop.example/hook',
    'ftp://shop.example/hook',
    'file:///etc/passwd',
    'gopher://shop.example:70/',
    'https://shop.example:22/',
    'https://shop.example:25/',
    'https://shop.example:6379/',
    `https://user:pw@shop.example/`,
    `https://shop.example#@127.0.0.1/`,
    `https://shop.example\\@127.0.0.1:${port}/`,
    `https:127.0.0.1:${port}/`,
    `//127.0.0.1:${port}/`,
    'javascript:alert(1)',
    'https://',
    ' https://127.0.0.1/',
  ]
}
