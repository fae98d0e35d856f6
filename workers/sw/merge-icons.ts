import { z } from 'zod/mini'

/** The used fields of an answer. */
const answerSchema = z.looseObject({ icons: z.record(z.string(), z.unknown()), aliases: z.record(z.string(), z.unknown()) })

/** Merges answers for one icon set; undefined without any. */
export function mergeIcons(answers: readonly unknown[]): object | undefined {
  const known = answers.flatMap((answer) => answerSchema.safeParse(answer).data ?? [])
  const [first] = known
  if (first === undefined) return undefined
  const icons = Object.assign({}, ...known.map((answer) => answer.icons)) as object
  const aliases = Object.assign({}, ...known.map((answer) => answer.aliases)) as object
  return { ...first, icons, aliases, not_found: [] }
}
