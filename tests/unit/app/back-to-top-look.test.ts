import { expect, test } from 'vitest'
import { SCREENS, SCREEN_NAMES } from '#shared/domain/screens.ts'
import { backToTopLook } from '#src/app/back-to-top-look.ts'

test('the button to the top shows after 300 px', () => {
  expect(backToTopLook({ top: 300, screen: 'explore', isPhone: false })).toBeNull()
  expect(backToTopLook({ top: 301, screen: 'explore', isPhone: false })).not.toBeNull()
})

test('a tool screen has none: it would cover the controls of the form', () => {
  const tools = SCREEN_NAMES.filter((name) => SCREENS[name].layout === 'tools')
  expect(tools).toContain('imageToVideo')
  for (const screen of tools) expect(backToTopLook({ top: 900, screen, isPhone: true })).toBeNull()
})

test('it has another style on the start screens and on a phone', () => {
  const at = { top: 900, isPhone: false }
  for (const screen of ['landing', 'home', 'index'] as const) expect(backToTopLook({ ...at, screen })?.shape).toBe('words')
  for (const screen of ['explore', 'settings', undefined] as const) expect(backToTopLook({ ...at, screen })?.shape).toBe('arrow')
  expect(backToTopLook({ ...at, screen: 'home', isPhone: true })?.size).toBe('phone')
  expect(backToTopLook({ ...at, screen: 'home' })?.size).toBe('desktop')
})
