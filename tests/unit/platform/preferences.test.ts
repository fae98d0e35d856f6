import { describe, expect, test, vi } from 'vitest'
import { parsePreference, preferences, setPreference } from '#src/store/preferences.ts'
import { themeOf } from '#src/browser/theme.ts'

describe('preferences', () => {
  test.each([null, '', '{', '"neon"', '7', 'null'])('%s in storage becomes the default', (stored) => {
    expect(parsePreference('colorMode', stored)).toBe('system')
  })

  test('a stored value stays', () => {
    expect(parsePreference('colorMode', '"light"')).toBe('light')
    expect(parsePreference('componentLocale', '"de"')).toBe('de')
  })

  test('the language of components is one of the list, and none until a choice', () => {
    expect(parsePreference('componentLocale', '"ug-CN"')).toBe('ug-CN')
    for (const stored of [null, '"zh"', '"tg"', '7', '["zh-CN"]']) expect(parsePreference('componentLocale', stored)).toBe('')
  })

  test('a value is set even where storage is blocked', () => {
    vi.stubGlobal('localStorage', {
      setItem: () => {
        throw new Error('blocked')
      },
    })
    setPreference('colorMode', 'light')
    expect(preferences.colorMode).toBe('light')
    vi.unstubAllGlobals()
  })

  test('dark when unset or system, unless the screen forces a theme', () => {
    expect(themeOf('system')).toBe('dark')
    expect(themeOf('light')).toBe('light')
    expect(themeOf('light', 'dark')).toBe('dark')
  })
})
