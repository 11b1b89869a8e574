import type * as z from 'zod/mini'
import { listFixedCodes, registerFixedCode, removeFixedCode, verifyFixedCode, type fixedCode } from '../fixed-codes.ts'
import { createMediaUpload } from '../media-uploads.ts'
import {
  createMerchant,
  createMerchantConfig,
  getMerchant,
  getMerchantConfig,
  listMerchantConfigs,
  listMerchants,
  type merchant,
  type merchantConfig,
  updateMerchant,
  updateMerchantConfig,
} from '../merchant-configs.ts'
import { archivePaymentLink, createPaymentLink, listPaymentLinks, type paymentLink, printPaymentLink } from '../payment-links.ts'
import { exampleOf } from './example.ts'
import { accountId, configId, merchantId, walletId } from './shop.ts'

const shop: z.input<typeof merchant> = {
  id: merchantId,
  accountId,
  name: 'The Corner Loaf',
  country: 'NZ',
  type: 'physical',
  test: true,
  status: 'active',
  categoryCode: '5462',
  gstNumber: '136410132',
  location: { lat: -41.2924, lng: 174.7787, street: '12 Cuba Street', suburb: 'Te Aro', city: 'Wellington', postCode: '6011', country: 'NZ' },
  branding: { colour: 'nikau' },
  createdAt: '2026-11-02T21:40:00.000Z',
}

const config: z.input<typeof merchantConfig> = {
  id: configId,
  merchantId,
  paymentOptions: [{ type: 'nikau.nzd.test', walletId }, { type: 'quartz-one-off.nzd.test' }],
  allowedRedirectUrls: ['https://loaf.example/thanks', 'https://loaf.example/basket'],
  version: 1,
  createdAt: '2026-11-02T21:42:00.000Z',
  updatedAt: '2026-11-02T21:42:00.000Z',
}
const configBody = { paymentOptions: [{ type: 'nikau.nzd.test' }, { type: 'quartz-one-off.nzd.test' }], allowedRedirectUrls: config.allowedRedirectUrls }

const linkId = 'pl_Hs5NcYw2RkXv8TqZb7MdLg'
const link: z.input<typeof paymentLink> = {
  id: linkId,
  merchantId,
  liveness: 'test',
  name: 'Christmas raffle',
  kind: 'fixed',
  amount: '2000',
  partialAllowed: false,
  asksNote: true,
  uses: 'many',
  lastDay: '2026-12-20',
  status: 'open',
  url: `https://pay.nikau.example/deimos/l/${linkId}`,
  count: 3,
  paid: '6000',
  createdAt: '2026-11-18T19:00:00.000Z',
}

const codeId = 'fc_Xw4KzTn9QvRb2YmHc7SdLp'
const code: z.input<typeof fixedCode> = {
  id: codeId,
  accountId,
  prefix: 'https://machines.loaf.example/m/',
  target: 'https://machines.loaf.example/scanned',
  status: 'pending',
  jwksUrl: `https://api.nikau.example/.well-known/fixed-codes/${codeId}/jwks.json`,
  createdAt: '2026-11-18T19:05:00.000Z',
}

export const settingExamples = [
  exampleOf(listMerchants, { query: { accountId }, answer: { items: [shop] } }),
  exampleOf(createMerchant, {
    body: {
      accountId,
      name: shop.name,
      country: 'NZ',
      test: true,
      type: 'physical',
      location: { lat: -41.2924, lng: 174.7787, street: '12 Cuba Street', suburb: 'Te Aro', city: 'Wellington', postCode: '6011', country: 'NZ' },
      categoryCode: '5462',
      gstNumber: '136410132',
    },
    answer: shop,
  }),
  exampleOf(getMerchant, { params: { id: merchantId }, answer: shop }),
  exampleOf(updateMerchant, {
    params: { id: merchantId },
    body: { branding: { colour: 'harbour' } },
    answer: { ...shop, branding: { colour: 'harbour' } },
  }),
  exampleOf(createMerchantConfig, { params: { merchantId }, body: configBody, answer: config }),
  exampleOf(listMerchantConfigs, { params: { merchantId }, answer: [config] }),
  exampleOf(getMerchantConfig, { params: { id: configId }, answer: config }),
  exampleOf(updateMerchantConfig, {
    params: { merchantId, configId },
    body: configBody,
    answer: { ...config, version: 2, updatedAt: '2026-11-18T19:00:00.000Z' },
  }),
  exampleOf(createMediaUpload, {
    body: { accountId, content: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==' },
    answer: {
      id: 'mu_Rb8YqTn3XwKz6VcHm2LdJs',
      accountId,
      path: '/api/media-uploads/mu_Rb8YqTn3XwKz6VcHm2LdJs',
      type: 'image/png',
      width: 1,
      height: 1,
      createdAt: '2026-11-18T19:10:00.000Z',
    },
  }),
  exampleOf(createPaymentLink, {
    body: { merchantId, name: link.name, kind: 'fixed', amount: '2000', asksNote: true, lastDay: '2026-12-20', idempotencyKey: 'raffle-2026' },
    answer: { ...link, count: 0, paid: '0' },
  }),
  exampleOf(listPaymentLinks, { query: { merchantId }, answer: { items: [link] } }),
  exampleOf(archivePaymentLink, { params: { id: linkId }, answer: { ...link, status: 'closed', closedAt: '2026-11-20T04:00:00.000Z' } }),
  exampleOf(printPaymentLink, { params: { id: linkId }, query: { paper: 'a6' } }),
  exampleOf(registerFixedCode, { body: { prefix: code.prefix, target: code.target }, answer: code }),
  exampleOf(verifyFixedCode, { params: { id: codeId }, answer: { ...code, status: 'active' } }),
  exampleOf(listFixedCodes, { answer: [{ ...code, status: 'active' }] }),
  exampleOf(removeFixedCode, { params: { id: codeId }, answer: {} }),
]
