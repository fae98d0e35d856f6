const TELLING = /[<>&\u2028\u2029]/g

/** Data for machines as a block that no browser runs; nothing in it can end the block. */
export function dataHtml(data: object): string {
  const json = JSON.stringify(data).replace(TELLING, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return `<script type="application/ld+json">${json}</script>`
}
