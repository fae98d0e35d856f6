import { MEMBER_SWITCH_MS } from '#shared/domain/billing-dialog-rules.ts'

interface DiscountSwitchDeps {
  /** Explains that the discount needs a paid plan. */
  readonly tell: () => void
  readonly openPlans: () => void
}

export interface DiscountSwitch {
  turn(isOn: boolean): void
  /** Called when the packs are hidden. */
  stop(): void
}

/** Without a paid plan, turning it on explains the condition at once and opens the plans 2 s later, unless it is turned off before. */
export function createDiscountSwitch({ tell, openPlans }: DiscountSwitchDeps): DiscountSwitch {
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    turn(isOn) {
      clearTimeout(timer)
      if (!isOn) return
      tell()
      timer = setTimeout(openPlans, MEMBER_SWITCH_MS)
    },
    stop: () => clearTimeout(timer),
  }
}
