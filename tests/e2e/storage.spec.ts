import { expect, test } from './support/test.ts'
import { makePhoto } from '../fixtures/photos/make-photo.ts'
import type { Intercept } from '../fixtures/start-test-server.ts'
import { collectErrors } from './support/page-errors.ts'
import { expectBalance, playFirstVideo, studio } from './support/studio.ts'
import { withoutSharedWorker } from './support/without-workers.ts'

/** Faults of the storage. The test adds their code to every script of the app, because a page cannot change the storage of its workers. */
const FAULTS = [
  {
    device: 'on a full device',
    fault: "IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError') };\n",
    chip: /^Storage full/,
    note: /storage is full/,
  },
  {
    device: 'where the browser denies storage',
    fault: "IDBFactory.prototype.open = () => { throw new DOMException('denied', 'UnknownError') };\n",
    chip: /^Storage blocked/,
    note: /is blocking storage/,
  },
  {
    device: 'where the database stands still',
    fault: 'IDBFactory.prototype.open = () => ({});\n',
    chip: /^Slow storage/,
    note: /storage is slow/,
  },
]
const CARRIERS = [
  { carrier: 'shared worker', prepare: () => undefined },
  { carrier: 'workers of each tab', prepare: withoutSharedWorker },
]

for (const { device, fault, chip, note } of FAULTS) {
  for (const { carrier, prepare } of CARRIERS) {
    test(
      `${device} the header shows it, and the video is made all the same (${carrier})`,
      { tag: '@long' },
      async ({ page, context, server }) => {
        await context.addInitScript(prepare)
        server.intercept(withFault(fault))
        const errors = collectErrors(page)
        await studio(page).open(server.origin)
        await expectBalance(page, 100)
        await page.getByRole('banner').getByRole('button', { name: chip }).click()
        await expect(page.getByRole('region').getByText(note)).toBeVisible()
        const secondTab = await context.newPage()
        await studio(secondTab).open(server.origin)
        await studio(secondTab).drop({ name: 'photo.jpg', bytes: await makePhoto({ width: 1200, height: 900 }) })
        await studio(secondTab).pressGenerate()
        await playFirstVideo(secondTab)
        await playFirstVideo(page)
        await expect(secondTab.getByRole('banner').getByRole('button', { name: chip })).toBeVisible()
        await expectBalance(page, 50)
        expect(server.timesOf('/api/v1/ai/i2v/gen/custom')).toHaveLength(1)
        expect(errors).toEqual([])
      },
    )
  }
}

function withFault(fault: string): Intercept {
  return async (request, forward) => {
    const isScript = /\/assets\/.*\.js$/.test(new URL(request.url).pathname)
    if (!isScript) return forward(request)
    const answer = await forward(new Request(request.url))
    const headers = new Headers(answer.headers)
    headers.delete('content-length')
    return new Response(fault + (await answer.text()), { status: answer.status, headers })
  }
}
