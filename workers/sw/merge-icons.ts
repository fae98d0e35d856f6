/** An answer of the server, as far as this reads it. */
interface IconAnswer {
  readonly icons: object
  readonly aliases: object
  readonly not_found?: readonly string[]
}

/** Answers about one set as one, without what any of them lacks; undefined where there is none. */
export function mergeIcons(answers: readonly unknown[]): IconAnswer | undefined {
  const known = answers.filter(isIconAnswer)
  const [first] = known
  if (first === undefined) return undefined
  const icons = Object.assign({}, ...known.map((answer) => answer.icons)) as object
  const aliases = Object.assign({}, ...known.map((answer) => answer.aliases)) as object
  return { ...first, icons, aliases, not_found: [] }
}

function isIconAnswer(answer: unknown): answer is IconAnswer {
  return typeof answer === 'object' && answer !== null && 'icons' in answer && 'aliases' in answer
}
