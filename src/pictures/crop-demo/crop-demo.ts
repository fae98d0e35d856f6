import type { CropChoice } from '#shared/domain/crop-rules.ts'
import { text } from '#src/i18n/i18n.ts'
import { shortFileName, withExtension } from '#shared/domain/file-name.ts'
import type { AppErrorCode } from '#shared/result.ts'
import { proxy } from '#src/store/state.ts'
import type { ImageClient } from '../create-image-client.ts'

/**
 * What the demo shows about a picture. `width`, `height` (px) and `bytes` describe the file, even if `url` is a smaller preview.
 */
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
  /** The layer that is open above the page. */
  layer: 'none' | 'crop' | 'picture' | 'cut'
}

/** The chosen file and its last crop. They are outside the state, because no component renders them. */
interface DemoSource {
  readonly file: Blob
  choice: CropChoice | null
}

/** The state and the actions of one crop demo. `images` decodes and crops the pictures. */
export function createCropDemo(images: Pick<ImageClient, 'view' | 'crop'>) {
  const state = proxy<CropDemoState>({ picture: { status: 'none' }, cut: { status: 'none' }, layer: 'none' })
  let source: DemoSource | null = null
  let readController: AbortController | undefined
  let cutController: AbortController | undefined

  function demoSource(): Readonly<DemoSource> | null {
    return source
  }

  /** Replaces the picture by a picked, dropped or pasted file and discards its crop. Does nothing while a layer is open. */
  async function replacePicture(file: File): Promise<void> {
    if (state.layer !== 'none') return
    clearDemo()
    const controller = new AbortController()
    readController = controller
    const name = file.name === '' ? text('cropDemo.pastedName') : shortFileName(file.name)
    state.picture = { status: 'reading', name, bytes: file.size }
    const viewResult = await images.view(controller.signal, file)
    if (readController !== controller) return
    if (!viewResult.ok) {
      state.picture = { status: 'refused', name, code: viewResult.error.code }
      return
    }
    const { blob, sourceWidth, sourceHeight } = viewResult.value
    source = { file, choice: null }
    const url = URL.createObjectURL(blob)
    state.picture = { status: 'ready', facts: { name, bytes: file.size, width: sourceWidth, height: sourceHeight, url } }
  }

  /** Crops the picture at its full resolution. A newer crop cancels an older crop. */
  async function cutPicture(choice: CropChoice): Promise<void> {
    const { picture } = state
    if (source === null || picture.status !== 'ready') return
    dropCut()
    const controller = new AbortController()
    cutController = controller
    source.choice = choice
    const name = cutName(picture.facts.name)
    state.layer = 'none'
    state.cut = { status: 'making' }
    const cropResult = await images.crop(controller.signal, source.file, choice)
    if (cutController !== controller) return
    if (!cropResult.ok) {
      state.cut = { status: 'refused', code: cropResult.error.code }
      return
    }
    const { blob, width, height } = cropResult.value
    state.cut = { status: 'ready', facts: { name, bytes: blob.size, width, height, url: URL.createObjectURL(blob) } }
  }

  function openLayer(layer: 'crop' | 'picture' | 'cut'): void {
    state.layer = layer
  }

  function closeLayer(): void {
    state.layer = 'none'
  }

  /** Cancels all running work and frees the memory of the picture and of its crop. */
  function clearDemo(): void {
    readController?.abort()
    readController = undefined
    dropCut()
    if (state.picture.status === 'ready') URL.revokeObjectURL(state.picture.facts.url)
    source = null
    state.picture = { status: 'none' }
    state.layer = 'none'
  }

  function dropCut(): void {
    cutController?.abort()
    cutController = undefined
    if (state.cut.status === 'ready') URL.revokeObjectURL(state.cut.facts.url)
    state.cut = { status: 'none' }
  }

  return { state, demoSource, replacePicture, cutPicture, openLayer, closeLayer, clearDemo }
}

export type CropDemo = ReturnType<typeof createCropDemo>

/** The file name of a crop: 'IMG_0042-cropped.jpg' for 'IMG_0042.HEIC'. */
export function cutName(name: string): string {
  const stem = name.replace(/\.[^.]*$/, '').trim()
  return withExtension(`${stem === '' ? 'picture' : stem}-cropped`, 'image/jpeg')
}
