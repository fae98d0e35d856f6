import { useCallback } from 'react'
import { useLocation } from 'wouter'
import { matchRoute } from '#shared/domain/route-patterns.ts'
import type { FileTaker } from './create-intake.ts'
import { bringToTool } from './bring-to-tool.ts'
import { pageIntake } from './page-intake.ts'

/** Takes a picture from a screen without a form to the form for one picture. */
export function useBringToTool(): FileTaker {
  const [, go] = useLocation()
  return useCallback(
    (files) =>
      bringToTool(files, {
        go,
        isThere: () => matchRoute(location.pathname) === 'imageToVideo',
        pass: (brought) => pageIntake.pass(brought),
      }),
    [go],
  )
}
