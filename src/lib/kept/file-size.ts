/** How large one of our own files is, in bytes; null when nobody says. */
export async function fileSize(path: string, signal: AbortSignal): Promise<number | null> {
  try {
    const response = await fetch(path, { method: 'HEAD', signal })
    const length = response.headers.get('content-length')
    return response.ok && length !== null ? Number(length) : null
  } catch {
    return null
  }
}
