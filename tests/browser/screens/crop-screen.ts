import { expect } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { DESKTOP, renderScreen } from '../fixtures/render-screen.tsx'
import { untilStill } from '../fixtures/screen-tools.ts'
import type { Spot } from '../fixtures/pointer.ts'

const CANVAS_WIDTH_PX = 400

/** The screen of the crop demo, with its locators and actions. */
export const demo = {
  opener: page.getByRole('button', { name: 'Crop', exact: true }),
  again: page.getByRole('button', { name: 'Crop again' }),
  result: page.getByRole('region', { name: 'Cropped photo' }).getByRole('img'),
  bring: async (file: File, size = DESKTOP) => {
    await renderScreen('/demo/crop', size)
    await userEvent.upload(page.getByLabelText('Choose a photo'), file)
    await expect.element(demo.opener).toBeVisible()
  },
}

/** Locators, actions and values of the open crop dialog. */
export function cropDialog() {
  const dialog = page.getByRole('dialog', { name: 'Crop photo' })
  const stage = dialog.getByRole('application', { name: 'Crop area' })
  return {
    dialog,
    stage,
    button: (name: string) => dialog.getByRole('button', { name, exact: true }),
    field: (name: string) => dialog.getByRole('spinbutton', { name, exact: true }),
    ratio: (name: string) => dialog.getByRole('radio', { name, exact: true }),
    zoom: dialog.getByRole('slider', { name: 'Zoom' }),
    /** Resolves when the picture is editable and the dialog does not move. */
    untilReady: async () => {
      // The dialog has its accessible names only once the texts of its language are loaded.
      await expect.element(stage).toBeVisible()
      await expect.poll(() => document.querySelector('dialog [data-grip="box"]')).not.toBeNull()
      await untilStill()
    },
    /** The position and the size of the crop box, from the four fields. */
    part: () => {
      const fields = dialog.getByRole('spinbutton').elements() as HTMLInputElement[]
      const [x = 0, y = 0, width = 0, height = 0] = fields.map(({ valueAsNumber }) => valueAsNumber)
      return { x, y, width, height }
    },
    /** Maps a point of the crop canvas (400 × 300) to the screen. */
    at: ({ x, y }: Spot): Spot => {
      const bounds = stage.element().getBoundingClientRect()
      const scale = bounds.width / CANVAS_WIDTH_PX
      return { x: bounds.x + x * scale, y: bounds.y + y * scale }
    },
  }
}

/** Opens the crop dialog with this picture on the demo screen. */
export async function openCrop(file: File, size = DESKTOP) {
  await demo.bring(file, size)
  await demo.opener.click()
  const crop = cropDialog()
  await crop.untilReady()
  return crop
}

export async function expectSizeOfResult(width: number, height: number): Promise<void> {
  const size = () => {
    const result = demo.result.query() as HTMLImageElement | null
    return [result?.naturalWidth, result?.naturalHeight]
  }
  await expect.poll(size).toEqual([width, height])
}
