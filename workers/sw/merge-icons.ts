import { z } from 'zod/mini'

/** The fields of an icon answer that `mergeIcons` uses. */
const answerSchema = z.looseObject({ icons: z.record(z.string(), z.unknown()), aliases: z.record(z.string(), z.unknown()) })

/** Merges answers for one icon set; undefined if no answer is valid. */
export function mergeIcons(answers: readonly unknown[]): object | undefined {
  const validAnswers = answers.flatMap((answer) => answerSchema.safeParse(answer).data ?? [])
  const [firstAnswer] = validAnswers
  if (firstAnswer === undefined) return undefined
  const icons = Object.assign({}, ...validAnswers.map((answer) => answer.icons)) as object
  const aliases = Object.assign({}, ...validAnswers.map((answer) => answer.aliases)) as object
  return { ...firstAnswer, icons, aliases, not_found: [] }
}
