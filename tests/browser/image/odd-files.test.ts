import { expect, it } from 'vitest'
import type { ImageProblemCode } from '#shared/device-problem.ts'
import { addTexts, errorText, startTexts } from '#src/i18n/i18n.ts'
import { describeOddFiles, describeOrientations, REFUSALS } from './odd-files.ts'

describeOddFiles('in the worker')
describeOrientations('in the worker', ['JPEG', 'PNG', 'lossy WebP'])

const SENTENCES: Partial<Record<ImageProblemCode, string>> = {
  image_truncated: "This photo's file is incomplete, so it wasn't uploaded.",
  image_broken: "This photo is damaged and can't be opened, so it wasn't uploaded.",
}

it('each refusal of an odd file has its message', async () => {
  await startTexts()
  await addTexts('errors')
  for (const code of REFUSALS) expect(errorText(code)).toContain(SENTENCES[code] ?? 'no sentence')
})
