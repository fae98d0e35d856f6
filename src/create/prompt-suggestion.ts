import { type AppError, type AppErrorCode, type Result, fail, ok } from '#shared/result.ts'
import type { ApiClient } from '#shared/api/client.ts'
import type { PreparedPicture } from '#shared/contract/commit-contract.ts'
import { presignUpload, uploadFile } from '#shared/api/files.ts'
import { suggestPrompt } from '#shared/api/prompts.ts'
import { withExtension } from '#shared/domain/file-name.ts'

/**
 * Why the suggestion gave no new prompt: pictures are missing, there is no connection, the prompt is the same again, or an error
 * occurred.
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
  let asking: AbortController | undefined

  async function addressOf({ blob, name, sha256 }: PreparedPicture, signal: AbortSignal): Promise<Result<string>> {
    const filename = withExtension(name, blob.type)
    const permission = await api.call(presignUpload, { filename, contentType: blob.type, size: blob.size, sha256 }, { signal })
    if (!permission.ok) return permission
    if (permission.value.exists) return ok(permission.value.fileUrl)
    const sent = await api.call(uploadFile, { file: new File([blob], filename, { type: blob.type }) }, { signal })
    return sent.ok ? ok(sent.value.fileUrl) : sent
  }

  async function ask(wanted: readonly PreparedPicture[], signal: AbortSignal): Promise<Result<string>> {
    const images: string[] = []
    for (const picture of wanted) {
      const address = await addressOf(picture, signal)
      if (!address.ok) return address
      images.push(address.value)
    }
    const answer = await api.call(suggestPrompt, { images }, { signal })
    if (!answer.ok) return answer
    return answer.value.prompt === '' ? fail({ code: 'answer_malformed', retry: 'later' }) : ok(answer.value.prompt)
  }

  function refuse(note: SuggestionNote): void {
    state.note = note
  }

  return {
    async press(): Promise<void> {
      if (state.isBusy) return
      state.note = null
      const wanted = pictures()
      if (typeof wanted === 'string') return refuse({ kind: wanted })
      if (!isOnline()) return refuse({ kind: 'offline' })
      const mine = new AbortController()
      asking = mine
      state.isBusy = true
      const answer = await ask(wanted, mine.signal)
      if (asking !== mine) return
      asking = undefined
      state.isBusy = false
      onResult(answer.ok ? null : answer.error.code)
      if (!answer.ok) refuse(noteOf(answer.error))
      else if (!insert(answer.value)) refuse({ kind: 'same' })
    },
    /** Called when a picture changes or the form is closed: cancels the request and removes its note. */
    stop(): void {
      asking?.abort()
      asking = undefined
      state.isBusy = false
      state.note = null
    },
  }
}

function noteOf({ code, afterMs }: AppError): SuggestionNote {
  return code === 'H4022' && afterMs !== undefined ? { kind: 'too_many', waitMs: afterMs } : { kind: 'failed', code }
}
