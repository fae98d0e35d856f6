import type { Easel, Sheet } from './easel.ts'

/** The sheet as a JPEG; its pixels are given back whatever happens. */
export async function encodeSheet<S extends Sheet>(easel: Easel<S>, sheet: S, quality: number): Promise<Blob> {
  try {
    return await easel.encode(sheet, quality)
  } finally {
    sheet.release()
  }
}
