import type { ScreenHead } from '#shared/domain/screens.ts'
import type { PageHead } from './page-head.ts'
import type { HeadText } from '#server/platform/static/head-texts.ts'
import type { Subject } from './find-subject.ts'
import { templatePath } from '#shared/domain/detail-path.ts'
import { itemDescription } from '#shared/domain/item-head.ts'
import { resourcePath } from '#shared/domain/resource-path.ts'
import { ITEM_TITLE, screenHead } from '#shared/domain/screens.ts'
import { articleSharePath, itemSharePath, SHARE_PICTURE, SHARE_SIZE } from './share-picture.ts'

/** The head of an address's subject. Rule: docs/platform.md, "Heads". */
export function headOf(subject: Subject, text: HeadText): PageHead {
  switch (subject.kind) {
    case 'nothing':
      return ofScreen(screenHead(undefined), text)
    case 'screen':
      return ofScreen(screenHead(subject.screen), text)
    case 'item': {
      const { templateName, prompt } = subject.template
      return {
        title: text(ITEM_TITLE, { name: templateName }),
        description: itemDescription(prompt),
        canonical: templatePath(subject.template),
        picture: { path: itemSharePath(subject.template), ...SHARE_SIZE, alt: templateName },
      }
    }
    case 'tag':
      return {
        title: text(ITEM_TITLE, { name: subject.tag.tagTitle }),
        description: text('head.tag', { name: subject.tag.tagTitle }),
        canonical: resourcePath(subject.tag),
        picture: ownPicture(text),
      }
    case 'article': {
      const { title, summary, cover, publishedAt } = subject.article
      return {
        title: text(ITEM_TITLE, { name: title }),
        description: itemDescription(summary),
        canonical: resourcePath(subject.article),
        picture: cover === null ? ownPicture(text) : { path: articleSharePath(subject.article), ...SHARE_SIZE, alt: title },
        publishedAt,
      }
    }
  }
}

function ofScreen({ title, description, canonical }: ScreenHead, text: HeadText): PageHead {
  return { title: text(title), description: text(description), canonical, picture: ownPicture(text) }
}

function ownPicture(text: HeadText): PageHead['picture'] {
  return { ...SHARE_PICTURE, alt: text(SHARE_PICTURE.alt) }
}
