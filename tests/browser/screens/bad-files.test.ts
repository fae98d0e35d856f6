import { expect, test } from 'vitest'
import { startAsFirstVisit } from '../fixtures/each-screen.ts'
import { pageCalls } from '../fixtures/script-api.ts'
import { photo } from '../fixtures/screen-tools.ts'
import { composer } from './composer-screen.ts'

const textFile = new File(['This is a note, not a picture.\n'.repeat(40)], 'photo.jpg', { type: 'image/jpeg' })
const emptyFile = new File([], 'photo.jpg', { type: 'image/jpeg' })

/** A photo whose file ends in the middle of its pixels. */
async function makeTruncatedPhoto(): Promise<File> {
  const wholePhoto = await photo({ width: 800, height: 600 })
  return new File([wholePhoto.slice(0, Math.floor(wholePhoto.size * 0.6))], wholePhoto.name, { type: wholePhoto.type })
}

const BAD_FILES = [
  { name: 'a text file renamed to .jpg', makeFile: async () => textFile, message: /isn't a photo|JPEG, PNG, or WebP/i },
  { name: 'a truncated JPEG', makeFile: makeTruncatedPhoto, message: /this photo's file is incomplete/i },
  { name: 'a file of 0 bytes', makeFile: async () => emptyFile, message: /empty/i },
]

startAsFirstVisit()

for (const { name, makeFile, message } of BAD_FILES) {
  test(`${name} gets a clear sentence, nothing is uploaded and the form has no picture`, async () => {
    const { open, drop, refusal, generate } = composer
    await open()
    drop(await makeFile())
    await expect.element(refusal).toHaveTextContent(message)
    await expect.element(refusal).toHaveTextContent(/wasn't uploaded/i)
    await expect.element(generate).toBeDisabled()
    expect(pageCalls.filter((path) => path.includes('/file/') || path.includes('/gen/'))).toEqual([])
  })
}
