import type { Prefill } from '#src/routing/prefill.ts'
import type { ZipAnswer, ZipOrder, ZipProgress } from '#shared/contract/zip-contract.ts'
import type { ToastContent, ToastEnd } from '#shared/domain/toast-rules.ts'
import type { Clock } from '#shared/clock.ts'
import type { Result } from '#shared/result.ts'
import type { Creation } from '#shared/api/generation.ts'
import { downloadName, videoExtension } from '#shared/domain/download-name.ts'
import { templateSlug } from '#shared/domain/detail-path.ts'
import type { ViewerItem } from '#src/routing/viewer-adapter.ts'
import { text } from '#src/i18n/i18n.ts'
import type { CreationMutation } from './optimistic-mutations.ts'

/** Receives the progress of a zip, and can cancel it. */
export interface ZipWatch {
  readonly signal: AbortSignal
  readonly onProgress: (progress: ZipProgress) => void
}

/** Shows a toast, or removes the toast with an id. */
export type Notify = (toast: ToastContent | ToastEnd) => Promise<void>

/** What is shared: a file, or a link with its title. If a file has a title, some iPhones share nothing or two items. */
export type SharedData =
  | { readonly files: File[]; readonly title?: never; readonly url?: never }
  | { readonly title: string; readonly url: string; readonly files?: never }

/** A question for the user. The answer `yes` runs the action. */
interface Question {
  readonly title: string
  readonly hint: string
  readonly yes: string
  readonly no: string
}

export interface ActionDeps {
  readonly notify: Notify
  readonly ask: (question: Question) => Promise<boolean>
  readonly go: (path: string) => void
  /** A key of the current account and screen, and of whether a viewer is open. A different key means that one of them has changed. */
  readonly locationKey: () => string
  /** Asks the user to log in; `reason` is a sentence that says why. True at once if an account is logged in. */
  readonly login: (reason: string) => Promise<boolean>
  readonly hasAccount: () => boolean
  readonly isOnline: () => boolean
  readonly mutate: (id: string, mutation: CreationMutation) => Promise<Result<unknown>>
  readonly newId: () => string
  readonly clock: Clock
  readonly fetchFile: (url: string) => Promise<Result<Blob>>
  readonly saveFile: (file: Blob, name: string) => void
  /** Whether this browser can save a file to the downloads folder. */
  readonly canSave: () => boolean
  readonly canShareFile: (file: File) => boolean
  /** Opens the share sheet; null if the browser has none. Rejects with an AbortError if the user cancels. */
  readonly share: ((data: SharedData) => Promise<void>) | null
  readonly copy: (words: string) => Promise<boolean>
  readonly open: (url: string) => void
  readonly requestPrefill: (prefill: Prefill) => void
  readonly lastFrame: (videoUrl: string) => Promise<Blob | null>
  readonly zip: (order: Omit<ZipOrder, 'draftName'>, watch: ZipWatch) => Promise<ZipAnswer>
  readonly origin: string
}

/** The URLs of a video, the download URL first; empty if there is no video yet. */
export function videoUrls(item: ViewerItem): readonly string[] {
  const { videoDownloadUrl, plainUrl } =
    item.kind === 'media'
      ? { videoDownloadUrl: item.creation.videoDownloadUrl, plainUrl: item.creation.videoUrl }
      : { videoDownloadUrl: item.template.videoDownloadUrl, plainUrl: item.template.movieUrl }
  return [...new Set([videoDownloadUrl, plainUrl])].filter((url) => url !== null).filter((url) => url !== '')
}

export function videoName(item: ViewerItem, url: string): string {
  const name = item.kind === 'media' ? downloadName(item.creation) : `${templateSlug(item.template) || item.template.id}.mp4`
  return name.replace(/mp4$/, videoExtension(url) ?? 'mp4')
}

export function titleOf(item: ViewerItem): string {
  return item.kind === 'media' ? titleWords(item.creation) : item.template.templateName
}

function titleWords({ prompt, templateName }: Creation): string {
  return prompt || (templateName ?? '')
}

/** The second line of a toast: when offline, it says that the change is sent later. */
export function offlineDescription({ isOnline }: Pick<ActionDeps, 'isOnline'>): { readonly description?: string } {
  return isOnline() ? {} : { description: text('work.waits') }
}
