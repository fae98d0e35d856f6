import { describe, expect, test } from 'vitest'
import { makePlan } from '#motion/make-plan.ts'
import { DISTORTION_RULES, GRADE_RULES, OVERLAY_RULES, PROMPT_RULES } from '#motion/prompt/prompt-rules.ts'
import { readPrompt } from '#motion/prompt/read-prompt.ts'
import { UNMET_RULES } from '#motion/prompt/read-unmet.ts'

const TEXT_LENGTH = 20_000
/**
 * The limit of the CPU time in which one rule reads a text. Reading each character a few times needs 2 ms, and reading each pair of
 * characters 200 ms.
 */
const MAX_CPU_MS = 60

const RULES = [...PROMPT_RULES, ...OVERLAY_RULES, ...GRADE_RULES, ...DISTORTION_RULES, ...UNMET_RULES].map(([pattern]) => pattern)
const OTHER_WORDS = [
  'slow',
  'very slow',
  'fast',
  'no',
  'without',
  'on the top',
  'towards the upper',
  'frying',
  'pan of',
  'left to',
  'the',
  '',
]

const fillText = (piece: string) => piece.repeat(Math.ceil(TEXT_LENGTH / piece.length)).slice(0, TEXT_LENGTH)
const SHAPES: readonly ((word: string) => string)[] = [
  (word) => word + fillText('\n'),
  (word) => word + fillText('\t \n'),
  (word) => word + fillText('a'),
  (word) => `${word} ${fillText('a ')}`,
  (word) => `${word} ${fillText('- ')}`,
  (word) => fillText(`${word}\n\n`),
  (word) => fillText(`${word} `),
  (word) => fillText(`${word}-`),
]

const TRIES = 3

/** Whether the work exceeds the limit at every try. A single try may be slow because of a garbage collection. */
function isSlow(work: () => void): boolean {
  return Array.from({ length: TRIES }).every(() => {
    const usageBefore = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(usageBefore)
    return (user + system) / 1000 > MAX_CPU_MS
  })
}

/** Lists the combinations of a word and a shape of text that make `readText` slow. */
function findSlowTexts(words: readonly string[], readText: (text: string) => unknown): string[] {
  return words.flatMap((word) =>
    SHAPES.flatMap((shape, index) => {
      const text = shape(word)
      return isSlow(() => void readText(text)) ? [`${word} in shape ${index}`] : []
    }),
  )
}

describe('a long prompt made to block the reader does not', () => {
  test('for any rule and its words', () => {
    const slowTexts = RULES.flatMap((rule) => findSlowTexts([...new Set(rule.source.match(/[a-z]{2,}/g))], (text) => rule.exec(text)))
    expect(slowTexts).toEqual([])
  })

  test('for the whole reading', () => {
    const slowTexts = findSlowTexts([...OTHER_WORDS, 'camera', 'pan', 'orbit', 'tilt'], readPrompt)
    expect(slowTexts).toEqual([])
  })
})

const QUIET_REQUEST = {
  kind: 'move',
  prompt: '',
  picture: { width: 1200, height: 800 },
  seconds: 6,
  framesPerSecond: 24,
  imageFidelity: 0.5,
  seed: 7,
  variation: 0,
} as const
const planFor = (prompt: string) => makePlan({ ...QUIET_REQUEST, prompt })

describe('a prompt changes nothing but what its words mean', () => {
  const nonsense: [string, string][] = [
    ['10,000 letters', 'x'.repeat(10_000)],
    ['10,000 words', 'qwertz '.repeat(1_430)],
    ['a script', '<script>alert(document.cookie)</script><img src=x onerror=alert(1)>'],
    ['a statement', "'; drop table task; -- ${process.exit(1)} {{7*7}} %s%n \\u0000"],
    ['names of properties', '__proto__ constructor toString hasOwnProperty valueOf'],
    ['emoji', '🎥✨👩‍👩‍👧‍👦🏳️‍🌈'.repeat(400)],
    ['halves of characters', '\uD83D\uDE00\uD83D \uDE00 \uFFFF\uFEFF\u0000'],
    ['combining marks', `a${'\u0301'.repeat(5_000)}`],
    ['directions of writing', '\u202Etfel nap\u202C \u2066\u2069\u200F'],
    ['a path', '../../../../etc/passwd C:\\windows\\system32 file:///dev/zero'],
  ]

  test.each(nonsense)('%s', (_name, prompt) => {
    const { summary, ...plan } = planFor(prompt)
    const { summary: emptySummary, ...emptyPlan } = planFor('')
    expect(plan).toEqual(emptyPlan)
    expect(summary.moves).toEqual(emptySummary.moves)
  })

  test.each(nonsense)('%s around a phrase leave its meaning unchanged', (_name, prompt) => {
    expect(planFor(`${prompt}. slow push in. ${prompt}`).scene).toEqual(planFor('slow push in').scene)
  })

  test('words of another direction are listed as not understood, and the plan stays whole', () => {
    const { summary, scene } = planFor('תנועת מצלמה איטית קדימה '.repeat(400))
    expect(summary.unmet).toEqual([{ reason: 'language', words: '' }])
    expect(scene).toEqual(planFor('').scene)
  })

  test('the plan has nothing of the prompt but a short piece of its unmet requests', () => {
    const plan = planFor(`the secret-word walks to her home ${'and secret-word smiles '.repeat(500)}`)
    const { summary, ...planWithoutSummary } = plan
    expect(JSON.stringify(planWithoutSummary)).not.toContain('secret')
    expect(Math.max(...summary.unmet.map(({ words }) => words.length))).toBeLessThanOrEqual(60)
  })
})
