import { expect, test } from 'vitest'
import { LAST_TEMPLATE_RETENTION_MS } from '#shared/domain/gallery-rules.ts'
import { createLastTemplate } from '#src/create/last-template.ts'
import { memoryRecords } from './memory-records.ts'

function setUp() {
  const records = memoryRecords()
  const clock = { nowMs: 1_000_000 }
  const openTab = () => createLastTemplate({ records, nowMs: () => clock.nowMs })
  return { clock, openTab, records }
}

test('the last effect is stored across a reload, for an hour', async () => {
  const { clock, openTab } = setUp()
  await openTab().remember({ templateId: 'snow-globe', templateName: 'Snow globe' })
  clock.nowMs += LAST_TEMPLATE_RETENTION_MS - 1
  const reopened = openTab()
  expect(await reopened.recall()).toMatchObject({ templateId: 'snow-globe', templateName: 'Snow globe' })
  clock.nowMs += 1
  expect(await reopened.recall()).toBeNull()
  expect(await openTab().recall()).toBeNull()
  expect(LAST_TEMPLATE_RETENTION_MS).toBe(3_600_000)
})

test('a forgotten one is not stored', async () => {
  const { openTab, records } = setUp()
  const lastTemplate = openTab()
  await lastTemplate.remember({ templateId: 'snow-globe', templateName: 'Snow globe' })
  await lastTemplate.forget()
  expect(await lastTemplate.recall()).toBeNull()
  expect(records.keys()).toEqual([])
})

test('one that is deleted while it loads is not reported any more', async () => {
  const { openTab } = setUp()
  await openTab().remember({ templateId: 'snow-globe', templateName: 'Snow globe' })
  const lastTemplate = openTab()
  const recalling = lastTemplate.recall()
  await lastTemplate.forget()
  expect(await recalling).toBeNull()
})
