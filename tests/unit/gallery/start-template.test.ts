import { afterEach, expect, test } from 'vitest'
import type { Template } from '#shared/api/templates.ts'
import { startTemplate } from '#src/gallery/start-template.ts'
import { forgetPendingEvents } from '#src/reporting/track.ts'
import { forgetPrefill, consumePrefill } from '#src/routing/prefill.ts'
import { templateItem } from '../creations/fake-deps.ts'

afterEach(() => {
  forgetPrefill()
  forgetPendingEvents()
})

function startFromGallery(change: Partial<Template> = {}) {
  const { template } = templateItem(change)
  const addresses: string[] = []
  startTemplate(template, 'gallery', (path) => void addresses.push(path))
  return { prefill: consumePrefill(template.bizType), addresses }
}

test('an effect opens its tool with its id in the address, a recipe with its words, length and size', () => {
  const settings = { prompt: 'slow pan', modelName: 'kinora-motion-1', duration: '8s', resolution: '1080p' }
  expect(startFromGallery()).toEqual({
    prefill: { bizType: 'TEMPLATE', settings: { templateId: 'golden-hour', templateName: 'Golden hour' }, pictures: [] },
    addresses: ['/tools/video-templates?templateId=golden-hour'],
  })
  expect(startFromGallery({ bizType: 'CUSTOM' })).toEqual({
    prefill: { bizType: 'CUSTOM', settings, pictures: [], explore: 'golden-hour' },
    addresses: ['/tools/image-to-video-generator'],
  })
  expect(startFromGallery({ bizType: 'HEAD_TAIL' })).toEqual({
    prefill: { bizType: 'HEAD_TAIL', settings, pictures: [], explore: 'golden-hour' },
    addresses: ['/tools/start-end-frame'],
  })
})
