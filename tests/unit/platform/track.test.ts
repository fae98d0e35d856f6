import { expect, test } from 'vitest'
import { TRACKER_VERSION, USAGE_RETENTION_MS, trackMode } from '#shared/domain/measurement-rules.ts'
import { trackedCommit } from '#src/creations/announce-commit.ts'
import { setPreference } from '#src/store/preferences.ts'
import { addTrackSink, forgetPendingEvents, track } from '#src/reporting/track.ts'
import { settings } from '../../fixtures/page/builders.ts'

test('the version of the tracker and the lifetime of use events', () => {
  expect({ TRACKER_VERSION, USAGE_RETENTION_MS }).toEqual({ TRACKER_VERSION: '1.2.7', USAGE_RETENTION_MS: 7_776_000_000 })
})

test('before a listener is there events wait only where consent allows it, and are deleted with the consent', () => {
  const trackedNames: string[] = []
  const addSink = () => addTrackSink((name) => trackedNames.push(name))
  track('profile_popup_open', {})
  addSink()()
  expect(trackedNames).toEqual([])
  setPreference('usageConsent', 'granted')
  track('profile_popup_open', {})
  track('account_settings_open', {})
  addSink()()
  expect(trackedNames).toEqual(['profile_popup_open', 'account_settings_open'])
  track('cancel_retention_open', {})
  forgetPendingEvents()
  addSink()()
  expect(trackedNames).toHaveLength(2)
  setPreference('usageConsent', 'unasked')
})

test('the kinds of video are sent as image, start and template', () => {
  expect((['CUSTOM', 'HEAD_TAIL', 'TEMPLATE'] as const).map(trackMode)).toEqual(['image', 'start', 'template'])
})

test('a form is sent with the fields of its kind', () => {
  const form = { ...settings, prompt: 'slow push in', duration: '6s', resolution: '720p', videoNum: 2 } as const
  const commonFields = { prompt: 'slow push in', parameter_time: '6s', setting_video: '720p', setting_number: 2 }
  expect(trackedCommit('CUSTOM', { ...form, imageFidelity: 0.7 }, 'e1')).toEqual({
    name: 'image',
    ...commonFields,
    relevance: 0.7,
    explore: 'e1',
  })
  expect(trackedCommit('TEMPLATE', { ...form, templateId: 't1', aiMusic: 0 })).toEqual({
    name: 'template',
    ...commonFields,
    templates: 't1',
    aimusic: 0,
  })
})

test('the first words of a prompt are sent, without addresses and ids', () => {
  const prompt = `for ann@example.org ${'a'.repeat(30)} ${'word '.repeat(40)}`
  const trackedPrompt = trackedCommit('CUSTOM', { ...settings, prompt }).prompt
  expect(trackedPrompt).toMatch(/^for … … word .*…$/)
  expect(trackedPrompt.length).toBeLessThanOrEqual(100)
})
