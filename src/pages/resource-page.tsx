import type { ReactElement } from 'react'
import { ArticlesScreen } from '#src/features/articles/articles-screen.tsx'

export function ResourcePage(): ReactElement {
  return <ArticlesScreen />
}
