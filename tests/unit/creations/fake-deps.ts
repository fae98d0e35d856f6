import { vi } from 'vitest'
import type { Creation } from '#shared/api/generation.ts'
import type { Template } from '#shared/api/templates.ts'
import type { ToastContent } from '#shared/domain/toast-rules.ts'
import type { ActionDeps } from '#src/creations/action-deps.ts'
import type { Prefill } from '#src/routing/prefill.ts'
import type { CreationMutation } from '#src/creations/optimistic-mutations.ts'
import type { ViewerItem } from '#src/routing/viewer-adapter.ts'
import { mutationSchema } from '#shared/storage/hub-records.ts'
import { fail, ok } from '#shared/result.ts'
import { createFakeClock } from '../platform/fake-clock.ts'
import { creation } from '../../fixtures/page/builders.ts'

/** Fake dependencies of the actions, which record the effects on the page. Each one can be replaced. */
export function fakeDeps(change: Partial<ActionDeps> = {}) {
  const toasts: ToastContent[] = []
  const closedToastIds: string[] = []
  const sentMutations: CreationMutation[] = []
  const visitedPaths: string[] = []
  const prefills: Prefill[] = []
  const savedFiles: { readonly name: string; readonly text: string }[] = []
  const clock = createFakeClock()
  const deps: ActionDeps = {
    notify: async (toast) => void (toast.open === false ? closedToastIds.push(toast.id) : toasts.push(toast)),
    ask: vi.fn(async () => true),
    go: (path) => void visitedPaths.push(path),
    locationKey: () => 'here',
    login: vi.fn(async () => true),
    hasAccount: () => true,
    isOnline: () => true,
    mutate: async (id, mutation) => {
      mutationSchema.parse(mutation)
      sentMutations.push(mutation)
      return ok({ id })
    },
    newId: () => 'id',
    clock,
    fetchFile: vi.fn(async (url: string) => ok(new Blob([url], { type: 'video/mp4' }))),
    saveFile: (file, name) => void file.text().then((text) => savedFiles.push({ name, text })),
    canSave: () => true,
    canShareFile: () => true,
    share: null,
    copy: vi.fn(async () => true),
    open: vi.fn(),
    requestPrefill: (prefill) => void prefills.push(prefill),
    lastFrame: vi.fn(async () => new Blob(['frame'], { type: 'image/png' })),
    zip: vi.fn(async () => ({ status: 'empty' as const })),
    origin: 'https://kinora.example',
    ...change,
  }
  return {
    deps,
    toasts,
    closedToastIds,
    sentMutations,
    visitedPaths,
    prefills,
    savedFiles,
    clock,
    titles: () => toasts.map(({ color, title }) => `${color}: ${title}`),
  }
}

export const NOT_FOUND = fail({ code: 'H4001', retry: 'never' } as const)

const ID = '0123456789ab'

export function mediaItem(change: Partial<Creation> = {}): Extract<ViewerItem, { kind: 'media' }> {
  const baseCreation = {
    ...creation(ID, Date.UTC(2026, 1, 3), 'batch'),
    prompt: 'Slow push in',
    videoDownloadUrl: '/media/v.mp4?download=x.mp4',
  }
  return { kind: 'media', creation: { ...baseCreation, videoUrl: '/media/v.mp4', ...change } }
}

export function templateItem(change: Partial<Template> = {}): Extract<ViewerItem, { kind: 'effect' | 'explore' }> {
  const template: Template = {
    id: 'golden-hour',
    bizType: 'TEMPLATE',
    type: 1,
    templateName: 'Golden hour',
    templateEnName: 'Golden hour',
    templateSeoPath: '',
    firstImageUrl: '/media/p.webp',
    movieUrl: '/media/t.mp4',
    videoDownloadUrl: '/media/t.mp4?download=golden-hour.mp4',
    srcImage: ['/media/p.webp'],
    prompt: 'slow pan',
    tags: [],
    videoModel: 'kinora-motion-1',
    videoLength: '8s',
    videoResolution: '1080p',
    width: 1280,
    height: 720,
    ...change,
  }
  return { kind: 'effect', template }
}
