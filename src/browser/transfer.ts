import { isAddress } from '#shared/domain/is-address.ts'

/** The formats of a drop or paste that may contain the address of a picture. */
const TEXT_FORMATS = ['text/html', 'text/uri-list', 'DownloadURL', 'text/plain'] as const

/** The text formats of one drop or paste; '' for a missing format. */
export type TransferTexts = Readonly<Record<(typeof TEXT_FORMATS)[number], string>>

let isOwnDragRunning = false

export function isOwnDrag(): boolean {
  return isOwnDragRunning
}

/**
 * Notes whether the current drag started in this page. A mark in the drag's data is not possible: Safari omits its own data once a page
 * sets any. Pointer events end the drag too: none occur during a drag, and `dragend` is missing if the dragged element was removed.
 */
export function followOwnDrags(): void {
  addEventListener('dragstart', () => {
    isOwnDragRunning = true
  })
  for (const endEvent of ['dragend', 'pointerdown', 'pointermove'])
    addEventListener(endEvent, () => {
      isOwnDragRunning = false
    })
}

/** Whether the page handles this drag. The browser handles all others. */
export function isPageDrag({ target, dataTransfer }: DragEvent): boolean {
  const types = new Set(dataTransfer?.types)
  if (isOwnDragRunning) return false
  if (isEditable(target)) return types.has('Files') && !types.has('text/plain')
  return types.has('Files') || TEXT_FORMATS.some((format) => types.has(format.toLowerCase()))
}

/**
 * The data of a drop or paste that the page handles; null if the browser handles it. Several formats describe one object: a text
 * field uses the text, and the page prefers files to addresses.
 */
export function pageData(target: EventTarget | null, data: DataTransfer | null): DataTransfer | null {
  if (data === null) return null
  const texts = textsOf(data)
  if (data.files.length > 0) return isEditable(target) && hasTextToInsert(data.files, texts['text/plain']) ? null : data
  return !isEditable(target) && hasAddress(texts) ? data : null
}

/**
 * The files that may be pictures, else all files. If a file of another type comes with a picture, it only describes the picture.
 */
export function filesOf({ files }: DataTransfer): readonly File[] {
  const pictures = [...files].filter(({ type }) => type === '' || type.startsWith('image/'))
  return pictures.length > 0 ? pictures : [...files]
}

export function textsOf(data: DataTransfer): TransferTexts {
  const readText = (format: keyof TransferTexts) => data.getData(format).trim()
  return {
    'text/html': readText('text/html'),
    'text/uri-list': readText('text/uri-list'),
    DownloadURL: readText('DownloadURL'),
    'text/plain': readText('text/plain'),
  }
}

/** Copies the data of a drop or paste, because the original can't be read after its event. */
export function copyTransfer(data: DataTransfer): DataTransfer {
  const copy = new DataTransfer()
  for (const file of data.files) copy.items.add(file)
  for (const [format, words] of Object.entries(textsOf(data))) if (words !== '') copy.setData(format, words)
  return copy
}

/**
 * Whether the text beside the files was meant to be inserted. macOS adds the names of copied files as text, and Firefox adds the
 * address of a picture.
 */
function hasTextToInsert(files: FileList, plainText: string): boolean {
  const names = new Set([...files].map(({ name }) => name))
  return plainText !== '' && !isAddress(plainText) && !plainText.split(/[\r\n]+/).every((line) => names.has(line))
}

function hasAddress(texts: TransferTexts): boolean {
  const { 'text/html': html, 'text/plain': plainText, ...links } = texts
  return Object.values(links).some((link) => link !== '') || /<img\s/i.test(html) || isAddress(plainText)
}

function isEditable(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches(':read-write')
}
