import { useRouter } from 'wouter'

/** The query of the screen that is shown, as the address has it, with its question mark; wouter's own hook takes escapes out of it. */
export function useScreenSearch(): string {
  const router = useRouter()
  return router.searchHook(router)
}
