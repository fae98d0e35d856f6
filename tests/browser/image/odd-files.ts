import { describe, expect, it } from 'vitest'
import { commands } from 'vitest/browser'
import type { ImageProblemCode } from '#shared/device-problem.ts'
import { neverAborted } from '#shared/never-aborted.ts'
import { AS_IT_IS } from '#src/pictures/create-image-client.ts'
import { imageClient } from '#src/pictures/image-client.ts'
import { loadPagePictures } from '#src/pictures/page-image.ts'
import { engineOf } from '#workers/image/core/browser-engine.ts'
import { colourDistance } from '../../fixtures/photos/colour-distance.ts'
import type { TurnedType } from '../../fixtures/photos/turned-picture.ts'

declare module 'vitest/browser' {
  interface BrowserCommands {
    listOddFiles(): Promise<readonly { readonly name: string; readonly verdict: 'taken' | ImageProblemCode }[]>
    makeOddFile(name: string): Promise<{ readonly file: string; readonly control: string }>
    makeTurned(type: TurnedType, orientation: number): Promise<string>
  }
}

const SIZE = { width: 640, height: 400 }
/** The allowed colour distance to the undamaged control, in ΔE: half of the pixels are within `median`, 98 in 100 within `most`. */
const MAX_DISTANCE = { median: 2, most: 6 }

const unabortedSignal = neverAborted()
const WAYS = {
  'in the worker': (file: Blob) => imageClient.prepare(unabortedSignal, file),
  'on the page': async (file: Blob) => {
    const page = await loadPagePictures(() => undefined)
    return page.prepare(file, { ...AS_IT_IS, maxInputPixels: 60_000_000 })
  },
}
type Way = keyof typeof WAYS

/** WebKitGTK ignores the orientation properties of AVIF. */
const turnsAvif = engineOf(navigator.userAgent) !== 'webkit'
const files = (await commands.listOddFiles()).filter(({ name }) => turnsAvif || !name.startsWith('AVIF turned'))
/** Every reason for which some odd file is rejected. */
export const REFUSALS = new Set(files.flatMap(({ verdict }) => (verdict === 'taken' ? [] : [verdict])))

function fromBase64(text: string): Blob {
  return new Blob([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))])
}

async function pixelsOf(picture: Blob): Promise<Uint8ClampedArray> {
  const bitmap = await createImageBitmap(picture)
  expect([bitmap.width, bitmap.height]).toEqual([SIZE.width, SIZE.height])
  const context = new OffscreenCanvas(SIZE.width, SIZE.height).getContext('2d')!
  context.drawImage(bitmap, 0, 0)
  bitmap.close()
  return context.getImageData(0, 0, SIZE.width, SIZE.height).data
}

async function expectNear(picture: Blob, control: Blob): Promise<void> {
  const distance = colourDistance(await pixelsOf(picture), await pixelsOf(control))
  expect(distance.median).toBeLessThan(MAX_DISTANCE.median)
  expect(distance.most).toBeLessThan(MAX_DISTANCE.most)
}

/** Tests that each odd file is rejected for its own reason, or accepted with the same pixels as its undamaged control. */
export function describeOddFiles(way: Way): void {
  describe(`${way}, an odd file`, () => {
    it.each(files.map(({ name, verdict }) => [name, verdict] as const))('%s: %s', async (name, verdict) => {
      const oddFile = await commands.makeOddFile(name)
      const result = await WAYS[way](fromBase64(oddFile.file))
      expect(result.ok ? 'taken' : result.error.code).toBe(verdict)
      if (result.ok) await expectNear(result.value.blob, fromBase64(oddFile.control))
    })
  })
}

let uprightControl: Blob | undefined
const ORIENTATIONS = [1, 2, 3, 4, 5, 6, 7, 8]
const isTurned = (type: TurnedType) => turnsAvif || type !== 'AVIF'

/** Tests for each type that a picture of each orientation becomes upright. */
export function describeOrientations(way: Way, types: readonly TurnedType[]): void {
  describe.each(types.filter(isTurned))(`${way}, a turned %s`, (type) => {
    it.each(ORIENTATIONS)('of orientation %i comes out upright', async (orientation) => {
      const result = await WAYS[way](fromBase64(await commands.makeTurned(type, orientation)))
      if (!result.ok) throw new Error(result.error.code)
      expect([result.value.sourceWidth, result.value.sourceHeight]).toEqual([SIZE.width, SIZE.height])
      uprightControl ??= fromBase64(await commands.makeTurned('PNG', 1))
      await expectNear(result.value.blob, uprightControl)
    })
  })
}
