/** What all blobs within some data take, in bytes. */
export function sizeOfBlobs(data: unknown): number {
  if (data instanceof Blob) return data.size
  if (typeof data !== 'object' || data === null) return 0
  return Object.values(data).reduce<number>((sum, part) => sum + sizeOfBlobs(part), 0)
}
