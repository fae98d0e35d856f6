import { commands } from 'vitest/browser'
import type { OddPicture } from '../../fixtures/photos/odd-picture.ts'

declare module 'vitest/browser' {
  interface BrowserCommands {
    makeOddPicture(kind: OddPicture): Promise<string>
    makePngBomb(side: number): Promise<string>
  }
}

/**
 * A picture that the test server makes, because the browser cannot write most of these kinds. It has no type, so that the pipeline must
 * recognise it by its bytes.
 */
export async function oddPicture(kind: OddPicture): Promise<File> {
  return fromBase64(await commands.makeOddPicture(kind))
}

export async function pngBomb(side: number): Promise<File> {
  return fromBase64(await commands.makePngBomb(side))
}

function fromBase64(text: string): File {
  return new File([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))], 'picture')
}
