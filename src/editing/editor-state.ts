import type { Creation } from '#shared/api/generation.ts'
import type { MadeItem } from '#shared/storage/made-media-record.ts'
import { proxy, ref } from '#src/store/state.ts'

export interface EditorOpening {
  readonly creation: Creation
  /** An earlier result, which is shown first; null to start with the video. */
  readonly made: MadeItem | null
}

/** The video in the editor; null while it is closed. */
export const editorState = proxy<{ opened: ReturnType<typeof ref<EditorOpening>> | null }>({ opened: null })

export function openEditor(creation: Creation, made: MadeItem | null = null): void {
  editorState.opened = ref({ creation, made })
}

export function closeEditor(): void {
  editorState.opened = null
}
