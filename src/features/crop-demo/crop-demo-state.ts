import type { AppErrorCode } from '#shared/app-error.ts'
import { proxy } from '#src/lib/state.ts'

/** A picture on the screen: `width` and `height` in px and `bytes` are those of the file, whatever the address shows. */
export interface PictureFacts {
  readonly name: string
  readonly bytes: number
  readonly width: number
  readonly height: number
  readonly url: string
}

export type DemoPicture =
  | { readonly status: 'none' }
  | { readonly status: 'reading'; readonly name: string; readonly bytes: number }
  | { readonly status: 'refused'; readonly name: string; readonly code: AppErrorCode }
  | { readonly status: 'ready'; readonly facts: PictureFacts }

export type DemoCut =
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
