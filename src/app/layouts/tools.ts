import type { RouteName } from '#shared/domain/screens.ts'
import type { ShellIconName } from '#src/design/shell-icon.tsx'

interface Tool {
  readonly route: 'imageToVideo' | 'startEnd' | 'templates'
  readonly detail: RouteName
  readonly icon: ShellIconName
  readonly label: string
}

/** The three kinds of video, in the order in which they are offered. */
export const TOOLS: readonly Tool[] = [
  { route: 'imageToVideo', detail: 'imageToVideoDetail', icon: 'image', label: 'nav.tool.imageToVideo' },
  { route: 'startEnd', detail: 'startEndDetail', icon: 'frames', label: 'nav.tool.startEnd' },
  { route: 'templates', detail: 'templateDetail', icon: 'wand', label: 'nav.tool.templates' },
]

/** What `aria-current` says of a tool on a screen. */
export function currentTool({ route, detail }: Tool, screen: RouteName | undefined): 'page' | 'true' | undefined {
  if (route === screen) return 'page'
  return detail === screen ? 'true' : undefined
}
