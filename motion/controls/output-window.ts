import type { Size } from '../pixels.ts'
import { type OutputFrame, OUTPUT_RATIOS } from './motion-controls.ts'

/** The part of a picture that a video shows, as shares of the picture's sides. */
export interface PictureWindow {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export const WHOLE_PICTURE: PictureWindow = { x: 0, y: 0, width: 1, height: 1 }

/** The largest part of a picture with the frame's ratio, at the frame's position; the whole picture without a frame. */
export function outputWindow({ width, height }: Size, frame: OutputFrame | undefined): PictureWindow {
  if (frame === undefined) return WHOLE_PICTURE
  const ratio = OUTPUT_RATIOS[frame.ratio]
  const widthShare = Math.min(1, (height * ratio) / width)
  const heightShare = Math.min(1, width / ratio / height)
  return { x: (1 - widthShare) * frame.x, y: (1 - heightShare) * frame.y, width: widthShare, height: heightShare }
}

/** The size of the part of a picture that a video shows. Its sides may be fractions of a px, because callers use only their ratio. */
export function outputSize(size: Size, frame: OutputFrame | undefined): Size {
  const { width, height } = outputWindow(size, frame)
  return { width: size.width * width, height: size.height * height }
}

/** The style of an image element in a box of the frame's ratio: the element shows only the part of the picture in the frame. */
export function cropStyle(frame: OutputFrame | undefined) {
  return frame === undefined ? undefined : ({ objectFit: 'cover', objectPosition: `${frame.x * 100}% ${frame.y * 100}%` } as const)
}

/** The part of a picture in whole px: inside the picture, with sides of at least 1 px. */
export function windowRect({ width, height }: Size, part: PictureWindow): PictureWindow {
  const x = Math.min(width - 1, Math.round(part.x * width))
  const y = Math.min(height - 1, Math.round(part.y * height))
  return {
    x,
    y,
    width: Math.max(1, Math.min(width - x, Math.round(part.width * width))),
    height: Math.max(1, Math.min(height - y, Math.round(part.height * height))),
  }
}

/** The frame moved by shares of the picture's sides; it stays inside the picture. */
export function moveFrame(size: Size, frame: OutputFrame, byX: number, byY: number): OutputFrame {
  const { width, height } = outputWindow(size, frame)
  const moveAlong = (position: number, shift: number, freeShare: number) =>
    freeShare < 1e-6 ? position : Math.min(1, Math.max(0, position + shift / freeShare))
  return { ...frame, x: moveAlong(frame.x, byX, 1 - width), y: moveAlong(frame.y, byY, 1 - height) }
}
