import { expect, test } from 'vitest'
import { pageView } from '#src/measurement/page-view.ts'

const ORIGIN = 'https://kinora.example'
const ID = '0b0e7a30-9f6e-4d2a-8a53-1b6f9c1d2e3f'
const view = (address: string) => pageView(address, 'Title', ORIGIN)
const pathOf = (address: string) => view(address)?.page_path

test('a view has path, location, title, name and search', () => {
  expect(view('/video-effects?tag=rain')).toEqual({
    page_path: '/video-effects',
    page_location: 'https://kinora.example/video-effects?tag=rain',
    page_title: 'Title',
    name: 'effects',
    search: '?tag=rain',
  })
})

test('payment results are not sent', () => {
  expect(['/pay/success', '/pay/cancel', '/en/pay/success?payOrderId=1'].map(view)).toEqual([null, null, null])
})

test('no address contains private data', () => {
  expect(pathOf(`/tools/image-to-video-generator/${ID}/${ID}`)).toBe('/tools/image-to-video-generator/:id')
  expect(pathOf(`/en/video-effects/${ID}`)).toBe('/en/video-effects/:id')
  expect(pathOf('/ai/receipt/pi_12345')).toBe('/ai/receipt/:id')
  expect(pathOf(`/video-detail/${ID}`)).toBe('/video-detail/:id')
  expect(pathOf('/reset/secret-token')).toBe('/404')
  expect(pathOf('/explore/golden-hour')).toBe('/explore/golden-hour')
})

test('only harmless parts of a query are sent', () => {
  const address = '/ai/creation?q=my+words&token=secret&source=pc_cfeed&utm_source=mail&payOrderId=7#x'
  expect(view(address)?.search).toBe('?source=pc_cfeed&utm_source=mail')
  expect(JSON.stringify(view(address))).not.toMatch(/secret|words|payOrderId/)
})
