import { useEffect, useState } from 'react'
import { readAppInfo } from '#src/lib/app-info.ts'

/** How many points a visitor begins with; null while that is not known. */
export function useWelcomePoints(): number | null {
  const [points, setPoints] = useState<number | null>(null)
  useEffect(() => void readAppInfo().then((info) => setPoints(info?.welcomePointsVisitor ?? null)), [])
  return points
}
