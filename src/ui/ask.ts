import type { Question } from './question.ts'

let isAsking = false

/** Whether a question waits for its answer, from the moment it was asked: its dialog may still have to be loaded. */
export function isQuestionOpen(): boolean {
  return isAsking
}

/** Asks in a dialog over whatever is on the screen; true for yes. It is no where the address is another one by then, the dialog can't be had, or another one waits for its answer. */
export async function ask(question: Question): Promise<boolean> {
  if (isAsking) return false
  isAsking = true
  const { pathname } = location
  try {
    const { presentQuestion } = await import('./ask-host.tsx')
    // Whoever has gone on meanwhile is not asked about what they have left.
    return location.pathname === pathname && (await presentQuestion(question))
  } catch (error) {
    console.warn('The question could not be shown.', error)
    return false
  } finally {
    isAsking = false
  }
}
