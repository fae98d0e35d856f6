import type { Operator } from './legal-document.ts'

/** Who answers for this installation, and how to reach them; a neutral sentence where its configuration names nobody. Rule: docs/content.md, "Legal texts". */
export function operatorLines({ name, email, address }: Operator): readonly string[] {
  if (name === null && email === null && address === null) {
    return [
      'Kinora is software that anybody can run. Whoever runs this copy has not written their name here yet. You reach them by the form on the [support page](/support).',
    ]
  }
  const who = name === null ? 'This copy of Kinora is run by the operator below.' : `This copy of Kinora is run by ${plain(name)}.`
  const mail = email === null ? [] : [`E-mail: [${plain(email)}](mailto:${encodeURIComponent(email).replace('%40', '@')})`]
  const place = address === null ? [] : [`Address: ${plain(address)}`]
  return [who, ...mail, ...place, 'You can also write by the form on the [support page](/support).']
}

/** What the configuration says is words, never a link. */
function plain(text: string): string {
  return text.replace(/[[\]]/g, '')
}
