interface ZippedFile {
  readonly name: string
  readonly bytes: Uint8Array
}

const END_OF_DIRECTORY = 0x06054b50
const DIRECTORY_ENTRY = 0x02014b50
const LOCAL_HEADER_BYTES = 30
const DIRECTORY_ENTRY_BYTES = 46

/** The files of an uncompressed ZIP archive, as its directory lists them, with UTF-8 names. Throws if a checksum is wrong. */
export async function readZip(zip: Blob): Promise<readonly ZippedFile[]> {
  const buffer = await zip.arrayBuffer()
  const view = new DataView(buffer)
  let end = buffer.byteLength - 22
  while (view.getUint32(end, true) !== END_OF_DIRECTORY) end -= 1
  const count = view.getUint16(end + 10, true)
  const files: ZippedFile[] = []
  for (let at = view.getUint32(end + 16, true); files.length < count;) {
    if (view.getUint32(at, true) !== DIRECTORY_ENTRY) throw new Error('The directory is broken.')
    const [size, nameLength] = [view.getUint32(at + 24, true), view.getUint16(at + 28, true)]
    const extraBytes = view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
    const name = new TextDecoder().decode(new Uint8Array(buffer, at + DIRECTORY_ENTRY_BYTES, nameLength))
    const headerStart = view.getUint32(at + 42, true)
    const contentStart = headerStart + LOCAL_HEADER_BYTES + view.getUint16(headerStart + 26, true) + view.getUint16(headerStart + 28, true)
    const bytes = new Uint8Array(buffer, contentStart, size)
    if (checksum(bytes) !== view.getUint32(at + 16, true)) throw new Error(`${name} is broken.`)
    files.push({ name, bytes })
    at += DIRECTORY_ENTRY_BYTES + nameLength + extraBytes
  }
  return files
}

function checksum(bytes: Uint8Array): number {
  let crc = 0xffff_ffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb8_8320 : 0)
  }
  return (crc ^ 0xffff_ffff) >>> 0
}
