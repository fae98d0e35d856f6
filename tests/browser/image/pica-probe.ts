import { expose } from 'comlink'
import { decodePicture } from '#workers/image/core/decode-picture.ts'
import { paintPicture } from '#workers/image/core/paint-picture.ts'

export interface PicaProbe {
  reduce(file: Blob, width: number, height: number): Promise<{ blob: Blob; hasDocument: boolean }>
}

expose({
  async reduce(file, width, height) {
    const decoded = await decodePicture(file, { type: 'image/jpeg', width: 1, height: 1, isAnimated: false }, 1, 'webkit')
    if (!decoded.ok) throw new Error(decoded.error.code)
    const { fullWidth, fullHeight } = decoded.value
    const canvas = await paintPicture(decoded.value, { x: 0, y: 0, width: fullWidth, height: fullHeight }, width, height, 'webkit')
    return { blob: await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 }), hasDocument: 'document' in globalThis }
  },
} satisfies PicaProbe)
