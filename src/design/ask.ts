import type { Question } from './question.ts'

interface AskDeps {
  /** Loads what shows a question and hears its answer. */
  readonly loadHost: () => Promise<{ readonly presentQuestion: (question: Question) => Promise<boolean> }>
  readonly pathname: () => string
}

export function createAsk({ loadHost, pathname }: AskDeps) {
  let isAsking = false

  /** Whether a question waits for its answer, from the moment it was asked: its dialog may still have to be loaded. */
  function isQuestionOpen(): boolean {
    return isAsking
  }

  /** Asks in a dialog over whatever is on the screen; true for yes. It is no where the address is another one by then, the dialog can't be had, or another one waits for its answer. */
  async function ask(question: Question): Promise<boolean> {
    if (isAsking) return false
    isAsking = true
    const asked = pathname()
    try {
      const { presentQuestion } = await loadHost()
      // Whoever has gone on meanwhile is not asked about what they have left.
      return pathname() === asked && (await presentQuestion(question))
    } catch (error) {
      console.warn('The question could not be shown.', error)
      return false
    } finally {
      isAsking = false
    }
  }

  return { ask, isQuestionOpen }
}

export const { ask, isQuestionOpen } = createAsk({ loadHost: () => import('./ask-host.tsx'), pathname: () => location.pathname })
