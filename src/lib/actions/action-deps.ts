import type { CreationMutation } from '#src/lib/mark-book.ts'
import type { ComposerWish } from '#src/lib/composer-wish.ts'
import type { ZipAnswer, ZipOrder, ZipProgress } from '#shared/contract/zip-contract.ts'
import type { ToastContent, ToastEnd } from '#shared/domain/toast-rules.ts'
import type { Clock } from '#shared/browser/clock.ts'
import type { Result } from '#shared/result.ts'

/** How a parcel is watched: how far it is, and how to stop it at once. */
export interface ZipWatch {
  readonly signal: AbortSignal
  readonly onProgress: (progress: ZipProgress) => void
}

/** Shows a toast, or ends the one of an id. */
export type Tell = (toast: ToastContent | ToastEnd) => Promise<void>

/** A question with two answers; true is the one that acts. */
export interface Question {
  readonly title: string
  readonly hint: string
  readonly yes: string
  readonly no: string
}

/** What an action needs from the page that it stands on. */
export interface ActionDeps {
  readonly tell: Tell
  readonly ask: (question: Question) => Promise<boolean>
  /** Goes to another screen. */
  readonly go: (path: string) => void
  /** Who is where: another word for it once they have gone on, or somebody else is here. */
  readonly place: () => string
  /** Asks for a login, with a reason as a sentence; true at once for somebody who is logged in. */
  readonly login: (reason: string) => Promise<boolean>
  readonly hasAccount: () => boolean
  readonly isOnline: () => boolean
  readonly mutate: (id: string, mutation: CreationMutation) => Promise<Result<unknown>>
  readonly newId: () => string
  readonly clock: Clock
  readonly fetchFile: (url: string) => Promise<Result<Blob>>
  readonly saveFile: (file: Blob, name: string) => void
  /** This browser lets a page lay a file into the downloads. */
  readonly canSave: () => boolean
  readonly canShareFile: (file: File) => boolean
  /** Rejects with an AbortError when the person thinks better of it. */
  readonly share: ((what: { readonly title: string; readonly url?: string; readonly files?: File[] }) => Promise<void>) | null
  readonly copy: (words: string) => Promise<boolean>
  /** Opens an address beside the page. */
  readonly open: (url: string) => void
  readonly leaveWish: (wish: ComposerWish) => void
  readonly lastFrame: (videoUrl: string) => Promise<Blob | null>
  readonly zip: (order: Omit<ZipOrder, 'draftName'>, watch: ZipWatch) => Promise<ZipAnswer>
  readonly origin: string
}
