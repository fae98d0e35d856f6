import type { Question } from './ask-host.tsx'

interface AskDeps {
  /** Loads the component that shows a question and resolves to the answer. */
  readonly loadHost: () => Promise<{ readonly presentQuestion: (question: Question) => Promise<boolean> }>
  readonly pathname: () => string
  /** Asks by the browser's own dialog. */
  readonly confirm: (words: string) => boolean
}

export function createAsk({ loadHost, pathname, confirm }: AskDeps) {
  let isAsking = false

  /** Whether a question is open or loading. */
  function isQuestionOpen(): boolean {
    return isAsking
  }

  /**
   * Shows a question with two answers; true for yes. If the dialog can't be loaded, for example offline, the browser's own dialog
   * is used. False if the address has changed meanwhile, or if another question is open.
   */
  async function ask(question: Question): Promise<boolean> {
    if (isAsking) return false
    isAsking = true
    const requestedPath = pathname()
    try {
      const { presentQuestion } = await loadHost()
      // The question belongs to the previous screen if the address has changed.
      return pathname() === requestedPath && (await presentQuestion(question))
    } catch (error) {
      console.warn('A confirmation dialog could not be shown.', error)
      return pathname() === requestedPath && confirm(`${question.title}\n\n${question.hint}`)
    } finally {
      isAsking = false
    }
  }

  return { ask, isQuestionOpen }
}

export const { ask, isQuestionOpen } = createAsk({
  loadHost: () => import('./ask-host.tsx'),
  pathname: () => location.pathname,
  confirm: (words) => globalThis.confirm(words),
})
