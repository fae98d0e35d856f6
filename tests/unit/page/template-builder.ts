import type { Template } from '#shared/api/templates.ts'

export function template(id: string, change: Partial<Template> = {}): Template {
  return {
    id,
    bizType: 'TEMPLATE',
    type: 2,
    templateName: id,
    templateEnName: id,
    templateSeoPath: '',
    firstImageUrl: `/media/${id}.webp`,
    movieUrl: `/media/${id}.mp4`,
    videoDownloadUrl: `/media/${id}.mp4`,
    srcImage: [`/media/${id}.webp`],
    prompt: '',
    tags: [],
    videoModel: 'kinora-motion-1',
    videoLength: '6s',
    videoResolution: '720p',
    width: 1280,
    height: 720,
    ...change,
  }
}
