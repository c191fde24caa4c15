import type { SurveyRow } from './survey-rows.ts'

export interface OwnerSum {
  readonly name: string
  readonly address: string
  readonly lands: number
  readonly buildings: number
  readonly landAmount: number
  readonly buildingAmount: number
  readonly amount: number
}

export interface SurveyTotal {
  readonly lands: number
  readonly buildings: number
  readonly area: number
  readonly takenArea: number
  readonly landAmount: number
  readonly buildingAmount: number
  readonly amount: number
  /** The part of `amount` no owner gets, because shares don't divide it or there is no owner. */
  readonly undivided: number
  /** Rows without an amount. */
  readonly open: number
}

/** Adds up a survey to the won, row by row; only owners stay in memory. */
export function surveySums(): { add(row: SurveyRow): void; total(): SurveyTotal; owners(): OwnerSum[] } {
  const total = { ...emptyTotal }
  const owners = new Map<string, Writable<OwnerSum>>()
  // In ten-thousandths of a square metre, because sums of binary fractions drift.
  const areas = { area: 0, takenArea: 0 }
  return {
    add(row) {
      total[row.kind === 'land' ? 'lands' : 'buildings'] += 1
      if (row.kind === 'land') {
        areas.area += Math.round((row.area ?? 0) * 10_000)
        areas.takenArea += Math.round((row.takenArea ?? 0) * 10_000)
      }
      if (row.compensation === null) total.open += 1
      addAmount(total, row.kind, row.compensation ?? 0)
      total.undivided += (row.compensation ?? 0) - addOwners(owners, row)
    },
    total: () => ({ ...total, area: areas.area / 10_000, takenArea: areas.takenArea / 10_000 }),
    owners: () => [...owners.values()].toSorted((a, b) => byName.compare(a.name, b.name)),
  }
}

type Writable<Of> = { -readonly [Key in keyof Of]: Of[Key] }
type Amounts = Writable<Pick<SurveyTotal, 'landAmount' | 'buildingAmount' | 'amount'>>

const byName = new Intl.Collator('ko', { numeric: true })

const emptyTotal: Writable<SurveyTotal> = {
  lands: 0,
  buildings: 0,
  area: 0,
  takenArea: 0,
  landAmount: 0,
  buildingAmount: 0,
  amount: 0,
  undivided: 0,
  open: 0,
}

function addAmount(to: Amounts, kind: SurveyRow['kind'], won: number): void {
  to[kind === 'land' ? 'landAmount' : 'buildingAmount'] += won
  to.amount += won
}

/** Adds the row's amount to its owners and returns how much was divided. */
function addOwners(owners: Map<string, Writable<OwnerSum>>, row: SurveyRow): number {
  let divided = 0
  for (const [at, { key, name, address, amount }] of row.owners.entries()) {
    const sum = owners.get(key) ?? {
      name,
      address,
      lands: 0,
      buildings: 0,
      landAmount: 0,
      buildingAmount: 0,
      amount: 0,
    }
    owners.set(key, sum)
    // An owner who acquired twice has two shares of one parcel.
    if (row.owners.findIndex((one) => one.key === key) === at) sum[row.kind === 'land' ? 'lands' : 'buildings'] += 1
    addAmount(sum, row.kind, amount ?? 0)
    divided += amount ?? 0
  }
  return divided
}
