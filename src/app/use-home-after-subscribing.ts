import { useEffect } from 'react'
import { useLocation } from 'wouter'
import type { RouteName } from '#shared/domain/route-patterns.ts'
import { linkTo } from '#src/lib/routes.ts'
import { followSubscribing, isLeftBySubscribing } from './follow-subscribing.ts'

/** Leads a new member from the start page and the prices to what they can do now. */
export function useHomeAfterSubscribing(screen: RouteName | undefined): void {
  const [, navigate] = useLocation()
  const isLeft = isLeftBySubscribing(screen)
  useEffect(() => (isLeft ? followSubscribing(() => navigate(linkTo('home'), { replace: true })) : undefined), [isLeft, navigate])
}
