import { vatOf } from '../vat.ts'
import { applicationTypeLabel } from '../applications/application-type.ts'
import { scrivenerOf } from '../office-words.ts'
import { formatWon } from '../won.ts'
import { dayInWords, firstAndOthers, wonInHangul } from './document-words.ts'
import type { FilingSource, FilingSums, FilledForm } from './filing.ts'

/** What the filings of one unit cost their client, item by item; null where nothing is known of it. */
export interface CostItems {
  readonly fees: number | null
  readonly fees_vat: number | null
  readonly other_costs: number | null
  readonly tax: number | null
  readonly stamp: number | null
  readonly total: number
}

/** 보수료, 부가세, 제증명, 공과금 and 증지·인지 of all filings together, to the won. */
export function costItems({ application, sums }: Pick<FilingSource, 'application' | 'sums'>): CostItems {
  const { attorney_fee, other_costs } = application
  const all = Object.values(sums)
  const sumOf = (keys: readonly (keyof FilingSums)[]) => {
    const known = all.flatMap((one) => keys.map((key) => one[key])).filter((amount) => amount !== null)
    return known.length === 0 ? null : known.reduce((sum, amount) => sum + amount, 0)
  }
  const items = {
    fees: attorney_fee,
    fees_vat: attorney_fee === null ? null : vatOf(attorney_fee),
    other_costs,
    tax: sumOf(['acquisition_tax', 'registration_tax', 'education_tax', 'rural_tax']),
    stamp: sumOf(['filing_fee', 'stamp_duty']),
  }
  return { ...items, total: Object.values(items).reduce<number>((sum, amount) => sum + (amount ?? 0), 0) }
}

/** 비용내역서: what is to be paid, and where. */
export function costStatementOf(source: FilingSource): FilledForm {
  const items = costItems(source)
  return {
    form: 'cost_statement',
    texts: {
      ...headTexts(source),
      total: `금 ${formatWon(items.total)}원`,
      total_words: wonInHangul(items.total),
      account: source.office.account,
      words: '위와 같이 등기 비용을 청구합니다.',
    },
    lists: { costs: costRows(items) },
  }
}

/** 영수증 and its 부본, which the office keeps for three years (법무사규칙 §34). */
export function receiptOf(source: FilingSource): FilledForm {
  const items = costItems(source)
  return {
    form: 'receipt',
    texts: {
      ...headTexts(source),
      total: wonInHangul(items.total),
      total_figures: `(₩${formatWon(items.total)})`,
      words: '위 금액을 정히 영수합니다.',
    },
    lists: { costs: costRows(items) },
  }
}

function headTexts({ application, unit, group, grantees, office }: FilingSource): Record<string, string> {
  return {
    client: firstAndOthers(grantees.map(({ name }) => name)),
    property: [group.name, unit.dongho].filter(Boolean).join(' '),
    case: applicationTypeLabel(application.application_type),
    date: dayInWords(application.regi_date),
    office: office.name,
    scrivener: scrivenerOf(office),
    office_address: [office.address, `전화 ${office.telephone}`].join('\n'),
  }
}

function costRows({ fees, fees_vat, other_costs, tax, stamp }: CostItems): string[][] {
  const rows: [string, number | null, string][] = [
    ['보수료', fees, '법무사 보수'],
    ['부가세', fees_vat, '보수의 부가가치세'],
    ['제증명', other_costs, '제증명 발급 등 실비'],
    ['공과금', tax, '취득세·등록면허세·지방교육세·농어촌특별세'],
    ['증지·인지', stamp, '등기신청수수료·수입인지'],
  ]
  return rows.map(([name, amount, note]) => [name, amount === null ? '' : formatWon(amount), note])
}
