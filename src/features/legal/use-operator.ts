import type { Operator } from '#shared/legal/legal-document.ts'
import { useEffect, useState } from 'react'
import { readAppInfo } from '#src/lib/app-info.ts'

const NOBODY: Operator = { name: null, email: null, address: null }

/** Who runs this installation; nobody is named until, and unless, the server says so. */
export function useOperator(): Operator {
  const [operator, setOperator] = useState(NOBODY)
  useEffect(() => {
    void readAppInfo().then((info) => info !== undefined && setOperator(info.operator))
  }, [])
  return operator
}
