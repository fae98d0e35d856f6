import { IDBFactory, IDBKeyRange, IDBTransaction } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod/mini'
import { type Store, FILE_STORE_LIMIT_MS, openStore, STORE_LIMIT_MS } from '#shared/browser/open-store.ts'
import { openRecords } from '#shared/browser/record-store.ts'
import { defineRecord } from '#shared/storage/records.ts'

const numberRecord = defineRecord({ version: 1, schema: z.number(), fallback: () => 0 })

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.stubGlobal('IDBKeyRange', IDBKeyRange)
})

describe('the store', () => {
  it('returns written values, by key and by prefix', async () => {
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
    const failedWrite = store.write(async (tx) => {
      tx.put('a', 1)
      await tx.get('a')
      throw new Error('bug')
    })
    await expect(failedWrite).rejects.toThrow('bug')
    expect(await store.read((tx) => tx.get('a'))).toBeUndefined()
  })

  it('opens again after an opening that failed', async () => {
    const workingIndexedDB = globalThis.indexedDB
    const blockedIndexedDB = new Proxy(workingIndexedDB, {
      get: (target, name) => {
        if (name === 'open') throw new DOMException('blocked', 'UnknownError')
        return Reflect.get(target, name) as unknown
      },
    })
    const store = openStore('db')
    vi.stubGlobal('indexedDB', blockedIndexedDB)
    await expect(store.read((tx) => tx.get('a'))).rejects.toThrow('blocked')
    vi.stubGlobal('indexedDB', workingIndexedDB)
    await store.write(async (tx) => tx.put('a', 1))
    expect(await store.read((tx) => tx.get('a'))).toBe(1)
  })

  it('continues work that was started beside a failed transaction', async () => {
    const store = openStore('db')
    await store.write(async (tx) => tx.put('a', 1))
    const expectedFailure = expect(store.read(() => Promise.reject(new DOMException('broken', 'UnknownError')))).rejects.toThrow('broken')
    const besideReads: Promise<unknown>[] = []
    for (let turn = 0; turn < 20; turn += 1) {
      besideReads.push(store.read((tx) => tx.get('a')))
      await Promise.resolve()
    }
    await expectedFailure
    expect(await Promise.all(besideReads)).toEqual(besideReads.map(() => 1))
  })

  it('opens again after the browser has closed the connection', async () => {
    const openedDatabases: IDBDatabase[] = []
    const openOriginal = globalThis.indexedDB.open.bind(globalThis.indexedDB)
    globalThis.indexedDB.open = (name, version) => {
      const request = openOriginal(name, version)
      request.addEventListener('success', () => openedDatabases.push(request.result))
      return request
    }
    const store = openStore('db')
    await store.write(async (tx) => tx.put('a', 1))
    openedDatabases.at(-1)?.close()
    expect(await store.read((tx) => tx.get('a'))).toBe(1)
    expect(openedDatabases.length).toBeGreaterThan(1)
  })
})

describe('a database that hangs', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('fails its waiting work, writes nothing of that later, and works again once it responds', async () => {
    const store = openStore('db')
    await store.write(async (tx) => tx.put('a', 1))
    const releaseHold = await holdTransaction('db')
    const waitingWrite = store.write(async (tx) => tx.put('a', 2))
    const expectedTimeout = expect(waitingWrite).rejects.toMatchObject({ name: 'TimeoutError' })
    await vi.advanceTimersByTimeAsync(STORE_LIMIT_MS)
    await expectedTimeout
    releaseHold()
    expect(await vi.waitUntil(() => store.read((tx) => tx.get('a')).catch(() => undefined))).toBe(1)
  })

  it('fails later work at once, until it responds', async () => {
    const store = openStore('db')
    await store.write(async (tx) => tx.put('a', 1))
    const releaseHold = await holdTransaction('db')
    const expectedTimeout = expect(store.write(async (tx) => tx.put('a', 2))).rejects.toMatchObject({ name: 'TimeoutError' })
    await vi.advanceTimersByTimeAsync(STORE_LIMIT_MS)
    await expectedTimeout
    await expect(store.read((tx) => tx.get('a'))).rejects.toMatchObject({ name: 'TimeoutError' })
    releaseHold()
    await vi.waitUntil(() =>
      store
        .write(async (tx) => tx.put('a', 3))
        .then(
          () => true,
          () => false,
        ),
    )
    expect(await store.read((tx) => tx.get('a'))).toBe(3)
  })

  it('is slow, and not blocked: the failure passes', async () => {
    const releaseHold = await writeAndHoldTransaction()
    const waitingWrite = openRecords('db').write('b', numberRecord, 2)
    await vi.advanceTimersByTimeAsync(STORE_LIMIT_MS)
    expect(await waitingWrite).toMatchObject({ ok: false, error: { code: 'storage_slow', retry: 'later' } })
    releaseHold()
  })

  it('may need longer where it stores files', async () => {
    const releaseHold = await writeAndHoldTransaction()
    const waitingWrite = openRecords('db', FILE_STORE_LIMIT_MS).write('b', numberRecord, 2)
    await vi.advanceTimersByTimeAsync(2 * STORE_LIMIT_MS)
    releaseHold()
    expect(await waitingWrite).toEqual({ ok: true, value: null })
  })

  it('is different from one that can not be opened at all: that fails at once, and nothing follows', async () => {
    globalThis.indexedDB.open = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    }
    const store = openStore('db')
    await expect(store.read((tx) => tx.get('a'))).rejects.toMatchObject({ name: 'SecurityError' })
    expect(vi.getTimerCount()).toBe(0)
  })

  it('begins nothing in a database that opens too late', async () => {
    const otherDatabase = await openDatabase('db')
    // The deletion waits until the other connection closes, and every later opening waits for the deletion.
    const deletion = indexedDB.deleteDatabase('db')
    const run = vi.fn(async () => undefined)
    const expectedTimeout = expect(openStore('db').write(run)).rejects.toMatchObject({ name: 'TimeoutError' })
    await vi.advanceTimersByTimeAsync(STORE_LIMIT_MS)
    await expectedTimeout
    otherDatabase.close()
    await new Promise((resolve) => deletion.addEventListener('success', resolve))
    await openDatabase('db')
    expect(run).not.toHaveBeenCalled()
  })
})

describe('a page of WebKit that is left and restored', () => {
  const page = new EventTarget()
  const leavePage = () => page.dispatchEvent(Object.assign(new Event('pagehide'), { persisted: true }))

  async function openStoreOfWebKit(): Promise<Store> {
    vi.stubGlobal('navigator', { vendor: 'Apple Computer, Inc.' })
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
    vi.resetModules()
    const freshModule = await import('#shared/browser/open-store.ts')
    return freshModule.openStore('db')
  }
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  it('blocks nobody meanwhile, and then finishes its interrupted work', async () => {
    const store = await openStoreOfWebKit()
    await store.write(async (tx) => tx.put('a', 1))
    let begin = (): void => undefined
    const untilBegun = new Promise<void>((resolve) => (begin = resolve))
    const pendingWrite = store.write(async (tx) => {
      const oldValue = (await tx.get('a')) as number
      begin()
      tx.put('a', oldValue + 1)
    })
    await untilBegun
    leavePage()
    const pendingRead = store.read((tx) => tx.get('a'))
    const otherPut = (await openDatabase('db')).transaction('records', 'readwrite').objectStore('records').put(10, 'a')
    await new Promise((resolve) => otherPut.addEventListener('success', resolve))
    page.dispatchEvent(new Event('pageshow'))
    await pendingWrite
    expect(await pendingRead).toBeOneOf([10, 11])
    expect(await store.read((tx) => tx.get('a'))).toBe(11)
  })

  it('does the same where the browser never reports the end', async () => {
    const store = await openStoreOfWebKit()
    await store.write(async (tx) => tx.put('a', 1))
    const listenerSpy = vi.spyOn(IDBTransaction.prototype, 'addEventListener').mockImplementation(() => undefined)
    let begin = (): void => undefined
    const untilBegun = new Promise<void>((resolve) => (begin = resolve))
    const pendingWrite = store.write(async (tx) => {
      await tx.get('a')
      begin()
      tx.put('a', 2)
    })
    await untilBegun
    leavePage()
    listenerSpy.mockRestore()
    page.dispatchEvent(new Event('pageshow'))
    await expect(pendingWrite).resolves.toBeUndefined()
    expect(await store.read((tx) => tx.get('a'))).toBe(2)
  })

  it('does not count its time in the background', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const store = await openStoreOfWebKit()
    const otherDatabase = await openDatabase('db')
    indexedDB.deleteDatabase('db')
    const pendingWrite = store.write(async (tx) => tx.put('a', 1))
    leavePage()
    await vi.advanceTimersByTimeAsync(STORE_LIMIT_MS)
    otherDatabase.close()
    page.dispatchEvent(new Event('pageshow'))
    await expect(pendingWrite).resolves.toBeUndefined()
    vi.useRealTimers()
  })

  it('ends a read, too, that has its answer and has not ended', async () => {
    const store = await openStoreOfWebKit()
    await store.write(async (tx) => tx.put('a', 1))
    const abortSpy = vi.spyOn(IDBTransaction.prototype, 'abort')
    await store.read((tx) => tx.get('a'))
    leavePage()
    expect(abortSpy).toHaveBeenCalled()
  })
})

/** Stores a row and then holds a transaction open, as a stopped page of another tab does, until the returned function is called. */
async function writeAndHoldTransaction(): Promise<() => void> {
  await openStore('db').write(async (tx) => tx.put('a', 1))
  return holdTransaction('db')
}

async function holdTransaction(database: string): Promise<() => void> {
  let isTransactionOpen = true
  const records = (await openDatabase(database)).transaction('records', 'readwrite').objectStore('records')
  const requestAgain = (): void => {
    if (isTransactionOpen) records.get('a').addEventListener('success', requestAgain)
  }
  requestAgain()
  return () => {
    isTransactionOpen = false
  }
}

async function openDatabase(name: string): Promise<IDBDatabase> {
  const opening = indexedDB.open(name)
  await new Promise((resolve) => opening.addEventListener('success', resolve))
  return opening.result
}
