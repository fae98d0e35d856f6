import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { openStore } from '#shared/browser/open-store.ts'

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.stubGlobal('IDBKeyRange', IDBKeyRange)
})

describe('the store', () => {
  it('gives back what was written, by key and by prefix', async () => {
    const store = openStore('db')
    await store.write(async (tx) => {
      tx.put('a/2', 2)
      tx.put('a/1', 1)
      tx.put('b/1', 3)
    })
    expect(await store.read((tx) => tx.list('a/'))).toEqual([1, 2])
    expect(await store.read((tx) => tx.get('b/1'))).toBe(3)
  })

  it('changes nothing when the work inside a transaction throws', async () => {
    const store = openStore('db')
    const broken = store.write(async (tx) => {
      tx.put('a', 1)
      await tx.get('a')
      throw new Error('bug')
    })
    await expect(broken).rejects.toThrow('bug')
    expect(await store.read((tx) => tx.get('a'))).toBeUndefined()
  })

  it('opens again after an opening that failed', async () => {
    const working = globalThis.indexedDB
    const blocked = new Proxy(working, {
      get: (target, name) => {
        if (name === 'open') throw new DOMException('blocked', 'UnknownError')
        return Reflect.get(target, name) as unknown
      },
    })
    const store = openStore('db')
    vi.stubGlobal('indexedDB', blocked)
    await expect(store.read((tx) => tx.get('a'))).rejects.toThrow('blocked')
    vi.stubGlobal('indexedDB', working)
    await store.write(async (tx) => tx.put('a', 1))
    expect(await store.read((tx) => tx.get('a'))).toBe(1)
  })

  it('opens again after the browser has closed the connection', async () => {
    const opened: IDBDatabase[] = []
    const open = globalThis.indexedDB.open.bind(globalThis.indexedDB)
    globalThis.indexedDB.open = (name, version) => {
      const request = open(name, version)
      request.addEventListener('success', () => opened.push(request.result))
      return request
    }
    const store = openStore('db')
    await store.write(async (tx) => tx.put('a', 1))
    opened.at(-1)?.close()
    expect(await store.read((tx) => tx.get('a'))).toBe(1)
    expect(opened.length).toBeGreaterThan(1)
  })
})
