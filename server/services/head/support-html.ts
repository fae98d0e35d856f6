import type { HeadText } from '#server/static/head-texts.ts'
import type { Topic } from '#shared/domain/support-topics.ts'
import { ANSWER_FACTS, TOPIC_NAMES, TOPICS } from '#shared/domain/support-topics.ts'
import { escaped } from './escaped.ts'
import { lineHtml } from './line-html.ts'

/** What people ask and the answers, for who reads them without a script. */
export function supportHtml(text: HeadText): string {
  const entryHtml = (key: string) => `<dt>${escaped(text(key))}</dt><dd>${lineHtml(text(`${key}.answer`, ANSWER_FACTS))}</dd>`
  const topicHtml = (topic: Topic) => TOPICS[topic].map((question) => entryHtml(`support.${topic}.${question}`)).join('')
  return TOPIC_NAMES.map(
    (topic) => `<section><h2>${escaped(text(`support.topic.${topic}`))}</h2><dl>${topicHtml(topic)}</dl></section>`,
  ).join('')
}
