import type { CropChoice } from '#shared/domain/crop-rules.ts'
import { text } from '#src/platform/i18n.ts'
import { withExtension } from '#shared/domain/file-name.ts'
import type { AppErrorCode } from '#shared/app-error.ts'
import { proxy } from '#src/platform/state.ts'
import type { ImageClient } from '../create-image-client.ts'
import { imageClient } from '../image-client.ts'

/** A picture on the screen: `width` and `height` in px and `bytes` are those of the file, whatever the address shows. */
export interface PictureFacts {
  readonly name: string
  readonly bytes: number
  readonly width: number
  readonly height: number
  readonly url: string
}

type DemoPicture =
  | { readonly status: 'none' }
  | { readonly status: 'reading'; readonly name: string; readonly bytes: number }
  | { readonly status: 'refused'; readonly name: string; readonly code: AppErrorCode }
  | { readonly status: 'ready'; readonly facts: PictureFacts }

type DemoCut =
  | { readonly status: 'none' }
  | { readonly status: 'making' }
  | { readonly status: 'refused'; readonly code: AppErrorCode }
  | { readonly status: 'ready'; readonly facts: PictureFacts }

interface CropDemoState {
  picture: DemoPicture
  cut: DemoCut
  /** What lies over the page. */
  layer: 'none' | 'crop' | 'picture' | 'cut'
}

export const cropDemoState = proxy<CropDemoState>({ picture: { status: 'none' }, cut: { status: 'none' }, layer: 'none' })

/** The picture's own bytes and the last choice; they stand beside the state, never in it. */
interface DemoSource {
  readonly file: Blob
  choice: CropChoice | null
}

/** What can be done on the page that shows the crop; `images` shows and cuts pictures. */
export function createCropDemo(images: Pick<ImageClient, 'view' | 'crop'>) {
  let source: DemoSource | null = null
  let reading: AbortController | undefined
  let cutting: AbortController | undefined

  function demoSource(): Readonly<DemoSource> | null {
    return source
  }

  /** Takes a picked, dropped or pasted file in place of the one before, with all that was made of that. While a layer is open it stays away. */
  async function takeFile(file: File): Promise<void> {
    if (cropDemoState.layer !== 'none') return
    clearDemo()
    const mine = new AbortController()
    reading = mine
    const name = file.name === '' ? text('cropDemo.pastedName') : file.name
    cropDemoState.picture = { status: 'reading', name, bytes: file.size }
    const view = await images.view(mine.signal, file)
    if (reading !== mine) return
    if (!view.ok) {
      cropDemoState.picture = { status: 'refused', name, code: view.error.code }
      return
    }
    const { blob, sourceWidth, sourceHeight } = view.value
    source = { file, choice: null }
    const url = URL.createObjectURL(blob)
    cropDemoState.picture = { status: 'ready', facts: { name, bytes: file.size, width: sourceWidth, height: sourceHeight, url } }
  }

  /** Cuts the chosen part out at the source's own resolution; a newer choice takes its place. */
  async function cutPicture(choice: CropChoice): Promise<void> {
    const { picture } = cropDemoState
    if (source === null || picture.status !== 'ready') return
    dropCut()
    const mine = new AbortController()
    cutting = mine
    source.choice = choice
    const name = cutName(picture.facts.name)
    cropDemoState.layer = 'none'
    cropDemoState.cut = { status: 'making' }
    const cropped = await images.crop(mine.signal, source.file, choice)
    if (cutting !== mine) return
    if (!cropped.ok) {
      cropDemoState.cut = { status: 'refused', code: cropped.error.code }
      return
    }
    const { blob, width, height } = cropped.value
    cropDemoState.cut = { status: 'ready', facts: { name, bytes: blob.size, width, height, url: URL.createObjectURL(blob) } }
  }

  function openLayer(layer: 'crop' | 'picture' | 'cut'): void {
    cropDemoState.layer = layer
  }

  function closeLayer(): void {
    cropDemoState.layer = 'none'
  }

  /** Ends all work and gives every picture's memory back. */
  function clearDemo(): void {
    reading?.abort()
    reading = undefined
    dropCut()
    if (cropDemoState.picture.status === 'ready') URL.revokeObjectURL(cropDemoState.picture.facts.url)
    source = null
    cropDemoState.picture = { status: 'none' }
    cropDemoState.layer = 'none'
  }

  function dropCut(): void {
    cutting?.abort()
    cutting = undefined
    if (cropDemoState.cut.status === 'ready') URL.revokeObjectURL(cropDemoState.cut.facts.url)
    cropDemoState.cut = { status: 'none' }
  }

  return { demoSource, takeFile, cutPicture, openLayer, closeLayer, clearDemo }
}

export const { demoSource, takeFile, cutPicture, openLayer, closeLayer, clearDemo } = createCropDemo(imageClient)

/** The file name of what was cut out of a picture: 'IMG_0042.HEIC' gives 'IMG_0042-cropped.jpg'. */
export function cutName(name: string): string {
  const stem = name.replace(/\.[^.]*$/, '').trim()
  return withExtension(`${stem === '' ? 'picture' : stem}-cropped`, 'image/jpeg')
}
