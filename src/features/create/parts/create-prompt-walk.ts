interface PromptWalkDeps {
  /** Newest first. */
  readonly prompts: () => readonly string[]
  readonly written: () => string
  readonly write: (prompt: string) => void
}

/** Goes back and forth through earlier prompts; what the person has written stands at the newer end and comes back unchanged. */
export function createPromptWalk({ prompts, written, write }: PromptWalkDeps) {
  let own = ''
  /** Which earlier prompt is shown; -1 is the person's own. */
  let place = -1
  let shown: string | null = null

  function step(by: 1 | -1): boolean {
    if (written() !== shown) {
      own = written()
      place = -1
    }
    const known = prompts().filter((prompt) => prompt !== own)
    const next = Math.min(place + by, known.length - 1)
    if (next < -1 || next === place) return false
    place = next
    shown = place === -1 ? own : (known[place] ?? own)
    write(shown)
    return true
  }

  return {
    /** False where there is none. */
    older: () => step(1),
    newer: () => step(-1),
  }
}
