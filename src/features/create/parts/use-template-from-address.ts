import { useEffect } from 'react'
import { useLocation, useRouter, useSearch } from 'wouter'
import type { BizType } from '#shared/domain/task.ts'
import { isOnScreen } from '#src/lib/screen-location.ts'
import { wishForTemplate } from './choose-effect.ts'

const NAME = 'templateId'

/** Fills the form with the template that the address names, once: then the name is taken out of the address, so that a reload keeps the draft. */
export function useTemplateFromAddress(bizType: BizType): void {
  const search = useSearch()
  const [path, navigate] = useLocation()
  const { base } = useRouter()
  useEffect(() => {
    const query = new URLSearchParams(search)
    const templateId = query.get(NAME) ?? ''
    if (templateId === '' || !isOnScreen(base + path)) return
    query.delete(NAME)
    navigate(query.size === 0 ? path : `${path}?${query}`, { replace: true })
    void wishForTemplate(bizType, templateId)
  }, [bizType, search, base, path, navigate])
}
