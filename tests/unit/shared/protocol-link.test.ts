import { expect, test } from 'vitest'
import { LINK_PROTOCOL, LINK_QUERY, linkedPath } from '#shared/domain/protocol-link.ts'

const pathOfLink = (link: string) => linkedPath(`?${new URLSearchParams({ [LINK_QUERY]: link }).toString()}`)

test('LINK_PROTOCOL, LINK_QUERY', () => {
  expect({ LINK_PROTOCOL, LINK_QUERY }).toEqual({ LINK_PROTOCOL: 'web+kinora', LINK_QUERY: 'link' })
})

test.each([
  ['web+kinora:/explore/golden-hour', '/explore/golden-hour'],
  ['web+kinora:explore/golden-hour', '/explore/golden-hour'],
  ['web+kinora://explore?tag=calm', '/explore?tag=calm'],
  ['web+kinora:', '/'],
])('%s opens %s', (link, path) => expect(pathOfLink(link)).toBe(path))

test.each(['web+kinora:/nowhere', 'web+kinora:/api/v1/auth/logout', 'https://example.org/explore', 'javascript:alert(1)', ''])(
  '%s opens nothing',
  (link) => expect(pathOfLink(link)).toBeUndefined(),
)

test('no link leads to another host', () => {
  for (const link of ['web+kinora:////example.org/explore', 'web+kinora:/\\example.org', 'web+kinora:\\\\example.org'])
    expect(pathOfLink(link) ?? '').not.toContain('//')
})
