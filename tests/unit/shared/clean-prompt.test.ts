import { expect, it } from 'vitest'
import { cleanPrompt } from '#shared/domain/clean-prompt.ts'

it('a prompt retains words, tabs, newlines and emoji, and loses every control character', () => {
  expect(cleanPrompt('slow\0 push\u0007 in\u001b\u007f\tand\nout \u{1F3A5}\r')).toBe('slow push in\tand\nout \u{1F3A5}')
})
