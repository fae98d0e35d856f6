import { beforeEach, describe, expect, test } from 'vitest'
import type { SketchMode, SketchOrder } from '#shared/contract/sketch-contract.ts'
import { makePlan } from '#motion/make-plan.ts'
import type { SketchAnswer, SketchClient } from '#src/motion/sketch-client.ts'
import { type SketchPhase, type SketchStage, createSketchStage } from '#src/motion/sketch-stage.ts'
import { request } from '../../fixtures/page/sketch-request.ts'

const plan = makePlan(request)

let said: string[]
let answer: (name: string, order: SketchOrder) => SketchAnswer<string> | Promise<SketchAnswer<string>>
let isVisible: boolean
let client: SketchClient<string>
let stage: SketchStage<string>

beforeEach(() => {
  said = []
  isVisible = true
  answer = (name) => ({ status: 'drawn', canvas: `canvas of ${name}` })
  client = {
    drawStrip: async () => null,
    async draw(name: string, order: SketchOrder, mode: SketchMode) {
      said.push(`${mode} ${order.key}`)
      return answer(name, order)
    },
    pause: () => void said.push('rest'),
    dropCanvas: () => undefined,
    onLost: () => undefined,
  }
  stage = createSketchStage({ client, isTabVisible: () => isVisible })
})

/** Resolves when all pending promises have settled. */
async function settle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve))
}

function enter(key: string, mode: SketchMode = 'play', loadPictures: () => Promise<readonly never[] | null> = async () => []) {
  const phases: SketchPhase[] = []
  const shown: string[] = []
  const actor = stage.enter({ show: (canvas) => shown.push(canvas), onPhase: (phase) => phases.push(phase) })
  const want = (wanted = key, as = mode, choice = wanted) => actor.setRequest({ key: wanted, choice, plan, mode: as, loadPictures })
  want()
  return { actor, phases, shown, want }
}

describe('one sketch at a time', () => {
  test('the last touched one of the visible ones runs, and the one before it rests with its frame', async () => {
    const [first, second] = [enter('first'), enter('second')]
    first.actor.setInSight(true)
    await settle()
    second.actor.setInSight(true)
    await settle()
    first.actor.touch()
    await settle()
    expect(said).toEqual(['play first', 'play second', 'play first'])
    expect(second.phases).toEqual(['playing', 'resting'])
    expect(first.phases).toEqual(['playing', 'resting', 'playing'])
  })

  test('a sketch out of sight never runs, however new its prompt is', async () => {
    const [seen, unseen] = [enter('seen'), enter('unseen')]
    seen.actor.setInSight(true)
    unseen.actor.touch()
    unseen.want('newer')
    await settle()
    expect(said).toEqual(['play seen'])
  })

  test('a changed prompt is drawn at once, an unchanged one is not requested again', async () => {
    const { actor, want } = enter('one')
    actor.setInSight(true)
    await settle()
    want('one')
    await settle()
    want('two')
    await settle()
    expect(said).toEqual(['play one', 'play two'])
  })

  test('another seed alone does not replace the running sketch, but no frame of the former seed stays', async () => {
    const [form, card] = [enter('form'), enter('card')]
    form.actor.setInSight(true)
    await settle()
    card.actor.setInSight(true)
    form.actor.touch()
    card.actor.touch()
    await settle()
    form.want('form, another seed', 'play', 'form')
    await settle()
    expect(said.slice(-2)).toEqual(['still form, another seed', 'play card'])
    expect([form.phases.at(-1), card.phases.at(-1)]).toEqual(['resting', 'playing'])
    form.want('form, another seed', 'play', 'form')
    await settle()
    expect(said.at(-1)).toBe('play card')
    form.want('form, other words')
    await settle()
    expect(said.at(-1)).toBe('play form, other words')
  })

  test('those that become visible together all get a frame before the last one runs', async () => {
    const entries = [enter('first'), enter('second'), enter('third')]
    for (const { actor } of entries) actor.setInSight(true)
    await settle()
    expect(said.at(-1)).toBe('play third')
    expect(entries.map(({ phases }) => phases.at(-1))).toEqual(['resting', 'resting', 'playing'])
    expect(entries.map(({ shown }) => shown.length)).toEqual([1, 1, 1])
  })

  test('when the running one leaves, the other continues', async () => {
    const [first, second] = [enter('first'), enter('second')]
    first.actor.setInSight(true)
    second.actor.setInSight(true)
    await settle()
    second.actor.leave()
    await settle()
    expect(said.at(-1)).toBe('play first')
  })
})

describe('rest', () => {
  test('all rest in a hidden tab, while a picture is prepared, out of sight and without a prompt; the same one continues afterwards', async () => {
    const { actor, want } = enter('one')
    actor.setInSight(true)
    await settle()
    const pauses: [() => void, () => void][] = [
      [() => ((isVisible = false), stage.update()), () => ((isVisible = true), stage.update())],
      [() => stage.setPaused(true), () => stage.setPaused(false)],
      [() => actor.setInSight(false), () => actor.setInSight(true)],
      [() => actor.setRequest(null), () => want()],
    ]
    for (const [pause, goOn] of pauses) {
      pause()
      await settle()
      goOn()
      await settle()
    }
    expect(said).toEqual(['play one', ...pauses.flatMap(() => ['rest', 'play one'])])
  })

  test('an answer that arrives after the rest changes nothing', async () => {
    const { actor, phases, shown } = enter('one')
    let answerNow: (late: SketchAnswer<string>) => void = () => undefined
    answer = () => new Promise((resolve) => (answerNow = resolve))
    actor.setInSight(true)
    await settle()
    stage.setPaused(true)
    answerNow({ status: 'drawn', canvas: 'late' })
    await settle()
    expect([said, phases, shown]).toEqual([['play one', 'rest'], [], []])
  })
})

describe('static sketches', () => {
  test('are drawn once each, one after the other, and then the worker may rest', async () => {
    const [first, second] = [enter('first', 'still'), enter('second', 'still')]
    first.actor.setInSight(true)
    second.actor.setInSight(true)
    await settle()
    await settle()
    expect(said).toEqual(['still second', 'still first', 'rest'])
    expect([first.phases, second.phases]).toEqual([['still'], ['still']])
  })

  test('play on request', async () => {
    const { actor, want, phases } = enter('one', 'still')
    actor.setInSight(true)
    await settle()
    want('one', 'play')
    await settle()
    expect(phases).toEqual(['still', 'playing'])
  })
})

describe('an undrawable sketch', () => {
  test('is requested once, and leaves the worker to others', async () => {
    answer = (name, { key }) => (key === 'bad' ? { status: 'refused' } : { status: 'drawn', canvas: name })
    const [good, bad] = [enter('good'), enter('bad')]
    good.actor.setInSight(true)
    await settle()
    bad.actor.setInSight(true)
    await settle()
    expect(said).toEqual(['play good', 'play bad', 'play good'])
    expect(bad.phases).toEqual([])
  })

  test('is not requested without its picture', async () => {
    const { actor } = enter('one', 'play', async () => null)
    actor.setInSight(true)
    await settle()
    expect(said).toEqual(['rest'])
  })

  test('a lost worker is requested again, and its new canvas replaces the old one', async () => {
    const { actor, shown } = enter('one')
    actor.setInSight(true)
    await settle()
    answer = () => ({ status: 'drawn', canvas: 'a new canvas' })
    client.onLost()
    await settle()
    expect(said).toEqual(['play one', 'play one'])
    expect(shown).toEqual(['canvas of sketch-1', 'a new canvas'])
  })
})
