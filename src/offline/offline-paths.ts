import type { Creation } from '#shared/api/generation.ts'

const STABLE_PATH = /^\/media\/[0-9a-f]{32}\.[a-z0-9]+$/

/** The file paths of a creation, the video first; empty without a permanent video address. */
export function offlinePaths({ videoUrl, previewImageUrl, srcImage }: Creation): readonly string[] {
  const isStable = (path: string) => STABLE_PATH.test(path)
  if (videoUrl === null || !isStable(videoUrl)) return []
  const paths = [videoUrl, previewImageUrl, ...srcImage].filter((path) => path !== null)
  return [...new Set(paths)].filter(isStable)
}
