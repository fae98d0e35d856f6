const EXTENSIONS: Record<string, string> = {
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'image/webp': '.webp',
  'image/avif': '.avif',
  'image/gif': '.gif',
  'video/mp4': '.mp4',
}

/** A file name with an extension: its own, else its type's, else '.bin'. Rule: docs/rules.md, "Uploads". */
export function withExtension(name: string, type: string): string {
  return /\.[a-z0-9]+$/i.test(name) ? name : name + (EXTENSIONS[type] ?? '.bin')
}
