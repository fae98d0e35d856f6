/** Known video file extensions. Rule: docs/creations.md, "Actions". */
export const VIDEO_EXTENSIONS = ['mp4', 'webm', 'ogg', 'ogv', 'mov', 'avi', 'wmv', 'mkv'] as const
export type VideoExtension = (typeof VIDEO_EXTENSIONS)[number]

/** The extension of a video's address, ignoring its query; undefined for anything else. */
export function videoExtension(url: string): VideoExtension | undefined {
  const ending = /\.([a-z0-9]+)(?:[?#]|$)/i.exec(url)?.[1]?.toLowerCase()
  return VIDEO_EXTENSIONS.find((extension) => extension === ending)
}
