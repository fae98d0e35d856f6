import { expect, test } from 'vitest'
import { SCREENS, SCREEN_NAMES } from '#shared/domain/screens.ts'
import { backToTopVariant } from '#src/app/back-to-top-variant.ts'

test('the button to the top shows after 300 px', () => {
  expect(backToTopVariant({ top: 300, screen: 'explore', isPhone: false })).toBeNull()
  expect(backToTopVariant({ top: 301, screen: 'explore', isPhone: false })).not.toBeNull()
})

test('a tool screen has none: it would cover the controls of the form', () => {
  const tools = SCREEN_NAMES.filter((name) => SCREENS[name].layout === 'tools')
  expect(tools).toContain('imageToVideo')
  for (const screen of tools) expect(backToTopVariant({ top: 900, screen, isPhone: true })).toBeNull()
})

test('it has another style on the start screens and on a phone', () => {
  const scrolledDesktop = { top: 900, isPhone: false }
  for (const screen of ['landing', 'home', 'index'] as const) expect(backToTopVariant({ ...scrolledDesktop, screen })?.shape).toBe('words')
  for (const screen of ['explore', 'settings', undefined] as const)
    expect(backToTopVariant({ ...scrolledDesktop, screen })?.shape).toBe('arrow')
  expect(backToTopVariant({ ...scrolledDesktop, screen: 'home', isPhone: true })?.size).toBe('phone')
  expect(backToTopVariant({ ...scrolledDesktop, screen: 'home' })?.size).toBe('desktop')
})
