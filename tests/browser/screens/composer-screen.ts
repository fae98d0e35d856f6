import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { forgetForms } from '#src/create/clear-forms.ts'
import { DESKTOP, renderScreen } from '../fixtures/render-screen.tsx'

const region = page.getByRole('region', { name: 'New video' })

/** Locators and actions of the form that makes a video from one picture. */
export const composer = {
  region,
  picture: region.getByRole('img', { name: /^Your photo/ }),
  prompt: page.getByRole('textbox', { name: 'Describe the motion' }),
  generate: page.getByRole('button', { name: /^Generate · \d+ points$/ }),
  refusal: region.getByRole('alert'),
  button: (name: string) => region.getByRole('button', { name, exact: true }),
  /** Opens an empty form. */
  open: async (size = DESKTOP) => {
    await forgetForms('')
    await renderScreen('/tools/image-to-video-generator', size)
    await expect.element(region).toBeVisible()
  },
  drop: (...files: readonly File[]) => {
    const dataTransfer = new DataTransfer()
    for (const file of files) dataTransfer.items.add(file)
    for (const type of ['dragover', 'drop'])
      document.body.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }))
  },
  /** The element of the prepared picture; `size` returns its natural width and height. */
  image: () => composer.picture.query() as HTMLImageElement | null,
  size: () => [composer.image()?.naturalWidth, composer.image()?.naturalHeight],
}
