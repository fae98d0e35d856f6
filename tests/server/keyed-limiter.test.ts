import { describe, expect, it } from 'vitest'
import { createKeyedLimiter } from '#server/account/password-hashing.ts'

/** Returns functions that add and end tasks in a limiter, and the names of the started tasks in their order. */
function makeWorks(atOnce: number, maxWaiting = 100) {
  const limiter = createKeyedLimiter(atOnce, maxWaiting)
  const startedNames: string[] = []
  const endByName = new Map<string, (error?: Error) => void>()
  return {
    startedNames,
    add: (lane: string, name: string) =>
      limiter.run({ name: lane, isKnown: lane.startsWith('known') }, () => {
        startedNames.push(name)
        return new Promise<string>((resolve, reject) => {
          endByName.set(name, (error) => (error === undefined ? resolve(name) : reject(error)))
        })
      }),
    limiter,
    async end(name: string, error?: Error): Promise<void> {
      endByName.get(name)?.(error)
      // The end of a task settles only promises, so one turn of the event loop is enough.
      await new Promise(setImmediate)
    },
  }
}

describe('the queue of slow works', () => {
  it('runs a limited number in parallel, and one of each lane', async () => {
    const works = makeWorks(2)
    for (const name of ['a1', 'a2', 'a3']) void works.add('a', name)
    expect(works.startedNames).toEqual(['a1'])
    void works.add('b', 'b1')
    void works.add('c', 'c1')
    expect(works.startedNames).toEqual(['a1', 'b1'])
    await works.end('b1')
    expect(works.startedNames).toEqual(['a1', 'b1', 'c1'])
    await works.end('c1')
    expect(works.startedNames).toEqual(['a1', 'b1', 'c1'])
    await works.end('a1')
    expect(works.startedNames).toEqual(['a1', 'b1', 'c1', 'a2'])
  })

  it('prefers a new lane to a running one, and the newest first', async () => {
    const works = makeWorks(1)
    for (const name of ['a1', 'a2', 'a3']) void works.add('a', name)
    void works.add('b', 'b1')
    void works.add('c', 'c1')
    for (const name of ['a1', 'c1', 'b1', 'a2']) await works.end(name)
    expect(works.startedNames).toEqual(['a1', 'c1', 'b1', 'a2', 'a3'])
  })

  it('alternates between the running lanes', async () => {
    const works = makeWorks(1)
    for (const name of ['a1', 'a2', 'a3']) void works.add('a', name)
    for (const name of ['b1', 'b2', 'b3']) void works.add('b', name)
    for (const name of ['a1', 'b1', 'a2', 'b2', 'a3', 'b3']) await works.end(name)
    expect(works.startedNames).toEqual(['a1', 'b1', 'a2', 'b2', 'a3', 'b3'])
  })

  it('alternates between known lanes and strangers, and drops strangers first', async () => {
    const works = makeWorks(1, 5)
    const droppedNames: string[] = []
    for (const name of ['s1', 's2', 's3', 's4']) {
      const addedWork = works.add(name, name)
      void addedWork.then(({ ok }) => ok || droppedNames.push(name))
    }
    for (const name of ['k1', 'k2', 'k3']) void works.add('known', name)
    expect(droppedNames).toEqual([])
    await works.end('s1')
    expect(droppedNames).toEqual(['s2'])
    for (const name of ['k1', 's4', 'k2', 's3', 'k3']) await works.end(name)
    expect(works.startedNames).toEqual(['s1', 'k1', 's4', 'k2', 's3', 'k3'])
  })

  it('continues after a failing work, and reports to its own caller alone', async () => {
    const works = makeWorks(1)
    const failingWork = works.add('a', 'a1').catch((error: unknown) => error)
    const throwingWork = works.limiter
      .run({ name: 'b', isKnown: false }, () => {
        throw new Error('at once')
      })
      .catch((error: unknown) => error)
    const lastWork = works.add('a', 'a2')
    await works.end('a1', new Error('broken'))
    await works.end('a2')
    expect(await failingWork).toEqual(new Error('broken'))
    expect(await throwingWork).toEqual(new Error('at once'))
    expect(await lastWork).toEqual({ ok: true, value: 'a2' })
  })

  it('drops the last one when too many wait: of the caller with most requests, else the oldest', async () => {
    const works = makeWorks(1, 3)
    const droppedNames: string[] = []
    const add = async (lane: string, name: string) => {
      if (!(await works.add(lane, name)).ok) droppedNames.push(name)
    }
    for (const name of ['a1', 'a2', 'a3', 'a4']) void add('a', name)
    for (const name of ['b', 'c', 'd', 'e']) void add(name, name)
    await works.end('a1')
    expect(droppedNames).toEqual(['a4', 'a3', 'a2', 'b'])
    for (const name of ['e', 'd', 'c']) await works.end(name)
    expect(works.startedNames).toEqual(['a1', 'e', 'd', 'c'])
  })
})
