import { commands } from 'vitest/browser'
import type { OddPicture } from '../../fixtures/photos/odd-picture.ts'

declare module 'vitest/browser' {
  interface BrowserCommands {
    makeOddPicture(kind: OddPicture): Promise<string>
    makePngBomb(side: number): Promise<string>
  }
}

/** Made outside the browser, which cannot write most of these kinds; without a type, because only the bytes should count. */
export async function oddPicture(kind: OddPicture): Promise<File> {
  return fromBase64(await commands.makeOddPicture(kind))
}

export async function pngBomb(side: number): Promise<File> {
  return fromBase64(await commands.makePngBomb(side))
}

function fromBase64(text: string): File {
  return new File([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))], 'picture')
}
