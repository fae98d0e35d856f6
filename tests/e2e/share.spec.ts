import type { SharedServer } from '../fixtures/server/shared-server.ts'
import type { Page } from '@playwright/test'
import { expect, test } from './support/test.ts'
import { makePhoto } from '../fixtures/photos/make-photo.ts'
import { studio } from './support/studio.ts'

test.use({ serviceWorkers: 'allow' })

const SHARED_TEXT = 'The lantern swings in the wind'

let server: SharedServer

test.beforeEach(({ server: sharedServer }) => {
  server = sharedServer
})

test.beforeEach(async ({ page }) => {
  server.down(false)
  await studio(page).open(server.origin)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
})

/**
 * Sends the request by which a browser passes on pictures and a text that another app shares. With `isFollowed` the page opens the
 * redirect.
 */
async function share(page: Page, pictures: readonly Buffer[], sharedText: string, isFollowed: boolean): Promise<void> {
  await page.evaluate(
    async ({ files, text, follows }) => {
      const form = document.createElement('form')
      Object.assign(form, { method: 'POST', action: '/share', enctype: 'multipart/form-data' })
      const field = document.createElement('input')
      Object.assign(field, { type: 'file', name: 'images', multiple: true })
      const transfer = new DataTransfer()
      for (const [index, base64] of files.entries()) {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0)
        transfer.items.add(new File([bytes], `shared-${index}.jpg`, { type: 'image/jpeg' }))
      }
      field.files = transfer.files
      const textField = document.createElement('input')
      Object.assign(textField, { name: 'text', value: text })
      form.append(field, textField)
      document.body.append(form)
      if (follows) form.submit()
      else await fetch('/share', { method: 'POST', body: new FormData(form), redirect: 'manual' })
    },
    { files: pictures.map((picture) => picture.toString('base64')), text: sharedText, follows: isFollowed },
  )
}

const readShareKeys = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const openRequest = indexedDB.open('kinora-shares')
        openRequest.addEventListener('error', () => reject(openRequest.error ?? new Error('not opened')))
        openRequest.addEventListener('success', () => {
          const keysRequest = openRequest.result.transaction('records').objectStore('records').getAllKeys()
          keysRequest.addEventListener('success', () => {
            openRequest.result.close()
            resolve(keysRequest.result.map(String))
          })
        })
      }),
  )

test('a share without a network, before the worker ends, is in the form', { tag: '@long' }, async ({ page, context }) => {
  server.down(true)
  await share(page, [await makePhoto({ width: 1200, height: 900 })], SHARED_TEXT, false)
  const [id] = await readShareKeys(page)
  const session = await context.newCDPSession(page)
  await session.send('ServiceWorker.enable')
  await session.send('ServiceWorker.stopAllWorkers')
  await page.goto(`${server.origin}/tools/image-to-video-generator?shared=${id}`)
  await expect(page.getByRole('img', { name: /Your photo/ })).toBeVisible()
  await expect(studio(page).prompt).toHaveValue(SHARED_TEXT)
  await expect(page).toHaveURL(`${server.origin}/tools/image-to-video-generator`)
  expect(await readShareKeys(page)).toEqual([])
  await page.reload()
  await expect(page.getByRole('img', { name: /Your photo/ })).toBeVisible()
  await expect(studio(page).prompt).toHaveValue(SHARED_TEXT)
})

test('two pictures open the form for two frames, and the server receives nothing of a share', { tag: '@long' }, async ({ page }) => {
  const photos = [await makePhoto({ width: 1200, height: 900 }), await makePhoto({ width: 900, height: 900 })]
  await share(page, photos, '', true)
  await expect(page).toHaveURL(/\/tools\/start-end-frame$/)
  await expect(page.getByRole('button', { name: 'View' })).toHaveCount(2)
  expect(server.timesOf('/share')).toEqual([])
})

test('a missing share shows a message, and the user can fill the form by hand', { tag: '@long' }, async ({ page }) => {
  await page.goto(`${server.origin}/tools/image-to-video-generator?shared=none`)
  await expect(page.getByText("We couldn't load the photo you shared")).toBeVisible()
  await expect(page).toHaveURL(`${server.origin}/tools/image-to-video-generator`)
  await expect(page.getByRole('button', { name: 'Choose a photo' })).toBeVisible()
})
