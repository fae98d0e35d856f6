import { type AppError, type AppErrorCode, type Result, fail, ok } from '#shared/result.ts'
import type { ApiClient } from '#shared/api/client.ts'
import type { PreparedPicture } from '#shared/contract/commit-contract.ts'
import { presignUpload, uploadFile } from '#shared/api/files.ts'
import { suggestPrompt } from '#shared/api/prompts.ts'
import { withExtension } from '#shared/domain/file-name.ts'

/** Why a press gave no new prompt: an incomplete form, no connection, the same prompt again, or an error. */
export type SuggestionNote =
  | { readonly kind: 'no_picture' | 'no_first' | 'no_last' | 'preparing' | 'offline' | 'same' }
  | { readonly kind: 'too_many'; readonly waitMs: number }
  | { readonly kind: 'failed'; readonly code: AppErrorCode }

/** The form's pictures, or the missing ones. */
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
  /** False if the text is already in the field. */
  readonly insert: (prompt: string) => boolean
  /** The result of a request; a reason of null means success. */
  readonly onResult: (failReason: AppErrorCode | null) => void
}

/** Requests a prompt for the pictures; missing pictures are uploaded first, which a later commit reuses. */
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
    /** Called when a picture changes or the form is left: cancels the request and removes the note. */
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
