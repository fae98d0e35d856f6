import { beforeEach, describe, expect, test, vi } from 'vitest'
import { preselectLastEffect } from '#src/create/follow-form.ts'
import { rowsInView } from '#src/create/rows-in-view.ts'
import { settings } from '../../fixtures/page/builders.ts'

const LAST_TEMPLATE = { templateId: 'snow-globe', templateName: 'Snow globe', chosenAtMs: 1 }
const recall = vi.fn<() => Promise<typeof LAST_TEMPLATE | null>>()

function createForm(change: object = {}, bizType: 'TEMPLATE' | 'CUSTOM' = 'TEMPLATE') {
  return { bizType, state: { settings: { ...settings, ...change }, hasChosen: false } } as never as Parameters<
    typeof preselectLastEffect
  >[0]
}

beforeEach(() => recall.mockReset().mockResolvedValue(LAST_TEMPLATE))

describe('the effect chosen last', () => {
  test('is the first choice, with its name, and does not count as a choice of the user', async () => {
    const composer = createForm()
    await preselectLastEffect(composer, { recall })
    expect(composer.state.settings).toMatchObject({ templateId: 'snow-globe', templateName: 'Snow globe' })
    expect(composer.state.hasChosen).toBe(false)
  })

  test('never replaces a chosen one, and does not affect other forms', async () => {
    const [chosenForm, otherForm] = [createForm({ templateId: 'neon' }), createForm({}, 'CUSTOM')]
    await preselectLastEffect(chosenForm, { recall })
    await preselectLastEffect(otherForm, { recall })
    expect([chosenForm.state.settings.templateId, otherForm.state.settings.templateId]).toEqual(['neon', undefined])
  })

  test('yields to a choice that is made while it loads', async () => {
    const composer = createForm()
    recall.mockImplementationOnce(async () => {
      composer.state.settings = { ...composer.state.settings, templateId: 'neon' }
      return LAST_TEMPLATE
    })
    await preselectLastEffect(composer, { recall })
    expect(composer.state.settings.templateId).toBe('neon')
  })
})

describe('rows of effects', () => {
  const view = { viewHeight: 500, rowHeight: 100, rows: 333 }

  test('are rendered only where they are in view or nearly', () => {
    expect(rowsInView({ ...view, scrollTop: 0 })).toEqual({ from: 0, to: 7 })
    expect(rowsInView({ ...view, scrollTop: 10_050 })).toEqual({ from: 98, to: 108 })
    expect(rowsInView({ ...view, scrollTop: 33_300 - 500 })).toEqual({ from: 326, to: 333 })
  })

  test('are the last ones when a search leaves fewer than the scroll position', () => {
    expect(rowsInView({ ...view, rows: 8, scrollTop: 10_000 })).toEqual({ from: 1, to: 8 })
    expect(rowsInView({ ...view, rows: 0, scrollTop: 10_000 })).toEqual({ from: 0, to: 0 })
  })
})
