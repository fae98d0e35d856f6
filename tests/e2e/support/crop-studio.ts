import { type Page, expect } from '@playwright/test'

interface Spot {
  readonly x: number
  readonly y: number
}

export interface Part extends Spot {
  readonly width: number
  readonly height: number
}

/** The crop dialog on its demo page. */
export function cropStudio(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Crop photo' })
  const stage = dialog.getByRole('application', { name: 'Crop area' })
  const box = stage.locator('[data-grip="box"]')
  const button = (name: string) => dialog.getByRole('button', { name, exact: true })
  const field = (name: string) => dialog.getByRole('spinbutton', { name, exact: true })
  return {
    dialog,
    stage,
    box,
    button,
    field,
    zoom: dialog.getByRole('slider', { name: 'Zoom' }),
    ratio: (name: string) => dialog.getByRole('radio', { name, exact: true }),
    opener: page.getByRole('button', { name: 'Crop', exact: true }),
    result: page.getByRole('region', { name: 'Cropped photo' }).getByRole('img'),
    openWithPhoto: async (origin: string, bytes: Buffer) => {
      await page.goto(`${origin}/demo/crop`)
      await page.getByLabel('Choose a photo').setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: bytes })
      await expect(page.getByRole('button', { name: 'Crop', exact: true })).toBeVisible()
    },
    /** The position and the size of the crop box, from the four fields. */
    part: async (): Promise<Part> => {
      const [x = 0, y = 0, width = 0, height = 0] = await dialog
        .getByRole('spinbutton')
        .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).valueAsNumber))
      return { x, y, width, height }
    },
    /** A point of the crop canvas, 400 × 300, on the screen. */
    toScreenPoint: async ({ x, y }: Spot): Promise<Spot> => {
      const bounds = await stage.boundingBox()
      if (bounds === null) throw new Error('there is no stage')
      const scale = bounds.width / 400
      return { x: bounds.x + x * scale, y: bounds.y + y * scale }
    },
  }
}
