import { z } from 'zod'

const WORDS_PER_MINUTE = 220
/** A day is told by its noon, so that it is the same day nearly everywhere. */
const NOON = 'T12:00:00Z'

const PARTS = /^---\n(?<facts>[\s\S]*?)\n---\n(?<text>[\s\S]*)$/
const FACT = /^(?<key>\w+):\s*(?<value>.*?)\s*$/
const LIST = /^\[(?<items>.*)\]$/

const factsSchema = z.object({
  title: z.string().min(1),
  seoUrl: z.string().regex(/^[a-z0-9-]*$/),
  tags: z.array(z.string().min(1)).min(1),
  cover: z.string().min(1),
  summary: z.string().min(1),
  publishedAt: z.iso.date().transform((day) => Date.parse(day + NOON)),
  isHot: z.boolean().default(false),
})

/** An article as it is written down: facts between two lines of dashes, then its text in Markdown. */
export type ArticleSource = z.infer<typeof factsSchema> & { readonly text: string; readonly readMinutes: number }

/** Reads one; throws where it is not written as it should be, because it is part of the product. */
export function parseArticle(source: string): ArticleSource {
  const { facts = '', text = '' } = PARTS.exec(source.replaceAll('\r\n', '\n'))?.groups ?? {}
  const entries = facts.split('\n').flatMap((line) => {
    const { key = '', value = '' } = FACT.exec(line)?.groups ?? {}
    return key === '' ? [] : [[key, readValue(value)] as const]
  })
  const words = text.split(/\s+/).filter((word) => word !== '').length
  return { ...factsSchema.parse(Object.fromEntries(entries)), text, readMinutes: Math.max(1, Math.round(words / WORDS_PER_MINUTE)) }
}

function readValue(value: string): string | boolean | string[] {
  const items = LIST.exec(value)?.groups?.['items']
  if (items !== undefined) return items.split(',').map((item) => unquoted(item.trim()))
  return value === 'true' || value === 'false' ? value === 'true' : unquoted(value)
}

function unquoted(value: string): string {
  return value.replace(/^(["'])(.*)\1$/, '$2')
}
