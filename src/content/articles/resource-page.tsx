import type { ReactElement } from 'react'
import { ArticlesScreen } from './articles-screen.tsx'

export function ResourcePage(): ReactElement {
  return <ArticlesScreen />
}
