import type { Creation } from '#shared/api/generation.ts'
import type { Template } from '#shared/api/templates.ts'
import type { ViewerItem } from '#src/lib/viewer-item.ts'
import type { ActionDeps, ZipWatch } from './action-deps.ts'
import { collect } from './collect.ts'
import { continueFromLastFrame } from './continue-from-last-frame.ts'
import { copyLink } from './copy-link.ts'
import { copyPrompt } from './copy-prompt.ts'
import { deleteCreations } from './delete-creations.ts'
import { downloadZip } from './download-zip.ts'
import { downloadVideo } from './download-video.ts'
import { sameSettings } from './same-settings.ts'
import { shareVideo } from './share-video.ts'
import { startTemplate } from './start-template.ts'

/** What can be done with what a viewer or a list shows. None of them rejects; each tells how it ended. */
export interface Actions {
  /** True once it is stored; false when no login came of it. */
  collect(ids: readonly string[], op: 0 | 1): Promise<boolean>
  /** Asks first. True once it is stored: then it can be taken back for a while. */
  deleteCreations(ids: readonly string[]): Promise<boolean>
  downloadVideo(item: ViewerItem): Promise<void>
  /** All of them in one zip, packed in a worker. */
  downloadZip(items: readonly ViewerItem[], watch: ZipWatch): Promise<void>
  copyPrompt(item: ViewerItem): Promise<void>
  copyLink(item: ViewerItem): Promise<void>
  shareVideo(item: ViewerItem): Promise<void>
  /** Fills the form of its kind and goes there. */
  startTemplate(template: Template): void
  sameSettings(creation: Creation): void
  /** False when the frame could not be had; it has been told then. */
  continueFromLastFrame(creation: Creation): Promise<boolean>
}

export function createActions(deps: ActionDeps): Actions {
  return {
    collect: (ids, op) => collect(ids, op, deps),
    deleteCreations: (ids) => deleteCreations(ids, deps),
    downloadVideo: (item) => downloadVideo(item, deps),
    downloadZip: (items, watch) => downloadZip(items, watch, deps),
    copyPrompt: (item) => copyPrompt(item, deps),
    copyLink: (item) => copyLink(item, deps),
    shareVideo: (item) => shareVideo(item, deps),
    startTemplate: (template) => startTemplate(template, deps),
    sameSettings: (creation) => sameSettings(creation, deps),
    continueFromLastFrame: (creation) => continueFromLastFrame(creation, deps),
  }
}
