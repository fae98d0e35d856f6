import { beforeEach, describe, expect, test } from 'vitest'
import type { SketchMode, SketchOrder } from '#shared/contract/sketch-contract.ts'
import { makePlan } from '#motion/make-plan.ts'
import type { SketchAnswer, SketchClient } from '#src/motion/sketch-client.ts'
import { type SketchPhase, type SketchStage, createSketchStage } from '#src/motion/sketch-stage.ts'
import { request } from '../../fixtures/page/sketch-request.ts'

const plan = makePlan(request)

let requests: string[]
let answer: (name: string, order: SketchOrder) => SketchAnswer<string> | Promise<SketchAnswer<string>>
let isVisible: boolean
let client: SketchClient<string>
let stage: SketchStage<string>

beforeEach(() => {
  requests = []
  isVisible = true
  answer = (name) => ({ status: 'drawn', canvas: `canvas of ${name}` })
  client = {
    drawStrip: async () => null,
    async draw(name: string, order: SketchOrder, mode: SketchMode) {
      requests.push(`${mode} ${order.key}`)
      return answer(name, order)
    },
    pause: () => void requests.push('rest'),
    dropCanvas: () => undefined,
    onLost: () => undefined,
  }
  stage = createSketchStage({ client, isTabVisible: () => isVisible })
})

/** Resolves when all pending promises have settled. */
async function settle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve))
}

function enterSketch(key: string, mode: SketchMode = 'play', loadPictures: () => Promise<readonly never[] | null> = async () => []) {
  const phases: SketchPhase[] = []
  const shownCanvases: string[] = []
  const actor = stage.enter({ show: (canvas) => shownCanvases.push(canvas), onPhase: (phase) => phases.push(phase) })
  const want = (wantedKey = key, wantedMode = mode, choice = wantedKey) =>
    actor.setRequest({ key: wantedKey, choice, plan, mode: wantedMode, loadPictures })
  want()
  return { actor, phases, shownCanvases, want }
}

describe('one sketch at a time', () => {
  test('the last touched one of the visible ones runs, and the one before it rests with its frame', async () => {
    const [firstSketch, secondSketch] = [enterSketch('first'), enterSketch('second')]
    firstSketch.actor.setInSight(true)
    await settle()
    secondSketch.actor.setInSight(true)
    await settle()
    firstSketch.actor.touch()
    await settle()
    expect(requests).toEqual(['play first', 'play second', 'play first'])
    expect(secondSketch.phases).toEqual(['playing', 'resting'])
    expect(firstSketch.phases).toEqual(['playing', 'resting', 'playing'])
  })

  test('a sketch out of sight never runs, however new its prompt is', async () => {
    const [visibleSketch, hiddenSketch] = [enterSketch('seen'), enterSketch('unseen')]
    visibleSketch.actor.setInSight(true)
    hiddenSketch.actor.touch()
    hiddenSketch.want('newer')
    await settle()
    expect(requests).toEqual(['play seen'])
  })

  test('a changed prompt is drawn at once, an unchanged one is not requested again', async () => {
    const { actor, want } = enterSketch('one')
    actor.setInSight(true)
    await settle()
    want('one')
    await settle()
    want('two')
    await settle()
    expect(requests).toEqual(['play one', 'play two'])
  })

  test('another seed alone does not replace the running sketch, but no frame of the former seed stays', async () => {
    const [formSketch, cardSketch] = [enterSketch('form'), enterSketch('card')]
    formSketch.actor.setInSight(true)
    await settle()
    cardSketch.actor.setInSight(true)
    formSketch.actor.touch()
    cardSketch.actor.touch()
    await settle()
    formSketch.want('form, another seed', 'play', 'form')
    await settle()
    expect(requests.slice(-2)).toEqual(['still form, another seed', 'play card'])
    expect([formSketch.phases.at(-1), cardSketch.phases.at(-1)]).toEqual(['resting', 'playing'])
    formSketch.want('form, another seed', 'play', 'form')
    await settle()
    expect(requests.at(-1)).toBe('play card')
    formSketch.want('form, other words')
    await settle()
    expect(requests.at(-1)).toBe('play form, other words')
  })

  test('those that become visible together all get a frame before the last one runs', async () => {
    const sketches = [enterSketch('first'), enterSketch('second'), enterSketch('third')]
    for (const { actor } of sketches) actor.setInSight(true)
    await settle()
    expect(requests.at(-1)).toBe('play third')
    expect(sketches.map(({ phases }) => phases.at(-1))).toEqual(['resting', 'resting', 'playing'])
    expect(sketches.map(({ shownCanvases }) => shownCanvases.length)).toEqual([1, 1, 1])
  })

  test('when the running one leaves, the other continues', async () => {
    const [firstSketch, secondSketch] = [enterSketch('first'), enterSketch('second')]
    firstSketch.actor.setInSight(true)
    secondSketch.actor.setInSight(true)
    await settle()
    secondSketch.actor.leave()
    await settle()
    expect(requests.at(-1)).toBe('play first')
  })
})

describe('rest', () => {
  test('all rest in a hidden tab, while a picture is prepared, out of sight and without a prompt; the same one continues afterwards', async () => {
    const { actor, want } = enterSketch('one')
    actor.setInSight(true)
    await settle()
    const pauses: [() => void, () => void][] = [
      [() => ((isVisible = false), stage.update()), () => ((isVisible = true), stage.update())],
      [() => stage.setPaused(true), () => stage.setPaused(false)],
      [() => actor.setInSight(false), () => actor.setInSight(true)],
      [() => actor.setRequest(null), () => want()],
    ]
    for (const [pause, resume] of pauses) {
      pause()
      await settle()
      resume()
      await settle()
    }
    expect(requests).toEqual(['play one', ...pauses.flatMap(() => ['rest', 'play one'])])
  })

  test('an answer that arrives after the rest changes nothing', async () => {
    const { actor, phases, shownCanvases } = enterSketch('one')
    let answerNow: (late: SketchAnswer<string>) => void = () => undefined
    answer = () => new Promise((resolve) => (answerNow = resolve))
    actor.setInSight(true)
    await settle()
    stage.setPaused(true)
    answerNow({ status: 'drawn', canvas: 'late' })
    await settle()
    expect([requests, phases, shownCanvases]).toEqual([['play one', 'rest'], [], []])
  })
})

describe('static sketches', () => {
  test('are drawn once each, one after the other, and then the worker may rest', async () => {
    const [firstSketch, secondSketch] = [enterSketch('first', 'still'), enterSketch('second', 'still')]
    firstSketch.actor.setInSight(true)
    secondSketch.actor.setInSight(true)
    await settle()
    await settle()
    expect(requests).toEqual(['still second', 'still first', 'rest'])
    expect([firstSketch.phases, secondSketch.phases]).toEqual([['still'], ['still']])
  })

  test('play on request', async () => {
    const { actor, want, phases } = enterSketch('one', 'still')
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
    const [goodSketch, badSketch] = [enterSketch('good'), enterSketch('bad')]
    goodSketch.actor.setInSight(true)
    await settle()
    badSketch.actor.setInSight(true)
    await settle()
    expect(requests).toEqual(['play good', 'play bad', 'play good'])
    expect(badSketch.phases).toEqual([])
  })

  test('is not requested without its picture', async () => {
    const { actor } = enterSketch('one', 'play', async () => null)
    actor.setInSight(true)
    await settle()
    expect(requests).toEqual(['rest'])
  })

  test('a lost worker is requested again, and its new canvas replaces the old one', async () => {
    const { actor, shownCanvases } = enterSketch('one')
    actor.setInSight(true)
    await settle()
    answer = () => ({ status: 'drawn', canvas: 'a new canvas' })
    client.onLost()
    await settle()
    expect(requests).toEqual(['play one', 'play one'])
    expect(shownCanvases).toEqual(['canvas of sketch-1', 'a new canvas'])
  })
})
