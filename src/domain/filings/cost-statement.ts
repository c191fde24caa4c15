import { formatApplicationType, parseApplicationType } from '#domain/applications/application.ts'
import { computeVat, formatWon } from '#domain/money/won.ts'
import { formatScrivener } from '#domain/office/office-texts.ts'
import { sumOrEmpty } from '#domain/sheets/record-sheet.ts'
import { formatDayInWords, formatLegalAmount, formatWonInHangul, joinFirstAndOthers } from './document-texts.ts'
import { computeTotalTax, filingKindLabels, resolveFilingKind } from './filing-kinds.ts'
import type { FilingSource, FilingSums, FilledForm } from './filing.ts'

/** The costs of one unit's filings for the client, by item; null when unknown. */
interface CostItems {
  readonly fees: number | null
  readonly fees_vat: number | null
  readonly other_costs: number | null
  readonly tax: number | null
  readonly stamp: number | null
  /** Null when some taxes are unknown, because the client would pay too little. */
  readonly total: number | null
}

/** 보수료, 부가세, 제증명, 공과금 and 증지·인지 of all filings together, to the won. */
export function computeCostItems(source: Pick<FilingSource, 'application' | 'sums'>): CostItems {
  const { attorney_fee, other_costs } = source.application
  const all = Object.values(source.sums)
  const sumKeys = (keys: readonly (keyof FilingSums)[]) =>
    sumOrEmpty(all.flatMap((sums) => keys.map((key) => sums[key])))
  const items = {
    fees: attorney_fee,
    fees_vat: attorney_fee === null ? null : computeVat(attorney_fee),
    other_costs,
    tax: sumTaxes(source),
    stamp: sumKeys(['filing_fee', 'stamp_duty']),
  }
  const hasUnknownTax = items.tax === null && sumKeys(taxKeys) !== null
  return { ...items, total: hasUnknownTax ? null : (sumOrEmpty(Object.values(items)) ?? 0) }
}

const taxKeys = ['acquisition_tax', 'registration_tax', 'education_tax', 'rural_tax', 'tax_total'] as const

/** The taxes of all filings; null while one is unknown. */
function sumTaxes({ application, sums }: Pick<FilingSource, 'application' | 'sums'>): number | null {
  const totals = parseApplicationType(application.application_type).map((part) => {
    const partSums = sums[part]
    return partSums ? computeTotalTax(partSums, filingKindLabels[resolveFilingKind(part, application)].tax) : null
  })
  return totals.includes(null) ? null : sumOrEmpty(totals)
}

/** 비용내역서: what to pay, and the account. */
export function buildCostStatement(source: FilingSource): FilledForm {
  const items = computeCostItems(source)
  return {
    form: 'cost_statement',
    texts: {
      ...buildHeadTexts(source),
      total: formatLegalAmount(items.total),
      total_words: items.total === null ? formatLegalAmount(null) : formatWonInHangul(items.total),
      account: source.office.account,
      words: '위와 같이 등기 비용을 청구합니다.',
    },
    lists: { costs: buildCostRows(items) },
  }
}

/** 영수증 and its 부본, which the office keeps for three years (법무사규칙 제34조). */
export function buildReceipt(source: FilingSource): FilledForm {
  const items = computeCostItems(source)
  return {
    form: 'receipt',
    texts: {
      ...buildHeadTexts(source),
      total: items.total === null ? formatLegalAmount(null) : formatWonInHangul(items.total),
      total_figures: items.total === null ? '' : `(₩${formatWon(items.total)})`,
      words: '위 금액을 정히 영수합니다.',
    },
    lists: { costs: buildCostRows(items) },
  }
}

function buildHeadTexts({ application, unit, group, grantees, office }: FilingSource): Record<string, string> {
  return {
    client: joinFirstAndOthers(grantees.map(({ name }) => name)),
    property: [group.name, unit.dongho].filter(Boolean).join(' '),
    case: formatApplicationType(application.application_type),
    date: formatDayInWords(application.regi_date),
    office: office.name,
    scrivener: formatScrivener(office),
    office_address: [office.address, `전화 ${office.telephone}`].join('\n'),
  }
}

function buildCostRows({ fees, fees_vat, other_costs, tax, stamp }: CostItems): string[][] {
  const rows: [string, number | null, string][] = [
    ['보수료', fees, '법무사 보수'],
    ['부가세', fees_vat, '보수의 부가가치세'],
    ['제증명', other_costs, '제증명 발급 등 실비'],
    ['공과금', tax, '취득세·등록면허세·지방교육세·농어촌특별세'],
    ['증지·인지', stamp, '등기신청수수료·수입인지'],
  ]
  return rows.map(([name, amount, note]) => [name, amount === null ? '' : formatWon(amount), note])
}
