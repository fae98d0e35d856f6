import { describe, expect, test } from 'vitest'
import type { Call } from '#shared/api/define-call.ts'
import { accountRecord } from '#shared/storage/billing-records.ts'
import { announcedRecord, outboxRecord, taskPoolRecord } from '#shared/storage/hub-records.ts'
import { orderRecord } from '#shared/storage/billing-records.ts'
import { hubState } from '#src/store/state.ts'
import { type Extreme, extremeOf } from '../../fixtures/extreme-values.ts'
import { startAsFirstVisit } from '../fixtures/each-screen.ts'
import { logIn } from '../fixtures/people.ts'
import { renderScreen } from '../fixtures/render-screen.tsx'
import { answer, pageCalls } from '../fixtures/script-api.ts'

const modules = import.meta.glob<Record<string, unknown>>('../../../shared/api/*.ts', { eager: true })
const calls = Object.values(modules)
  .flatMap((module) => Object.values(module))
  .flatMap((value) => (typeof value === 'object' && value !== null && 'path' in value && 'input' in value ? [value as Call] : []))

/** Each screen that shows lists or numbers of the server, and one of the calls by which the screen loads them. */
const SCREENS = [
  ['/', '/template/hot'],
  ['/home', '/ai/i2v/history'],
  ['/explore', '/template/explore'],
  ['/video-effects', '/template/effects'],
  ['/pricing', '/sku/ios/skuAll'],
  ['/resource', '/article/list'],
  ['/resource/an-article', '/article/detail'],
  ['/ai/setting', '/user/sessions'],
  ['/ai/creation', '/ai/i2v/history'],
  ['/ai/personal', '/user/subscribe/info'],
  ['/ai/ledger', '/user/ledger'],
  ['/ai/receipt/some', '/user/payment/receipt'],
  ['/tools/image-to-video-generator', '/ai/i2v/config/video/parameter'],
  ['/tools/start-end-frame', '/ai/i2v/config/head_tail/parameter'],
  ['/tools/video-templates', '/template/popular'],
  ['/video-detail/some', '/template/detail/path'],
  ['/operator/inbox', '/operator/messages'],
  ['/operator/promotions', '/operator/promotions'],
  ['/operator/health', '/operator/health'],
  ['/operator/record', '/operator/acts'],
  ['/operator/person/some', '/operator/person'],
] as const

/** Tests each screen with extreme values in the answers to its calls and in the hub's records. No part of a screen may crash. */
export function testScreens(extreme: Extreme): void {
  describe(`each screen renders the ${extreme} values of its schemas`, () => {
    startAsFirstVisit()

    test.for(SCREENS)('%s', async ([address, path]) => {
      logIn()
      for (const call of calls) if (call.isFile !== true && call.isForm !== true) answer(call, () => extremeOf(call.data, extreme))
      fillHub(extreme)
      await renderScreen(address)
      await expect.poll(() => pageCalls.map((name) => name.replace(/^\w+ \/api\/(?:v1|pay)/, ''))).toContain(path)
      await expect.poll(() => document.querySelectorAll('main [aria-busy="true"]').length).toBe(0)
      await new Promise(requestAnimationFrame)
      expect(document.querySelector('main')?.textContent).not.toContain('Something went wrong on this screen')
    })
  })
}

function fillHub(extreme: Extreme): void {
  const extremeAccount = extremeOf(accountRecord.schema, 'most') as { readonly account: typeof hubState.account }
  if (hubState.account !== null && extremeAccount.account !== null)
    Object.assign(hubState.account, extremeAccount.account, { id: 'ann', email: 'ann@example.org' })
  const rows = (schema: (typeof outboxRecord | typeof announcedRecord | typeof orderRecord)['schema']) =>
    extreme === 'empty' ? [] : [extremeOf(schema, 'most'), extremeOf(schema, 'least')]
  const { batches } = extremeOf(taskPoolRecord.schema, extreme) as { batches: typeof hubState.work.batches }
  const uploadFields = { width: 1, height: 1, sentBytes: 0, totalBytes: 0, isEditable: true }
  const outbox = rows(outboxRecord.schema).map((row) => Object.assign({}, row, uploadFields)) as unknown as typeof hubState.work.outbox
  Object.assign(hubState.work, { batches, outbox, finished: rows(announcedRecord.schema) })
  Object.assign(hubState.billing, { orders: rows(orderRecord.schema) })
}
