import { expect, test } from 'vitest'
import { startAsFirstVisit } from '../fixtures/each-screen.ts'
import { asked } from '../fixtures/script-api.ts'
import { photo } from '../fixtures/screen-tools.ts'
import { composer } from './composer-screen.ts'

const text = new File(['This is a note, not a picture.\n'.repeat(40)], 'photo.jpg', { type: 'image/jpeg' })
const empty = new File([], 'photo.jpg', { type: 'image/jpeg' })

/** A photo whose file ends in the middle of its pixels. */
async function truncated(): Promise<File> {
  const whole = await photo({ width: 800, height: 600 })
  return new File([whole.slice(0, Math.floor(whole.size * 0.6))], whole.name, { type: whole.type })
}

const BAD_FILES = [
  { name: 'a text file renamed to .jpg', makes: async () => text, says: /isn't a photo|JPEG, PNG, or WebP/i },
  { name: 'a truncated JPEG', makes: truncated, says: /this photo's file is incomplete/i },
  { name: 'a file of 0 bytes', makes: async () => empty, says: /empty/i },
]

startAsFirstVisit()

for (const { name, makes, says } of BAD_FILES) {
  test(`${name} gets a clear sentence, nothing is uploaded and the form has no picture`, async () => {
    const { open, drop, refusal, generate } = composer
    await open()
    drop(await makes())
    await expect.element(refusal).toHaveTextContent(says)
    await expect.element(refusal).toHaveTextContent(/wasn't uploaded/i)
    await expect.element(generate).toBeDisabled()
    expect(asked.filter((path) => path.includes('/file/') || path.includes('/gen/'))).toEqual([])
  })
}
