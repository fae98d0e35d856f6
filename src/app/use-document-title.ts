import { useEffect } from 'react'
import { countRunning } from '#src/features/tasks/list-work.ts'
import { hubState } from '#src/lib/hub-mirror.ts'
import { useText } from '#src/lib/i18n.ts'
import { useSnapshot } from '#src/lib/state.ts'

/** The screen's name, with the number of running videos in front. */
export function useDocumentTitle(key: string): void {
  const text = useText()
  const running = countRunning(useSnapshot(hubState).work)
  const name = text(key)
  useEffect(() => {
    document.title = running > 0 ? text('title.running', { running, name }) : name
  }, [running, name, text])
}
