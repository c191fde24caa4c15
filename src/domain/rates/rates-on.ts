import { rateKindNames, type Rate, type RateKind, type RateOf } from '#contract/office/rates.ts'

/** The version of each kind valid on a day; null when none is. */
export type RatesOfDay = { readonly [Kind in RateKind]: RateOf<Kind> | null }

export function ratesOn(rates: readonly Rate[], day: string): RatesOfDay {
  const found = rateKindNames.map((kind) => [kind, versionOn(rates, kind, day)] as const)
  return Object.fromEntries(found) as RatesOfDay
}

function versionOn(rates: readonly Rate[], kind: RateKind, day: string): Rate | null {
  return rates.reduce<Rate | null>((last, rate) => {
    const isInForce = rate.kind === kind && rate.effective_from <= day
    return isInForce && rate.effective_from >= (last?.effective_from ?? '') ? rate : last
  }, null)
}
