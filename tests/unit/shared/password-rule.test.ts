import { expect, test } from 'vitest'
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH, passwordProblem } from '#shared/domain/password-rule.ts'

test.each(['password', 'PassWord', 'ｐａｓｓｗｏｒｄ', 'ⓟⓐⓢⓢⓦⓞⓡⓓ', '𝐩𝐚𝐬𝐬𝐰𝐨𝐫𝐝', 'pas\u017Fword', '①②③④⑤⑥⑦⑧'])('%s is common', (password) => {
  expect(passwordProblem(password)).toBe('common')
})

test('the length is that of the password that is hashed', () => {
  const letters = (count: number) => 'é'.repeat(count).normalize('NFD')
  expect(passwordProblem(letters(PASSWORD_MIN_LENGTH - 1))).toBe('too_short')
  expect(passwordProblem(letters(PASSWORD_MIN_LENGTH))).toBeNull()
  expect(passwordProblem(letters(PASSWORD_MAX_LENGTH))).toBeNull()
  expect(passwordProblem(letters(PASSWORD_MAX_LENGTH + 1))).toBe('too_long')
})
