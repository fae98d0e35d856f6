import { describe, expect, test } from 'vitest'
import type { Draft } from '#shared/storage/draft-record.ts'
import type { FormPicture } from '#src/create/current-picture.ts'
import { AS_IT_IS } from '#src/pictures/create-image-client.ts'
import { createDraftStore } from '#src/create/draft-store.ts'
import { preparedImage, settings } from '../../fixtures/page/builders.ts'
import { memoryRecords } from './memory-records.ts'

/** Tabs of one browser, each with one form; they share the stored records. */
function setUp() {
  const records = memoryRecords()
  return {
    open() {
      const form: { settings: Draft['settings']; current: FormPicture | null } = { settings, current: null }
      const slots = [{ role: 'first' as const, current: () => form.current }]
      const drafts = createDraftStore({ key: 'a-form', owner: () => '', settings: () => form.settings, slots }, records)
      const change = (part: Partial<Draft['settings']>) => {
        form.settings = { ...form.settings, ...part }
        return drafts.save()
      }
      const hold = (next: FormPicture | null) => {
        form.current = next
        return drafts.save()
      }
      return { form, drafts, change, hold }
    },
    async stored() {
      const draft = await this.open().drafts.read()
      return { ...draft?.settings, picture: draft?.pictures[0]?.source }
    },
  }
}

function picture(id: string): FormPicture {
  const image = { ...preparedImage, blob: new Blob([id]), sha256: id }
  return { name: `${id}.jpg`, source: { id, file: new Blob([id]) }, request: AS_IT_IS, image, removedMetadata: 'none' }
}

async function two(tabs: ReturnType<typeof setUp>) {
  const [left, right] = [tabs.open(), tabs.open()]
  await Promise.all([left.drafts.read(), right.drafts.read()])
  return { left, right }
}

describe('of one form in two tabs', () => {
  test('typed text in one and a choice in the other are both stored', async () => {
    const tabs = setUp()
    const { left, right } = await two(tabs)
    await left.change({ prompt: 'rain' })
    await right.change({ duration: '10s' })
    await left.change({ prompt: 'rain and snow' })
    expect(await tabs.stored()).toMatchObject({ prompt: 'rain and snow', duration: '10s' })
  })

  test('a field that both have changed has its last value', async () => {
    const tabs = setUp()
    const { left, right } = await two(tabs)
    await left.change({ prompt: 'rain' })
    await right.change({ prompt: 'snow' })
    await left.change({ duration: '10s' })
    expect(await tabs.stored()).toMatchObject({ prompt: 'snow', duration: '10s' })
    await left.change({ prompt: '' })
    expect(await tabs.stored()).toMatchObject({ prompt: '' })
  })

  test('an effect retains its own name', async () => {
    const tabs = setUp()
    const { left, right } = await two(tabs)
    await left.change({ templateId: 'one', templateName: 'Effect' })
    await right.change({ templateId: 'two', templateName: 'Another' })
    await left.change({ templateId: 'three', templateName: 'Effect' })
    expect(await tabs.stored()).toMatchObject({ templateId: 'three', templateName: 'Effect' })
  })

  test('a picture of one stays with its source beside the words of the other, and its removal counts', async () => {
    const tabs = setUp()
    const { left, right } = await two(tabs)
    await left.hold(picture('sea'))
    await right.change({ prompt: 'rain' })
    expect(await tabs.stored()).toMatchObject({ prompt: 'rain', picture: { id: 'sea' } })
    await right.hold(picture('hill'))
    await left.change({ duration: '10s' })
    expect(await tabs.stored()).toMatchObject({ picture: { id: 'hill' } })
    await left.hold(null)
    expect(await tabs.stored()).toMatchObject({ prompt: 'rain', picture: undefined })
    await left.hold(picture('sea'))
    expect(await tabs.stored()).toMatchObject({ picture: { id: 'sea' } })
  })

  test('a stored value that was read again, but not applied to the form, is not overwritten by it', async () => {
    const tabs = setUp()
    const { left, right } = await two(tabs)
    await right.change({ duration: '10s' })
    await left.drafts.read()
    await left.change({ prompt: 'rain' })
    expect(await tabs.stored()).toMatchObject({ prompt: 'rain', duration: '10s' })
  })
})
