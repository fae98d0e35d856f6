import { type AppError, type AppErrorCode, type Result, fail, ok } from '#shared/result.ts'
import type { ApiClient } from '#shared/api/client.ts'
import type { PreparedPicture } from '#shared/contract/commit-contract.ts'
import { presignUpload, uploadFile } from '#shared/api/files.ts'
import { suggestPrompt } from '#shared/api/prompts.ts'
import { withExtension } from '#shared/domain/file-name.ts'

/**
 * Why the suggestion gave no new prompt: a picture is missing or being prepared, there is no connection, the suggested prompt equals the
 * current one, too many suggestions were requested, or an error occurred.
 */
export type SuggestionNote =
  | { readonly kind: 'no_picture' | 'no_first' | 'no_last' | 'preparing' | 'offline' | 'same' }
  | { readonly kind: 'too_many'; readonly waitMs: number }
  | { readonly kind: 'failed'; readonly code: AppErrorCode }

/** The form's pictures, or the reason why they can't be used yet. */
export type SuggestionPictures =
  | readonly PreparedPicture[]
  | Extract<SuggestionNote['kind'], 'no_picture' | 'no_first' | 'no_last' | 'preparing'>

export interface SuggestionState {
  isBusy: boolean
  note: SuggestionNote | null
}

interface SuggestionDeps {
  readonly api: ApiClient
  readonly pictures: () => SuggestionPictures
  readonly isOnline: () => boolean
  /** Inserts the suggested prompt; false if the field already has this text. */
  readonly insert: (prompt: string) => boolean
  /** Called after a request; null means success. */
  readonly onResult: (failReason: AppErrorCode | null) => void
}

/**
 * Suggests a prompt for the form's pictures. Pictures that the server does not have are uploaded first; a later commit reuses them.
 */
export function createSuggestion(state: SuggestionState, { api, pictures, isOnline, insert, onResult }: SuggestionDeps) {
  let currentRequest: AbortController | undefined

  async function ensureUploaded({ blob, name, sha256 }: PreparedPicture, signal: AbortSignal): Promise<Result<string>> {
    const filename = withExtension(name, blob.type)
    const permission = await api.call(presignUpload, { filename, contentType: blob.type, size: blob.size, sha256 }, { signal })
    if (!permission.ok) return permission
    if (permission.value.exists) return ok(permission.value.fileUrl)
    const upload = await api.call(uploadFile, { file: new File([blob], filename, { type: blob.type }) }, { signal })
    return upload.ok ? ok(upload.value.fileUrl) : upload
  }

  async function requestPrompt(formPictures: readonly PreparedPicture[], signal: AbortSignal): Promise<Result<string>> {
    const images: string[] = []
    for (const picture of formPictures) {
      const address = await ensureUploaded(picture, signal)
      if (!address.ok) return address
      images.push(address.value)
    }
    const answer = await api.call(suggestPrompt, { images }, { signal })
    if (!answer.ok) return answer
    return answer.value.prompt === '' ? fail({ code: 'answer_malformed', retry: 'later' }) : ok(answer.value.prompt)
  }

  function showNote(note: SuggestionNote): void {
    state.note = note
  }

  return {
    async press(): Promise<void> {
      if (state.isBusy) return
      state.note = null
      const formPictures = pictures()
      if (typeof formPictures === 'string') return showNote({ kind: formPictures })
      if (!isOnline()) return showNote({ kind: 'offline' })
      const newRequest = new AbortController()
      currentRequest = newRequest
      state.isBusy = true
      const answer = await requestPrompt(formPictures, newRequest.signal)
      if (currentRequest !== newRequest) return
      currentRequest = undefined
      state.isBusy = false
      onResult(answer.ok ? null : answer.error.code)
      if (!answer.ok) showNote(noteOf(answer.error))
      else if (!insert(answer.value)) showNote({ kind: 'same' })
    },
    /** Called when a picture changes or the form is closed: cancels the request and removes its note. */
    stop(): void {
      currentRequest?.abort()
      currentRequest = undefined
      state.isBusy = false
      state.note = null
    },
  }
}

function noteOf({ code, afterMs }: AppError): SuggestionNote {
  return code === 'H4022' && afterMs !== undefined ? { kind: 'too_many', waitMs: afterMs } : { kind: 'failed', code }
}
