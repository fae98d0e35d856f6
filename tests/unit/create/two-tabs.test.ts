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
    openTab() {
      const form: { settings: Draft['settings']; picture: FormPicture | null } = { settings, picture: null }
      const slots = [{ role: 'first' as const, current: () => form.picture }]
      const drafts = createDraftStore({ key: 'a-form', owner: () => '', settings: () => form.settings, slots }, records)
      const changeSettings = (part: Partial<Draft['settings']>) => {
        form.settings = { ...form.settings, ...part }
        return drafts.save()
      }
      const setPicture = (nextPicture: FormPicture | null) => {
        form.picture = nextPicture
        return drafts.save()
      }
      return { form, drafts, changeSettings, setPicture }
    },
    async readStored() {
      const draft = await this.openTab().drafts.read()
      return { ...draft?.settings, picture: draft?.pictures[0]?.source }
    },
  }
}

function picture(id: string): FormPicture {
  const image = { ...preparedImage, blob: new Blob([id]), sha256: id }
  return { name: `${id}.jpg`, source: { id, file: new Blob([id]) }, request: AS_IT_IS, image, removedMetadata: 'none' }
}

async function openTwoTabs(tabs: ReturnType<typeof setUp>) {
  const [firstTab, secondTab] = [tabs.openTab(), tabs.openTab()]
  await Promise.all([firstTab.drafts.read(), secondTab.drafts.read()])
  return { firstTab, secondTab }
}

describe('of one form in two tabs', () => {
  test('typed text in one and a choice in the other are both stored', async () => {
    const tabs = setUp()
    const { firstTab, secondTab } = await openTwoTabs(tabs)
    await firstTab.changeSettings({ prompt: 'rain' })
    await secondTab.changeSettings({ duration: '10s' })
    await firstTab.changeSettings({ prompt: 'rain and snow' })
    expect(await tabs.readStored()).toMatchObject({ prompt: 'rain and snow', duration: '10s' })
  })

  test('a field that both have changed has its last value', async () => {
    const tabs = setUp()
    const { firstTab, secondTab } = await openTwoTabs(tabs)
    await firstTab.changeSettings({ prompt: 'rain' })
    await secondTab.changeSettings({ prompt: 'snow' })
    await firstTab.changeSettings({ duration: '10s' })
    expect(await tabs.readStored()).toMatchObject({ prompt: 'snow', duration: '10s' })
    await firstTab.changeSettings({ prompt: '' })
    expect(await tabs.readStored()).toMatchObject({ prompt: '' })
  })

  test('an effect retains its own name', async () => {
    const tabs = setUp()
    const { firstTab, secondTab } = await openTwoTabs(tabs)
    await firstTab.changeSettings({ templateId: 'one', templateName: 'Effect' })
    await secondTab.changeSettings({ templateId: 'two', templateName: 'Another' })
    await firstTab.changeSettings({ templateId: 'three', templateName: 'Effect' })
    expect(await tabs.readStored()).toMatchObject({ templateId: 'three', templateName: 'Effect' })
  })

  test('a picture of one stays with its source beside the words of the other, and its removal counts', async () => {
    const tabs = setUp()
    const { firstTab, secondTab } = await openTwoTabs(tabs)
    await firstTab.setPicture(picture('sea'))
    await secondTab.changeSettings({ prompt: 'rain' })
    expect(await tabs.readStored()).toMatchObject({ prompt: 'rain', picture: { id: 'sea' } })
    await secondTab.setPicture(picture('hill'))
    await firstTab.changeSettings({ duration: '10s' })
    expect(await tabs.readStored()).toMatchObject({ picture: { id: 'hill' } })
    await firstTab.setPicture(null)
    expect(await tabs.readStored()).toMatchObject({ prompt: 'rain', picture: undefined })
    await firstTab.setPicture(picture('sea'))
    expect(await tabs.readStored()).toMatchObject({ picture: { id: 'sea' } })
  })

  test('a stored value that was read again, but not applied to the form, is not overwritten by it', async () => {
    const tabs = setUp()
    const { firstTab, secondTab } = await openTwoTabs(tabs)
    await secondTab.changeSettings({ duration: '10s' })
    await firstTab.drafts.read()
    await firstTab.changeSettings({ prompt: 'rain' })
    expect(await tabs.readStored()).toMatchObject({ prompt: 'rain', duration: '10s' })
  })
})
