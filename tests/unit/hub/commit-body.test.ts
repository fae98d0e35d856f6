import { expect, test } from 'vitest'
import { generateCustomInputSchema, generateHeadTailInputSchema } from '#shared/api/generation.ts'
import { MAX_PROMPT_LENGTH } from '#shared/domain/generation-options.ts'
import type { OutboxRow } from '#shared/storage/hub-records.ts'
import { toCommitBody } from '#workers/hub/create/commit-body.ts'
import { makeIntentOf } from './kind-intents.ts'

function bodyOf(bizType: OutboxRow['bizType'], prompt: string, changes: Partial<OutboxRow['settings']> = {}): Record<string, unknown> {
  const { settings } = makeIntentOf(bizType)
  const lastFileUrl = bizType === 'HEAD_TAIL' ? '/media/b.jpg' : null
  const row = {
    bizType,
    settings: { ...settings, prompt, ...changes },
    fileUrl: '/media/a.jpg',
    lastFileUrl,
    priceCeiling: 50,
  } as OutboxRow
  return JSON.parse(toCommitBody(row)) as Record<string, unknown>
}

test('a start and end frame without words sends no prompt, and the server accepts it as none', () => {
  const body = bodyOf('HEAD_TAIL', '')
  expect(Object.keys(body)).toEqual(['images', 'duration', 'resolution', 'videoNum', 'priceCeiling', 'modelName', 'extParams'])
  expect(generateHeadTailInputSchema.parse(body).prompt).toBe('')
  expect(bodyOf('HEAD_TAIL', 'rain')['prompt']).toBe('rain')
})

test('the other kinds mark a missing prompt', () => {
  expect([bodyOf('CUSTOM', '')['prompt'], bodyOf('TEMPLATE', '')['prompt']]).toEqual(['', ''])
})

test('the consent to another model is sent where there is a choice of models', () => {
  for (const bizType of ['CUSTOM', 'HEAD_TAIL'] as const) expect(bodyOf(bizType, 'rain', { mayMove: true })['mayMove']).toBe(true)
  expect(bodyOf('TEMPLATE', '', { mayMove: true })).not.toHaveProperty('mayMove')
})

test('options of a model beyond the common settings are in the extra parameters, and an effect has no fidelity to the picture', () => {
  expect(bodyOf('CUSTOM', 'rain')['extParams']).toEqual({ imageFidelity: 0.5, seed: 5 })
  expect(bodyOf('HEAD_TAIL', 'rain')['extParams']).toEqual({ imageFidelity: 0.5, seed: 6 })
  expect(bodyOf('TEMPLATE', '')).toMatchObject({ templateId: 'an-effect', aiMusic: 0, extParams: { seed: 7 } })
  expect(bodyOf('TEMPLATE', '')['extParams']).not.toHaveProperty('imageFidelity')
  expect(bodyOf('TEMPLATE', '')).not.toHaveProperty('modelName')
})

test('a prompt of an older build that is too long or has a NUL is sent in the form of the contract', () => {
  for (const prompt of ['🌊'.repeat(MAX_PROMPT_LENGTH + 1), 'x'.repeat(10 * MAX_PROMPT_LENGTH), 'rain\0'])
    expect(generateCustomInputSchema.safeParse(bodyOf('CUSTOM', prompt)).success).toBe(true)
})
