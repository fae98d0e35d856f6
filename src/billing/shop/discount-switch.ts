import { MEMBER_SWITCH_MS } from '#shared/domain/billing-dialog-rules.ts'

interface DiscountSwitchDeps {
  /** Says that the discount needs a paid plan. */
  readonly tell: () => void
  readonly openPlans: () => void
}

export interface DiscountSwitch {
  /** The person asks for the members' prices, or takes it back. */
  turn(isOn: boolean): void
  /** The packs are no longer shown. */
  stop(): void
}

/** For somebody without a paid plan: on is answered at once, and 2 s later the plans are shown instead, unless it is taken back before. */
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
