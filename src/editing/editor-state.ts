import type { Creation } from '#shared/api/generation.ts'
import type { MadeItem } from '#shared/storage/made-media-record.ts'
import { proxy, ref } from '#src/store/state.ts'

export interface EditorOpening {
  readonly creation: Creation
  /** An earlier result to show first; null to start with the video itself. */
  readonly made: MadeItem | null
}

/** What the editor shows; null while it is closed. */
export const editorState = proxy<{ opened: ReturnType<typeof ref<EditorOpening>> | null }>({ opened: null })

export function openEditor(creation: Creation, made: MadeItem | null = null): void {
  editorState.opened = ref({ creation, made })
}

export function closeEditor(): void {
  editorState.opened = null
}
