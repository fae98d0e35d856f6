import { isPicturePath } from '#shared/domain/media-address.ts'
import type { ToastContent } from '#shared/domain/toast-rules.ts'
import { isAddress } from '#shared/domain/is-address.ts'
import { parseUrl } from '#shared/parse-url.ts'
import { type Result, ok } from '#shared/result.ts'
import { fetchMedia } from '../browser/download.ts'
import { loadFailureText, text } from '../i18n/i18n.ts'
import type { TransferTexts } from '../browser/transfer.ts'

/**
 * Loads the picture that a dropped or pasted link names: it fetches a picture of this app, or decodes a `data:` address. Returns a toast
 * if the fetch fails, and for all other links, because the content security policy forbids to fetch them.
 */
export async function loadLinkedPicture(texts: TransferTexts, nameKey: string): Promise<File | ToastContent> {
  const picture = await loadFirstPicture(addressesIn(texts))
  if (picture?.ok === true) return new File([picture.value], text(nameKey), { type: picture.value.type })
  if (picture?.error.retry === 'later') return { id: 'incoming-picture', color: 'error', title: loadFailureText(picture.error) }
  return { id: 'incoming-picture', color: 'info', title: text('intake.noPicture') }
}

async function loadFirstPicture(addresses: readonly string[]): Promise<Result<Blob> | null> {
  for (const address of addresses) {
    const decodedPicture = decodeDataAddress(address)
    if (decodedPicture !== null) return ok(decodedPicture)
    const url = parseUrl(address)
    // The query is dropped, because it would request a smaller size or a download.
    if (url?.origin === location.origin && isPicturePath(url.pathname)) return fetchMedia(url.pathname)
  }
  return null
}

/** The addresses in a drop or paste. Addresses of pictures are first, because a link around a picture opens a page. */
function addressesIn(texts: TransferTexts): readonly string[] {
  const html = new DOMParser().parseFromString(texts['text/html'], 'text/html')
  const pictures = [...html.querySelectorAll('img')].map((picture) => picture.getAttribute('src') ?? '')
  const links = texts['text/uri-list'].split(/[\r\n]+/).filter((line) => !line.startsWith('#'))
  // The format of `DownloadURL` is type:name:address.
  const downloadAddress = texts['DownloadURL'].replace(/^[^:]*:[^:]*:/, '')
  return [...pictures, ...links, downloadAddress, texts['text/plain']].map((address) => address.trim()).filter(isAddress)
}

/** The longest `data:` address that is decoded, in characters. Decoding blocks the page. */
const MAX_DATA_ADDRESS_LENGTH = 32 * 1024 * 1024

/** The picture in a `data:` address; null if it is not one or is too long. */
function decodeDataAddress(address: string): Blob | null {
  if (address.length > MAX_DATA_ADDRESS_LENGTH) return null
  const match = /^data:(image\/[^;,]+)(?:;(?!base64,)[^;,]*)*(;base64)?,(.*)$/is.exec(address)
  if (match === null) return null
  const [, type = '', base64, body = ''] = match
  try {
    const decodedBody = body.includes('%') ? decodeURIComponent(body) : body
    return new Blob([base64 === undefined ? decodedBody : bytesOf(decodedBody)], { type })
  } catch {
    return null
  }
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const letters = atob(base64)
  const bytes = new Uint8Array(letters.length)
  // A loop: `Uint8Array.from` with a callback is ten times slower.
  for (let index = 0; index < bytes.length; index += 1) bytes[index] = letters.codePointAt(index) ?? 0
  return bytes
}
