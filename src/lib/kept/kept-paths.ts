import type { Creation } from '#shared/api/generation.ts'

const STABLE_PATH = /^\/media\/[0-9a-f]{32}\.[a-z0-9]+$/

/** Where the files of a creation lie, the video first; empty when it has no video under an address that stays. */
export function keptPaths({ videoUrl, previewImageUrl, srcImage }: Creation): readonly string[] {
  const isStable = (path: string | null): path is string => path !== null && STABLE_PATH.test(path)
  if (!isStable(videoUrl)) return []
  return [...new Set([videoUrl, previewImageUrl, ...srcImage])].filter(isStable)
}
